//===- InspectCommand.cpp - glia-cc inspect -------------------------------===//
//
// What is in a model or in a program, without compiling or running it. Which
// of the two a file is says its first bytes.
//
//===----------------------------------------------------------------------===//
#include "Commands.h"
#include "glia/Support/Error.h"
#include "glia/Support/InputFile.h"
#include "llvm/ADT/StringExtras.h"

using namespace glia;

static constexpr std::array<uint8_t, 4> elfMagic = {0x7F, 'E', 'L', 'F'};

static std::string sizeText(uint64_t bytes) {
  if (bytes < 1024)
    return std::to_string(bytes) + " bytes";
  return llvm::formatv("{0:f1} {1}",
                       bytes < 1024 * 1024 ? bytes / 1024.0
                                           : bytes / (1024.0 * 1024.0),
                       bytes < 1024 * 1024 ? "KiB" : "MiB");
}

static void inspectModel(const ModelInspection &model) {
  llvm::raw_ostream &os = llvm::outs();
  os << "ONNX model, IR version " << model.irVersion << ", made by "
     << (model.producer.empty() ? "?" : escapeForMessage(model.producer))
     << '\n';
  for (auto &[domain, version] : model.opsets)
    os << "opset    " << (domain.empty() ? "ai.onnx" : escapeForMessage(domain))
       << ' ' << version << '\n';
  auto list = [&](const char *kind, llvm::ArrayRef<InspectedTensor> tensors) {
    for (const InspectedTensor &tensor : tensors) {
      os << kind << escapeForMessage(tensor.name) << ": " << tensor.type;
      for (const std::string &dim : tensor.dims)
        os << (&dim == tensor.dims.data() ? " " : "x") << escapeForMessage(dim);
      os << '\n';
    }
  };
  list("input    ", model.inputs);
  list("output   ", model.outputs);
  for (const std::string &dim : model.dims)
    os << "dim      " << escapeForMessage(dim) << " (set it with --dim)\n";
  os << "nodes    " << model.nodes << ", functions " << model.functions << '\n';
  os << "weights  " << model.weights << ", " << sizeText(model.weightBytes)
     << '\n';
  for (const InspectedOperator &entry : model.operators)
    os << llvm::formatv("operator {0,6} x {1}{2}\n", entry.count,
                        entry.domain.empty()
                            ? entry.name
                            : escapeForMessage(entry.domain + "." + entry.name),
                        entry.supported ? "" : "   (not supported)");
}

static void inspectProgram(const Object &object) {
  static constexpr const char *engines[numEngines] = {
      "tensor", "vector", "scalar", "gpsimd", "sync"};
  const ObjectImage &image = object.image();
  llvm::raw_ostream &os = llvm::outs();
  os << "program for " << escapeForMessage(image.target) << ", made by "
     << escapeForMessage(image.producer) << ", " << sizeText(object.fileBytes())
     << '\n';
  for (const Binding &binding : image.bindings) {
    os << llvm::formatv("{0,-8} {1}: {2}", name(binding.kind),
                        escapeForMessage(binding.name), name(binding.type));
    for (const auto &[i, extent] : llvm::enumerate(binding.shape))
      os << (i ? "x" : " ") << extent;
    os << '\n';
  }
  for (const Entry &entry : image.entries) {
    os << "entry    " << escapeForMessage(entry.name);
    for (auto &[dim, value] : entry.dims)
      os << ' ' << escapeForMessage(dim) << '=' << value;
    os << '\n';
  }
  uint64_t weights = 0;
  for (const ConstantSpan &constant : image.constants)
    weights += constant.bytes;
  os << "weights  " << image.constants.size() << ", " << sizeText(weights)
     << "\nHBM      " << sizeText(image.hbmBytes) << "\nnodes    "
     << image.nodes.size() << '\n';
  for (const Program &program : image.programs)
    for (unsigned engine = 0; engine < numEngines; ++engine)
      os << llvm::formatv("text     {0,-7} {1}\n", engines[engine],
                          sizeText(program.text[engine].size()));
}

llvm::Expected<bool> glia::startsAsObject(llvm::StringRef path) {
  std::array<uint8_t, 4> first{};
  llvm::Expected<InputFile> file = InputFile::open(path);
  if (!file)
    return file.takeError();
  if (file->size() >= first.size())
    if (llvm::Error error = file->read(0, first))
      return std::move(error);
  return first == elfMagic;
}

llvm::Expected<int> glia::inspectCommand(const CommandLine &line) {
  llvm::Expected<bool> isObject = startsAsObject(line.file);
  if (!isObject)
    return isObject.takeError();
  if (*isObject) {
    llvm::Expected<std::unique_ptr<Object>> object = Object::open(line.file);
    if (!object)
      return object.takeError();
    inspectProgram(**object);
    return 0;
  }
  llvm::Expected<ModelInspection> model = inspectONNX(line.file);
  if (!model)
    return model.takeError();
  inspectModel(*model);
  return 0;
}
