//===- CheckAccesses.cpp - An instruction's accesses for the race detector ===//
//
// The table says what an instruction reads and writes; registers say where in
// HBM. A message about a race names both sides.
//
//===----------------------------------------------------------------------===//
#include "Check.h"
#include "Cores.h"
#include "Program.h"

namespace glia::interpreter {

static std::bitset<128> partitionRange(unsigned first, unsigned count) {
  std::bitset<128> all;
  all.set();
  return all >> (128 - count) << first;
}

unsigned Checker::coreOf(const isa::Instruction &instruction,
                         const isa::Access &access) const {
  uint32_t other = isa::selfCore;
  if (access.hbm)
    other = access.hbm->core;
  else if (access.onChip)
    other = std::visit(
        [&](const auto &x) -> uint32_t {
          if constexpr (requires { x.destinationCore; })
            return access.name == "destination" ? x.destinationCore
                                                : x.sourceCore;
          return isa::selfCore;
        },
        instruction);
  return other == isa::selfCore ? core.number : other;
}

std::optional<AccessArea> Checker::area(isa::Access access,
                                        const isa::Instruction &instruction) {
  AccessArea area;
  area.core = coreOf(instruction, access);
  if (access.onChip) {
    const isa::OnChipOperand &operand = *access.onChip;
    area.space = operand.space;
    area.partitions =
        partitionRange(operand.startPartition, operand.partitions);
    if (access.rows)
      area.partitions &= *access.rows << operand.startPartition;
    area.start = operand.byteOffset;
    area.pattern = rowPattern(operand);
    return area;
  }
  if (access.scalar) {
    area.partitions = partitionRange(access.scalar->startPartition,
                                     scalarPartitions(instruction));
    area.start = access.scalar->bits;
    area.pattern.elementBytes = elementBytes(access.scalar->type);
    return area;
  }
  Checker *owner = checkerOf(area.core);
  std::optional<Place> where;
  if (owner)
    where = owner->place(*access.hbm, *core.stream);
  if (!where)
    return std::nullopt; // the instruction itself traps
  // Constants are never written, so nothing conflicts with reading them.
  uint64_t low = where->start + static_cast<uint64_t>(where->pattern.low());
  if (!access.isWrite && owner->core.hbm.touchesConstant(low, low + 1))
    return std::nullopt;
  area.space = isa::Space::hbm;
  area.partitions.set(0);
  area.start = where->start;
  area.pattern = std::move(where->pattern);
  return area;
}

/// Text of the instruction of another stream.
std::string Checker::describeInstruction(const AccessRecord &access) const {
  // A detector of several cores numbers them as the run does.
  const Core *other = races->isShared() ? core.cores->find(access.core) : &core;
  const Stream &stream = other->streams[access.engine];
  if (!stream.text)
    return "";
  llvm::Expected<uint32_t> index = stream.text->indexAt(access.pc);
  if (!index) {
    llvm::consumeError(index.takeError());
    return "";
  }
  std::string text;
  llvm::raw_string_ostream os(text);
  isa::print(stream.text->instructions[*index].instruction, os);
  return text;
}

llvm::Error Checker::race(isa::Access access, const AccessRecord &other) const {
  std::string engine = isa::name(static_cast<isa::Engine>(other.engine)).str();
  std::string place = " pc " + std::to_string(other.pc);
  std::string who = races->describeActor(other.actor);
  if (llvm::StringRef(who).ends_with(engine))
    who += place;
  else // a queue
    who += " (" + engine + place + ")";
  GliaError error(ErrorCode::E3410, "`" + access.name.str() + "` " +
                                        (access.isWrite ? "writes" : "reads") +
                                        " bytes that " + who +
                                        (other.isWrite ? " writes" : " reads") +
                                        ", and nothing orders the two");
  std::string text = describeInstruction(other),
              node = describeNode(image, other.program, other.engine, other.pc);
  if (!text.empty())
    error.with("other_instruction", text);
  if (!node.empty())
    error.with("other_node", node);
  return makeError(std::move(error));
}

llvm::Error Checker::recordAccesses(unsigned engine,
                                    const DecodedInstruction &instruction) {
  if (!started) // streams without text never act
    for (unsigned i = 0; i < numEngines; ++i)
      if (core.streams[i].halted)
        races->halt(actorCore, i);
  started = true;
  if (std::holds_alternative<isa::Halt>(instruction.instruction))
    races->halt(actorCore, engine);
  std::optional<unsigned> queue = std::visit(
      [](const auto &x) -> std::optional<unsigned> {
        if constexpr (requires { x.queue; })
          return x.queue;
        else
          return std::nullopt;
      },
      instruction.instruction);
  if (queue)
    races->beginDma(actorCore, engine, *queue);
  else
    races->beginStream(actorCore, engine);
  llvm::Error result = llvm::Error::success();
  isa::forEachAccess(instruction.instruction, [&](isa::Access access) {
    if (!result)
      result = recordAccess(access, instruction);
  });
  return result;
}

llvm::Error Checker::recordAccess(isa::Access access,
                                  const DecodedInstruction &instruction) {
  std::optional<AccessArea> where = area(access, instruction.instruction);
  if (!where)
    return llvm::Error::success();
  llvm::Expected<const AccessRecord *> other =
      races->access(std::move(*where), access.isWrite, program, instruction.pc);
  if (!other)
    return other.takeError();
  return *other ? race(access, **other) : llvm::Error::success();
}

} // namespace glia::interpreter
