//===- ValidateStream.cpp - The instructions of one stream ----------------===//
//
// Each decodes, keeps the table's checks, stands in its engine's stream, and
// reaches only HBM that the program has; queues belong to one stream.
//
//===----------------------------------------------------------------------===//

#include "StreamValidator.h"
#include "glia/Support/Limits.h"

using namespace llvm;
using namespace glia::isa;

namespace glia::object {

Error StreamValidator::addFacts(Error error, uint32_t pc) const {
  return handleErrors(
      std::move(error), [&](std::unique_ptr<GliaError> coded) -> Error {
        coded->with("engine", name(Engine(engine)).str())
            .with("pc", std::to_string(pc));
        if (program != 0)
          coded->with("program", std::to_string(program));
        if (const NodeReference *node = image.findNode(program, engine, pc))
          coded->with("node", node->name).with("op", node->opType);
        return Error(std::move(coded));
      });
}

Error StreamValidator::fail(ErrorCode code, uint32_t pc,
                            const Twine &message) const {
  return addFacts(makeError(code, message), pc);
}

Error StreamValidator::decodeAll() {
  ArrayRef<uint8_t> text = image.programs[program].text[engine];
  if (text.size() % wordBytes != 0 ||
      text.size() / wordBytes > limits::instructions)
    return fail(ErrorCode::E1202, 0,
                "expects at most 2^32 - 1 whole words of 64 bytes, got " +
                    Twine(text.size()) + " bytes");
  indexOfPc.assign(text.size() / wordBytes, none);
  for (size_t at = 0; at < text.size();) {
    uint32_t pc = uint32_t(at / wordBytes);
    Expected<Instruction> instruction = decode(text.drop_front(at));
    if (!instruction)
      return addFacts(instruction.takeError(), pc);
    indexOfPc[pc] = uint32_t(code.size());
    at += words(*instruction) * wordBytes;
    code.push_back({pc, std::move(*instruction)});
  }
  return Error::success();
}

Error StreamValidator::checkHbm(uint32_t pc, Access access) {
  const HbmOperand &o = *access.hbm;
  if (o.core != selfCore && o.core >= image.coreToProgram.size())
    return fail(ErrorCode::E1209, pc,
                access.name + ": expects a core below " +
                    Twine(image.coreToProgram.size()) + ", got " +
                    Twine(o.core));
  if (o.baseRegister != noRegister5) { // known when it runs
    hbm.useAnywhere(access.isWrite);
    return Error::success();
  }
  __int128 low = o.offset, high = o.offset;
  for (unsigned i = 0; i < o.rank; ++i) {
    __int128 reach = (__int128(o.count[i]) - 1) * o.stride[i];
    (reach < 0 ? low : high) += reach;
  }
  high += bitWidth(o.type) / 8;
  if (low < 0 || high > image.hbmBytes)
    return fail(ErrorCode::E1209, pc,
                access.name + ": reaches outside the HBM image of " +
                    Twine(image.hbmBytes) + " bytes");
  uint64_t from = uint64_t(low), to = uint64_t(high);
  hbm.use(from, to, access.isWrite);
  // What lies there on another core is known when it runs.
  if (!access.isWrite || o.core != selfCore)
    return Error::success();
  if (const ConstantSpan *constant = hbm.constantIn(from, to))
    return fail(ErrorCode::E1209, pc,
                access.name + ": writes into the constant `" +
                    escapeForMessage(constant->name) + "`");
  return Error::success();
}

Error StreamValidator::checkInstruction(const Decoded &decoded) {
  const Instruction &instruction = decoded.instruction;
  if (isa::engine(instruction) != Engine(engine))
    return fail(ErrorCode::E1208, decoded.pc,
                "is encoded for the stream of " +
                    name(isa::engine(instruction)));
  if (Error error = validate(instruction, target))
    return addFacts(std::move(error), decoded.pc);
  Error failure = Error::success();
  forEachAccess(instruction, [&](Access access) {
    if (access.hbm && !failure)
      failure = checkHbm(decoded.pc, access);
  });
  if (failure)
    return failure;
  if (Error error = collectives.check(instruction))
    return addFacts(std::move(error), decoded.pc);
  int queue = std::visit(
      [](const auto &x) {
        if constexpr (requires { x.queue; })
          return int(x.queue);
        return -1;
      },
      instruction);
  if (queue < 0)
    return Error::success();
  int &owner = queueOwners[size_t(queue)];
  if (owner >= 0 && owner != int(engine))
    return fail(ErrorCode::E1212, decoded.pc,
                "queue " + Twine(queue) + " belongs to the stream of " +
                    name(Engine(owner)));
  owner = int(engine);
  return Error::success();
}

Error StreamValidator::run() {
  if (Error error = decodeAll())
    return error;
  for (const Decoded &decoded : code)
    if (Error error = checkInstruction(decoded))
      return error;
  if (Error error = checkLoops())
    return error;
  if (Error error = checkTargets())
    return error;
  return checkCalls();
}

Error StreamValidator::checkEntry(const Entry &entry) const {
  uint32_t pc = entry.pc[engine];
  bool isEmpty = code.empty() && pc == 0; // an empty stream has ended
  if (isEmpty || isEnterable(pc))
    return Error::success();
  return fail(ErrorCode::E1208, pc,
              "expects entry `" + escapeForMessage(entry.name) +
                  "` at an instruction outside of loops");
}

} // namespace glia::object
