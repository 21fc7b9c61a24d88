//===- Elements.h - Whole operands as vectors of numbers ------------------===//
//
// For instructions that look at their operands otherwise than element by
// element: everything is read before anything is written.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_LIB_INTERPRETER_ELEMENTS_H
#define GLIA_LIB_INTERPRETER_ELEMENTS_H

#include "Core.h"

namespace glia::interpreter {

inline uint64_t elementCount(const isa::OnChipOperand &operand) {
  return operand.partitions * operand.elementsPerPartition();
}
/// All elements, partition by partition: bits, integers (exact, signed) or
/// fp32.
std::vector<uint8_t> readBits(Core &core, const isa::OnChipOperand &operand);
std::vector<int64_t> readIntegers(Core &core,
                                  const isa::OnChipOperand &operand);
std::vector<float> readFloats(Core &core, const isa::OnChipOperand &operand);
/// Dense bits of the operand's type.
void writeBits(Core &core, const isa::OnChipOperand &operand,
               llvm::ArrayRef<uint8_t> dense);
/// Integers to an integer type, wrapping.
void writeIntegers(Core &core, const isa::OnChipOperand &operand,
                   llvm::ArrayRef<int64_t> values);

/// Is the type computed on exactly, in 32 or 64 bits?
inline bool isWideInteger(ElementType type) {
  return isInteger(type) && bitWidth(type) >= 32;
}

/// An index into `n` elements of which `run` are taken: wrapped if asked to,
/// -1 for one that is skipped. Errors: E3403.
llvm::Expected<int64_t> checkIndex(int64_t index, int64_t n, int64_t run,
                                   bool wrap, bool skip, unsigned partition);

} // namespace glia::interpreter

#endif
