//===- ImportObject.cpp - The object file as isa IR -----------------------===//
//
// The way back: decodes every stream, gives each instruction the location
// that the debug map says. With emitObject, the identity on bytes.
//
//===----------------------------------------------------------------------===//
#include "ImportedDebug.h"
#include "dialects/Graph/NodeLocation.h"
#include "dialects/ISA/ISADialect.h"
#include "glia/Support/Error.h"
#include "glia/Target/Target.h"

using namespace mlir;
using namespace glia;

namespace {

class ObjectImporter {
public:
  ObjectImporter(MLIRContext &context, const ObjectImage &image) : image(image), builder(&context), unknown(UnknownLoc::get(&context)) {}

  llvm::Expected<OwningOpRef<ModuleOp>> import() {
    OwningOpRef<ModuleOp> module = ModuleOp::create(unknown);
    builder.setInsertionPointToStart(module->getBody());
    SmallVector<int64_t> cores(image.coreToProgram.begin(), image.coreToProgram.end());
    auto object = isa::ir::ObjectOp::create(builder, unknown, image.target, image.producer, int64_t(image.hbmBytes), cores, groups(),
                                            text(formatBuckets(image.buckets)));
    builder.setInsertionPointToStart(&object.getBody().emplaceBlock());
    importTables();
    for (unsigned program = 0; program < image.programs.size(); ++program)
      if (llvm::Error error = importProgram(program))
        return error;
    for (const Entry &entry : image.entries)
      importEntry(entry);
    llvm::Expected<ObjectImage> rebuilt = buildImage(*module);
    if (!rebuilt)
      return rebuilt.takeError();
    if (rebuilt->nodes != image.nodes || rebuilt->debug != image.debug)
      keepImportedDebug(object, image);
    return module;
  }

private:
  StringAttr text(std::string placement) { return placement.empty() ? StringAttr() : builder.getStringAttr(placement); }

  ArrayAttr groups() {
    SmallVector<Attribute> sets;
    for (const ReplicaGroups &set : image.replicaGroups)
      sets.push_back(builder.getStringAttr(formatPlacement(set)));
    return sets.empty() ? ArrayAttr() : builder.getArrayAttr(sets);
  }

  void importTables() {
    for (const Binding &binding : image.bindings)
      isa::ir::BindingOp::create(builder, unknown, builder.getStringAttr(binding.name), builder.getStringAttr(name(binding.kind)),
                                 builder.getStringAttr(name(binding.type)), builder.getDenseI64ArrayAttr(binding.shape),
                                 builder.getI64IntegerAttr(int64_t(binding.hbmOffset)), builder.getI64IntegerAttr(int64_t(binding.bytes)),
                                 text(formatPlacement(binding)));
    for (auto [id, constant] : llvm::enumerate(image.constants))
      isa::ir::ConstantOp::create(builder, unknown, builder.getStringAttr(constant.name), builder.getI64IntegerAttr(int64_t(id)),
                                  builder.getI64IntegerAttr(int64_t(constant.hbmOffset)), builder.getI64IntegerAttr(int64_t(constant.bytes)),
                                  text(formatPlacement(constant)));
  }

  void importEntry(const Entry &entry) {
    SmallVector<StringRef> names;
    SmallVector<int64_t> sizes, pcs(entry.pc.begin(), entry.pc.end());
    for (auto &[dim, size] : entry.dims) {
      names.push_back(dim);
      sizes.push_back(size);
    }
    isa::ir::EntryOp::create(builder, unknown, builder.getStringAttr(entry.name), builder.getI64IntegerAttr(entry.program),
                             builder.getDenseI64ArrayAttr(pcs), builder.getStrArrayAttr(names), builder.getDenseI64ArrayAttr(sizes));
  }

  llvm::Error importProgram(unsigned program) {
    auto op = isa::ir::ProgramOp::create(builder, unknown);
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(&op.getBody().emplaceBlock());
    for (unsigned engine = 0; engine < numEngines; ++engine)
      if (!image.programs[program].text[engine].empty())
        if (llvm::Error error = importStream(program, engine))
          return error;
    return llvm::Error::success();
  }

  llvm::Error importStream(unsigned program, unsigned engine) {
    auto op = isa::ir::StreamOp::create(builder, unknown, isa::name(static_cast<isa::Engine>(engine)));
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(&op.getBody().emplaceBlock());
    ArrayRef<uint8_t> text = image.programs[program].text[engine];
    uint32_t pc = 0;
    while (!text.empty()) {
      llvm::Expected<isa::Instruction> instruction = isa::decode(text);
      if (!instruction)
        return instruction.takeError();
      isa::ir::createInstruction(builder, locationAt(program, engine, pc), *instruction);
      unsigned words = isa::words(*instruction);
      pc += words;
      text = text.drop_front(words * isa::wordBytes);
    }
    return llvm::Error::success();
  }

  Location locationAt(unsigned program, unsigned engine, uint32_t pc) {
    const NodeReference *node = image.findNode(program, engine, pc);
    return node ? graph::makeNodeLocation(builder.getContext(), node->path, node->opType, node->name) : unknown;
  }

  const ObjectImage &image;
  OpBuilder builder;
  Location unknown;
};

} // namespace

llvm::Expected<OwningOpRef<ModuleOp>> glia::importObject(MLIRContext &context, const Object &object) {
  context.loadDialect<isa::ir::ISADialect>();
  return ObjectImporter(context, object.image()).import();
}

llvm::Error glia::readConstants(const Object &object, ConstantStore &constants) {
  for (auto [number, constant] : llvm::enumerate(object.image().constants)) {
    std::vector<uint8_t> bytes(constant.bytes);
    if (llvm::Error error = object.readWeights(number, 0, bytes))
      return error;
    int64_t size = constant.bytes;
    constants.addMemory(constant.name, ElementType::u8, {size}, std::move(bytes));
  }
  return llvm::Error::success();
}
