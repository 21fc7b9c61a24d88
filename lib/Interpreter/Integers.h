//===- Integers.h - Exact integer steps of the engines --------------------===//
#ifndef GLIA_LIB_INTERPRETER_INTEGERS_H
#define GLIA_LIB_INTERPRETER_INTEGERS_H

#include "Rows.h"

namespace glia::interpreter {

/// GpSimd computes on integers of 32 and 64 bits exactly; all else goes through
/// fp32.
inline bool usesIntegers(isa::Engine engine, ElementType type) {
  return engine == isa::Engine::gpsimd && isInteger(type) &&
         bitWidth(type) >= 32;
}

/// One step on integers of such a type, each in 64 bits with its sign: exact,
/// wrapping at the type's width.
void integerStep(const numerics::Kernels &kernels, isa::AluOp op,
                 ElementType type, const int64_t *left, const int64_t *right,
                 int64_t *out, uint64_t n);
/// Rows of `n` such integers, or of any type for the bits of all, become one;
/// `average` divides by the number of rows.
std::vector<int64_t> reduceIntegers(const numerics::Kernels &kernels,
                                    isa::PartitionReduceOp op, ElementType type,
                                    std::vector<int64_t> rows, uint64_t n);
/// The type of what both give.
inline ElementType wideType(ElementType type) {
  return type == ElementType::u64 ? ElementType::u64 : ElementType::i64;
}

/// Bit operators act on the patterns of one integer type, of any width.
void bitwiseRows(Core &core, isa::AluOp op, const isa::OnChipOperand &left,
                 const isa::OnChipOperand &right,
                 const isa::OnChipOperand &destination);
void bitwiseScalarRows(Core &core, const isa::TensorScalar &x);

} // namespace glia::interpreter

#endif
