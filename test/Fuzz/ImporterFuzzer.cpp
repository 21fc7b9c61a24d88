//===- ImporterFuzzer.cpp - ONNX models -----------------------------------===//
//
// Any file is imported or refused with a code: scanned, parsed, inlined,
// sorted, folded, built, verified, printed, and its constants read. What is of
// the class bug, or has no code, ends the process.
//
//===----------------------------------------------------------------------===//
#include "ModelMutator.h"
#include "glia/Import/ONNX/Importer.h"
#include "mlir/IR/MLIRContext.h"
#include "test/Unit/Hostile/CodeOf.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <memory>

using namespace glia;

extern "C" size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t maxSize);

static size_t give(const std::string &made, uint8_t *data, size_t maxSize) {
  if (made.empty() || made.size() > maxSize)
    return 0;
  std::memcpy(data, made.data(), made.size());
  return made.size();
}

static std::string textOf(const uint8_t *data, size_t size) {
  return {reinterpret_cast<const char *>(data), size};
}

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size,
                                          size_t maxSize, unsigned seed) {
  if (seed % 8 != 0)
    if (size_t made =
            give(test::mutateModel(textOf(data, size), seed), data, maxSize))
      return made;
  return LLVMFuzzerMutate(data, size, maxSize);
}

extern "C" size_t LLVMFuzzerCustomCrossOver(const uint8_t *data, size_t size,
                                            const uint8_t *other,
                                            size_t otherSize, uint8_t *out,
                                            size_t maxSize, unsigned seed) {
  return give(
      test::crossModels(textOf(data, size), textOf(other, otherSize), seed),
      out, maxSize);
}

namespace {
/// A folder with the model and with weights that it may name.
struct Folder {
  Folder() {
    name =
        (std::filesystem::temp_directory_path() / "glia-fuzz-XXXXXX").string();
    if (!::mkdtemp(name.data()))
      std::abort();
    FILE *weights = std::fopen((name + "/weights.bin").c_str(), "wb");
    std::string bytes(4096, '\2');
    std::fwrite(bytes.data(), 1, bytes.size(), weights);
    std::fclose(weights);
  }
  ~Folder() { std::filesystem::remove_all(name); }
  std::string name;
};
} // namespace

/// Numbers for all dimensions, so that the import gets past them.
static ImportOptions optionsFor(const ModelInspection &model) {
  ImportOptions options;
  options.limits.tensorBytes = uint64_t(1) << 24;
  options.limits.foldedBytes = uint64_t(1) << 20;
  options.limits.foldedTotalBytes = uint64_t(1) << 22;
  options.limits.nodes = 10000;
  for (const std::string &name : model.dims)
    options.dims[name] = 2;
  for (const InspectedTensor &input : model.inputs) {
    Shape shape;
    bool isOpen = false;
    for (const std::string &dim : input.dims) {
      int64_t extent = 2;
      isOpen |= dim == "?";
      (void)llvm::StringRef(dim).getAsInteger(10, extent);
      shape.push_back(extent);
    }
    if (isOpen)
      options.inputShapes.emplace_back(input.name, shape);
  }
  return options;
}

static void import(mlir::MLIRContext &context, const std::string &path) {
  llvm::Expected<ModelInspection> inspected = inspectONNX(path);
  ImportOptions options;
  if (inspected)
    options = optionsFor(*inspected);
  else
    (void)test::codeOf(inspected.takeError());
  llvm::Expected<ImportResult> result = importONNX(context, path, options);
  if (!result) {
    (void)test::codeOf(result.takeError());
    return;
  }
  for (size_t id = 0; id < result->constants->size(); ++id)
    if (result->constants->bytes(ConstantStore::Id(id)) <= (1u << 20))
      (void)test::codeOf(
          result->constants->read(ConstantStore::Id(id)).takeError());
  result->module->print(llvm::nulls());
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  // A context keeps what it has made, so it is a new one now and then.
  static std::unique_ptr<mlir::MLIRContext> context;
  static unsigned uses = 0;
  if (uses++ % 500 == 0)
    context = std::make_unique<mlir::MLIRContext>(
        mlir::MLIRContext::Threading::DISABLED);
  static const Folder folder;
  std::string path = folder.name + "/model.onnx";
  FILE *file = std::fopen(path.c_str(), "wb");
  if (!file || std::fwrite(data, 1, size, file) != size)
    std::abort();
  std::fclose(file);
  import(*context, path);
  return 0;
}
