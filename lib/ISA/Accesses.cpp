//===- Accesses.cpp - What an instruction reads and writes ----------------===//

#include "glia/ISA/Instructions.h"

namespace glia::isa {

static Access makeAccess(llvm::StringRef name, bool isWrite,
                         const OnChipOperand &operand) {
  return {name, isWrite, &operand, nullptr, nullptr};
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

} // namespace glia::isa
