//===- ValidateProgram.cpp - The whole program keeps the rules ------------===//
//
// What one instruction cannot tell: control flow that stays on instruction
// starts, nests and ends; queues that belong to one stream; HBM ranges inside
// the image, and constants that nothing writes. After this the interpreter
// meets no instruction that does not decode.
//
//===----------------------------------------------------------------------===//

#include "Format.h"
#include "glia/ISA/Instructions.h"
#include "glia/Support/Error.h"
#include "glia/Support/Limits.h"
#include "llvm/ADT/DenseMap.h"

using namespace llvm;
using namespace glia::isa;

namespace glia {

namespace {
struct Decoded {
  uint32_t pc;
  Instruction instruction;
};

class StreamValidator {
public:
  StreamValidator(const ObjectImage &image, const Target &target,
                  uint32_t program, unsigned engine,
                  std::array<int, 16> &queueOwners)
      : image(image), target(target), program(program), engine(engine),
        queueOwners(queueOwners) {}

  Error run();
  /// Instruction starts outside of loops, where control may come from
  /// elsewhere.
  bool isEnterable(uint32_t pc) const {
    auto found = indexOf.find(pc);
    return found != indexOf.end() && loopDepth[found->second] == 0;
  }

private:
  Error fail(ErrorCode code, uint32_t pc, const Twine &message) const;
  Error addFacts(Error error, uint32_t pc) const;
  Error decodeAll();
  Error checkInstruction(const Decoded &decoded);
  Error checkLoops();
  Error checkCalls();
  Expected<unsigned> callDepth(uint32_t target, unsigned nesting);
  Error checkHbm(uint32_t pc, Access access) const;

  const ObjectImage &image;
  const Target &target;
  uint32_t program;
  unsigned engine;
  std::array<int, 16> &queueOwners;
  std::vector<Decoded> code;
  DenseMap<uint32_t, size_t> indexOf;
  std::vector<unsigned> loopDepth;     // per instruction, of itself
  DenseMap<uint32_t, unsigned> depths; // of functions; 0 while being computed
};
} // namespace

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
  for (size_t at = 0; at < text.size();) {
    uint32_t pc = uint32_t(at / wordBytes);
    Expected<Instruction> instruction = decode(text.drop_front(at));
    if (!instruction)
      return addFacts(instruction.takeError(), pc);
    indexOf[pc] = code.size();
    code.push_back({pc, *instruction});
    at += words(*instruction) * wordBytes;
  }
  return Error::success();
}

