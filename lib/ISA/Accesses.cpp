//===- Accesses.cpp - What an instruction reads and writes ----------------===//

#include "Predicates.h"

namespace glia::isa {

static Access makeAccess(llvm::StringRef name, bool isWrite,
                         const OnChipOperand &operand,
                         std::optional<std::bitset<128>> rows = std::nullopt) {
  return {name, isWrite, &operand, nullptr, nullptr, rows};
}
static Access makeAccess(llvm::StringRef name, bool isWrite,
                         const HbmOperand &operand) {
  return {name, isWrite, nullptr, &operand, nullptr};
}
static Access makeAccess(llvm::StringRef name, bool isWrite,
                         const ScalarOperand &operand) {
  return {name, isWrite, nullptr, nullptr, &operand};
}

#include "glia/ISA/Accesses.cpp.inc"

void forEachAccess(const Instruction &instruction,
                   llvm::function_ref<void(Access)> callback) {
  std::visit([&](const auto &x) { visitAccesses(x, callback); }, instruction);
}

AccumulatorUse accumulatorUse(const Instruction &instruction) {
  return std::visit([](const auto &x) { return accumulatorsOf(x); },
                    instruction);
}

} // namespace glia::isa
