//===- EmitObject.cpp - Writing the object file ---------------------------===//
//
// Weights go from the ConstantStore to the file in the chunks in which the
// store makes them; they are never all in memory.
//
//===----------------------------------------------------------------------===//
#include "dialects/ISA/ISADialect.h"
#include "glia/Support/Error.h"
#include "glia/Target/Target.h"

using namespace mlir;
using namespace glia;

/// The image, kept to the rules of every object file: IR that was written by
/// hand may break them where no op can see it.
static llvm::Expected<ObjectImage> buildValidImage(ModuleOp module) {
  llvm::Expected<ObjectImage> image = buildImage(module);
  if (image)
    if (llvm::Error error = validateProgram(*image))
      return std::move(error);
  return image;
}

/// The ids of the object's constants, each known and of the promised size.
static llvm::Expected<std::vector<ConstantStore::Id>> constantIds(ModuleOp module, const ConstantStore &constants) {
  std::vector<ConstantStore::Id> ids;
  auto object = *module.getOps<isa::ir::ObjectOp>().begin();
  for (auto constant : object.getBody().getOps<isa::ir::ConstantOp>()) {
    int64_t id = constant.getId(), bytes = constant.getBytes();
    if (id < 0 || id >= int64_t(constants.size()))
      return makeError(ErrorCode::E1601, "the IR names constant " + Twine(id) + ", the model has " + Twine(constants.size()));
    if (uint64_t(bytes) != constants.bytes(id))
      return makeError(ErrorCode::E1601, "the IR expects " + Twine(bytes) + " bytes in constant " + Twine(id) + ", the model has " +
                                             Twine(constants.bytes(id)));
    ids.push_back(id);
  }
  return ids;
}

llvm::Error glia::emitObject(ModuleOp module, const ConstantStore &constants, StringRef path, OutputGroup *group) {
  llvm::Expected<ObjectImage> image = buildValidImage(module);
  if (!image)
    return image.takeError();
  llvm::Expected<std::vector<ConstantStore::Id>> ids = constantIds(module, constants);
  if (!ids)
    return ids.takeError();
  llvm::Expected<ObjectWriter> writer = ObjectWriter::create(path, *image, group);
  if (!writer)
    return writer.takeError();
  for (ConstantStore::Id id : *ids)
    if (llvm::Error error = constants.stream(id, [&](ArrayRef<uint8_t> bytes) { return writer->appendWeights(bytes); }))
      return error;
  return writer->finish();
}

llvm::Expected<std::vector<uint8_t>> glia::emitObjectToMemory(ModuleOp module, const ConstantStore &constants) {
  llvm::Expected<ObjectImage> image = buildValidImage(module);
  if (!image)
    return image.takeError();
  llvm::Expected<std::vector<ConstantStore::Id>> ids = constantIds(module, constants);
  if (!ids)
    return ids.takeError();
  return writeObject(*image, [&](WeightSink append) -> llvm::Error {
    for (ConstantStore::Id id : *ids)
      if (llvm::Error error = constants.stream(id, append))
        return error;
    return llvm::Error::success();
  });
}
