//===- ISADialect.cpp - The isa dialect -----------------------------------===//
//
// Registration, the bridge from structs to ops, and the verifiers.
//
//===----------------------------------------------------------------------===//

#include "dialects/ISA/ISADialect.h"
#include "glia/Support/Error.h"

using namespace mlir;
using namespace glia::isa::ir;
using glia::isa::Engine;
using glia::isa::findTarget;
using glia::isa::parseEngine;

#include "dialects/ISA/ISADialect.cpp.inc"
#include "dialects/ISA/ISAInterfaces.cpp.inc"
#define GET_OP_CLASSES
#include "dialects/ISA/ISAOps.cpp.inc"

void ISADialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "dialects/ISA/ISAOps.cpp.inc"
      >();
}

namespace glia::isa::ir {

#include "glia/ISA/InstructionBridge.cpp.inc"

/// The message of a coded error, without the code.
static std::string messageOf(llvm::Error error) {
  std::string result;
  llvm::handleAllErrors(
      std::move(error),
      [&](const GliaError &coded) {
        result = coded.message;
        for (const auto &[key, value] : coded.facts)
          if (key == "check")
            result += " (" + value + ")";
      },
      [&](const llvm::ErrorInfoBase &other) { result = other.message(); });
  return result;
}

LogicalResult verifyInstruction(Operation *op) {
  Instruction instruction = cast<InstructionOpInterface>(op).getInstruction();
  SmallVector<uint8_t, 256> bytes;
  if (llvm::Error error = encode(instruction, bytes))
    return op->emitOpError(messageOf(std::move(error)));
  auto stream = dyn_cast_or_null<StreamOp>(op->getParentOp());
  if (!stream)
    return success(); // a fragment
  if (stream.getEngine() != name(engine(instruction)))
    return op->emitOpError("is of engine ")
           << name(engine(instruction)) << ", in the stream of "
           << stream.getEngine();
  auto object = stream->getParentOfType<ObjectOp>();
  const Target *target = object ? findTarget(object.getTarget()) : nullptr;
  if (!target)
    return success();
  if (llvm::Error error = validate(instruction, *target))
    return op->emitOpError(messageOf(std::move(error)));
  return success();
}

} // namespace glia::isa::ir

LogicalResult ObjectOp::verify() {
  if (!findTarget(getTarget()))
    return emitOpError("has no target `") << getTarget() << "`";
  if (static_cast<int64_t>(getHbmBytes()) < 0)
    return emitOpError("expects `hbm_bytes` of 0 or more");
  int64_t programs = 0;
  for (Operation &op : getBody().front()) {
    if (!llvm::isa<BindingOp, ConstantOp, ProgramOp, EntryOp>(op))
      return op.emitOpError("does not stand in `isa.object`");
    programs += llvm::isa<ProgramOp>(op);
  }
  for (int64_t program : getCores())
    if (program < 0 || program >= programs)
      return emitOpError("expects `cores` below ")
             << programs << ", got " << program;
  for (auto entry : getBody().front().getOps<EntryOp>())
    if (static_cast<int64_t>(entry.getProgram()) < 0 ||
        static_cast<int64_t>(entry.getProgram()) >= programs)
      return entry.emitOpError("expects a program below ")
             << programs << ", got " << entry.getProgram();
  return success();
}

LogicalResult BindingOp::verify() {
  if (!llvm::is_contained({"input", "output", "state"}, getKind()))
    return emitOpError("expects `kind` input, output or state, got `")
           << getKind() << "`";
  if (!glia::parseElementType(getType()))
    return emitOpError("has no element type `") << getType() << "`";
  return success();
}

LogicalResult ProgramOp::verify() {
  int previous = -1;
  for (Operation &op : getBody().front()) {
    auto stream = dyn_cast<StreamOp>(op);
    if (!stream)
      return op.emitOpError("does not stand in `isa.program`");
    std::optional<Engine> engine = parseEngine(stream.getEngine());
    if (engine && static_cast<int>(*engine) <= previous)
      return op.emitOpError("expects streams once each, in the order tensor, "
                            "vector, scalar, gpsimd, sync");
    previous = engine ? static_cast<int>(*engine) : previous;
  }
  return success();
}

LogicalResult StreamOp::verify() {
  if (!parseEngine(getEngine()))
    return emitOpError("has no engine `") << getEngine() << "`";
  for (Operation &op : getBody().front())
    if (!llvm::isa<InstructionOpInterface>(op))
      return op.emitOpError("does not stand in `isa.stream`");
  return success();
}

LogicalResult EntryOp::verify() {
  if (getPc().size() != glia::isa::numEngineCases)
    return emitOpError("expects ")
           << glia::isa::numEngineCases << " pcs, got " << getPc().size();
  if (getDimNames().size() != getDimSizes().size())
    return emitOpError("expects as many sizes as names of dimensions");
  return success();
}