Error StreamValidator::checkHbm(uint32_t pc, Access access) const {
  const HbmOperand &o = *access.hbm;
  if (o.core != selfCore && o.core >= image.coreToProgram.size())
    return fail(ErrorCode::E1209, pc,
                access.name + ": expects a core below " +
                    Twine(image.coreToProgram.size()) + ", got " +
                    Twine(o.core));
  if (o.baseRegister != noRegister5)
    return Error::success(); // known when it runs
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
  if (!access.isWrite)
    return Error::success();
  for (const ConstantSpan &constant : image.constants)
    if (low < constant.hbmOffset + constant.bytes && constant.hbmOffset < high)
      return fail(ErrorCode::E1209, pc,
                  access.name + ": writes into the constant `" +
                      escapeForMessage(constant.name) + "`");
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
  int queue = std::visit(
      [](const auto &x) {
        if constexpr (std::decay_t<decltype(x)>::isDma)
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

/// Control is structured, so one walk sees all loops.
Error StreamValidator::checkLoops() {
  std::vector<const Decoded *> open;
  for (const Decoded &decoded : code) {
    if (const auto *begin = std::get_if<LoopBegin>(&decoded.instruction)) {
      loopDepth.push_back(unsigned(open.size()));
      if (open.size() == limits::loopNesting)
        return fail(ErrorCode::E1208, decoded.pc,
                    "expects loops to nest at most " +
                        Twine(limits::loopNesting) + " deep");
      (void)begin;
      open.push_back(&decoded);
      continue;
    }
    loopDepth.push_back(unsigned(open.size()));
    if (const auto *end = std::get_if<LoopEnd>(&decoded.instruction)) {
      if (open.empty() || end->begin != open.back()->pc ||
          std::get_if<LoopBegin>(&open.back()->instruction)->end != decoded.pc)
        return fail(ErrorCode::E1208, decoded.pc,
                    "expects loop_begin and loop_end that name each other, "
                    "properly nested");
      open.pop_back();
    } else if (!open.empty() &&
               (std::holds_alternative<Return>(decoded.instruction) ||
                std::holds_alternative<Halt>(decoded.instruction))) {
      return fail(ErrorCode::E1208, decoded.pc,
                  "expects no " + mnemonic(opcode(decoded.instruction)) +
                      " inside a loop");
    }
  }
  if (!open.empty())
    return fail(
        ErrorCode::E1208, open.back()->pc,
        "expects a loop_end at " +
            Twine(std::get_if<LoopBegin>(&open.back()->instruction)->end));
  if (!code.empty() && !std::holds_alternative<Halt>(code.back().instruction) &&
      !std::holds_alternative<Return>(code.back().instruction))
    return fail(ErrorCode::E1208, code.back().pc,
                "expects the stream to end with halt or return");
  return Error::success();
}

/// The most calls that are open at once below a function. A function reaches
/// from its pc to the next return or halt.
Expected<unsigned> StreamValidator::callDepth(uint32_t target,
                                              unsigned nesting) {
  auto [known, isNew] = depths.try_emplace(target, 0);
  if (!isNew) {
    if (known->second == 0)
      return fail(ErrorCode::E1208, target, "the function calls itself");
    return known->second;
  }
  if (nesting > limits::callDepth)
    return fail(ErrorCode::E1208, target,
                "expects calls to nest at most " + Twine(limits::callDepth) +
                    " deep");
  unsigned deepest = 0;
  for (size_t i = indexOf[target]; i < code.size(); ++i) {
    if (const auto *call = std::get_if<Call>(&code[i].instruction)) {
      if (!isEnterable(call->target))
        return fail(
            ErrorCode::E1208, code[i].pc,
            "expects a call to an instruction outside of loops, got pc " +
                Twine(call->target));
      Expected<unsigned> below = callDepth(call->target, nesting + 1);
      if (!below)
        return below.takeError();
      deepest = std::max(deepest, *below);
    }
    if (std::holds_alternative<Return>(code[i].instruction) ||
        std::holds_alternative<Halt>(code[i].instruction))
      break;
  }
  if (deepest + 1 > limits::callDepth + 1)
    return fail(ErrorCode::E1208, target,
                "expects calls to nest at most " + Twine(limits::callDepth) +
                    " deep");
  depths[target] = deepest + 1;
  return deepest + 1;
}

Error StreamValidator::checkCalls() {
  for (const Decoded &decoded : code)
    if (const auto *call = std::get_if<Call>(&decoded.instruction)) {
      if (!isEnterable(call->target))
        return fail(
            ErrorCode::E1208, decoded.pc,
            "expects a call to an instruction outside of loops, got pc " +
                Twine(call->target));
      if (Expected<unsigned> depth = callDepth(call->target, 1); !depth)
        return depth.takeError();
      else if (*depth > limits::callDepth)
        return fail(ErrorCode::E1208, decoded.pc,
                    "expects calls to nest at most " +
                        Twine(limits::callDepth) + " deep");
    }
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
  if (Error error = checkCalls())
    return error;
  for (const Entry &entry : image.entries) {
    uint32_t pc = entry.pc[engine];
    bool isEmpty = code.empty() && pc == 0; // an empty stream has ended
    if (entry.program == program && !isEmpty && !isEnterable(pc))
      return fail(ErrorCode::E1208, pc,
                  "expects entry `" + escapeForMessage(entry.name) +
                      "` at an instruction outside of loops");
  }
  return Error::success();
}

Error validateProgram(const ObjectImage &image) {
  if (Error error = object::checkTables(image))
    return error;
  const Target *target = findTarget(image.target);
  if (image.coreToProgram.size() >
      target->coresPerChip * 144) // the largest instance
    return makeError(ErrorCode::E1211,
                     "expects at most " + Twine(target->coresPerChip * 144) +
                         " cores, got " + Twine(image.coreToProgram.size()));
  for (uint32_t program = 0; program < image.programs.size(); ++program) {
    std::array<int, 16> queueOwners;
    queueOwners.fill(-1);
    for (unsigned engine = 0; engine < numEngines; ++engine)
      if (Error error =
              StreamValidator(image, *target, program, engine, queueOwners)
                  .run())
        return error;
  }
  return Error::success();
}

} // namespace glia
