//===- Traffic.cpp - What an instruction moves, by the tables -------------===//
//
// HBM traffic of values that the caller never sees, and the reach of operands
// on the chip: for the compiler's report and the profile alike.
//
//===----------------------------------------------------------------------===//
#include "glia/Interpreter/Profile.h"

using namespace glia;

SpillCounter::SpillCounter(const ObjectImage &image) {
  for (const Binding &binding : image.bindings)
    add(binding.hbmOffset, binding.bytes);
  for (const ConstantSpan &constant : image.constants)
    add(constant.hbmOffset, constant.bytes);
}

void SpillCounter::add(uint64_t offset, uint64_t bytes) {
  uint64_t &end = ends[offset];
  end = std::max(end, offset + bytes);
}

bool SpillCounter::isNamed(uint64_t offset) const {
  auto next = ends.upper_bound(offset);
  return next != ends.begin() && offset < std::prev(next)->second;
}

uint64_t SpillCounter::bytesOf(const isa::Instruction &instruction) const {
  uint64_t spilled = 0;
  const auto *gather = std::get_if<isa::DmaGather>(&instruction);
  isa::forEachAccess(instruction, [&](isa::Access access) {
    if (!access.hbm || isNamed(access.hbm->offset))
      return;
    // A gather reads as much as it writes, not its whole table.
    uint64_t elements = gather ? gather->destination.partitions *
                                     gather->destination.elementsPerPartition()
                               : access.hbm->elements();
    spilled += elements * bitWidth(access.hbm->type) / 8;
  });
  return spilled;
}

uint64_t glia::endOf(const isa::OnChipOperand &operand) {
  int64_t last = 0;
  for (unsigned i = 0; i < operand.rank; ++i)
    if (operand.stride[i] > 0)
      last += int64_t(operand.count[i] - 1) * operand.stride[i];
  return operand.byteOffset + (last + 1) * bitWidth(operand.type) / 8;
}
