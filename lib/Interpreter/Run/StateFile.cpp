//===- StateFile.cpp - A program's states in a .safetensors file ----------===//
//
// By their ONNX names, in their ONNX shapes, so that any tool of that world
// reads and writes them; the step counter of stochastic rounding is one of them.
// Everything is checked before anything is loaded.
//
//===----------------------------------------------------------------------===//
#include "glia/Interpreter/Run.h"
#include "glia/Support/Error.h"
#include "glia/Support/Safetensors.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"

using namespace glia;

static llvm::Error doesNotFit(llvm::StringRef path, llvm::StringRef state,
                              const llvm::Twine &what) {
  return makeError(
      std::move(GliaError(ErrorCode::E1807, what.str())
                    .with("state", escapeForMessage(state))
                    .with("file", escapeForMessage(path))));
}

static std::string describe(llvm::StringRef type,
                            llvm::ArrayRef<int64_t> shape) {
  std::string text = type.str() + " [";
  llvm::raw_string_ostream os(text);
  llvm::interleaveComma(shape, os);
  os << ']';
  return text;
}

/// The step counter as the file has it: an i64 without dimensions.
static llvm::Expected<uint32_t> readStep(const SafetensorsFile &file,
                                         const SafetensorsFile::Entry &entry,
                                         llvm::StringRef path) {
  if (entry.type != ElementType::i64 || !entry.shape.empty())
    return doesNotFit(path, entry.name, "expects I64 [] for the step counter");
  llvm::Expected<std::vector<uint8_t>> bytes = file.read(entry);
  if (!bytes)
    return bytes.takeError();
  uint64_t step = llvm::support::endian::read64le(bytes->data());
  if (step > UINT32_MAX)
    return doesNotFit(path, entry.name,
                      "expects a step counter of 0 to 2^32 - 1");
  return static_cast<uint32_t>(step);
}

static llvm::Error checkNames(const Machine &machine,
                              const SafetensorsFile &file,
                              llvm::StringRef path) {
  for (const SafetensorsFile::Entry &entry : file.entries())
    if (entry.name != stepStateName &&
        !machine.findBinding(entry.name, BindingKind::state))
      return doesNotFit(path, entry.name,
                        "the program has no state of that name");
  for (const Binding &binding : machine.image().bindings) {
    if (binding.kind != BindingKind::state)
      continue;
    const SafetensorsFile::Entry *entry = file.find(binding.name);
    if (!entry)
      return doesNotFit(path, binding.name,
                        "the file has no tensor of the state's name");
    std::string wanted =
                    describe(safetensorsType(binding.type), binding.shape),
                given = describe(safetensorsType(entry->type), entry->shape);
    if (wanted != given)
      return doesNotFit(path, binding.name,
                        "expects " + wanted + ", got " + given);
  }
  return llvm::Error::success();
}

llvm::Error glia::loadStates(Machine &machine, llvm::StringRef path) {
  llvm::Expected<SafetensorsFile> file = SafetensorsFile::open(path);
  if (!file)
    return file.takeError();
  if (llvm::Error error = checkNames(machine, *file, path))
    return error;
  if (const SafetensorsFile::Entry *entry = file->find(stepStateName)) {
    llvm::Expected<uint32_t> step = readStep(*file, *entry, path);
    if (!step)
      return step.takeError();
    machine.setStep(*step);
  }
  for (const Binding &binding : machine.image().bindings) {
    if (binding.kind != BindingKind::state)
      continue;
    llvm::Expected<std::vector<uint8_t>> bytes =
        file->read(*file->find(binding.name));
    if (!bytes)
      return bytes.takeError();
    if (llvm::Error error = machine.setState(binding.name, *bytes))
      return error;
  }
  return llvm::Error::success();
}

llvm::Expected<OutputFile> glia::saveStates(const Machine &machine,
                                            llvm::StringRef path) {
  std::vector<SafetensorsTensor> tensors;
  for (const Binding &binding : machine.image().bindings)
    if (binding.kind == BindingKind::state)
      tensors.push_back({binding.name, binding.type, binding.shape});
  tensors.push_back({stepStateName, ElementType::i64, {}});
  auto bytesOf =
      [&](size_t number) -> llvm::Expected<std::vector<uint8_t>> {
    if (number + 1 != tensors.size())
      return machine.getState(tensors[number].name);
    std::vector<uint8_t> step(8);
    llvm::support::endian::write64le(step.data(), machine.step());
    return step;
  };
  return writeSafetensors(path, tensors, bytesOf);
}
