//===- Integers.h - Exact integer steps of the engines --------------------===//
#ifndef GLIA_LIB_INTERPRETER_INTEGERS_H
#define GLIA_LIB_INTERPRETER_INTEGERS_H

#include "Rows.h"

namespace glia::interpreter {

/// GpSimd computes on int32 and int64 exactly; all else goes through fp32.
inline bool usesIntegers(isa::Engine engine, ElementType type) {
  return engine == isa::Engine::gpsimd &&
         (type == ElementType::i32 || type == ElementType::i64);
}

/// Bit operators act on the patterns of one integer type, of any width.
void bitwiseRows(Core &core, isa::AluOp op, const isa::OnChipOperand &left,
                 const isa::OnChipOperand &right,
                 const isa::OnChipOperand &destination);
void bitwiseScalarRows(Core &core, const isa::TensorScalar &x);

} // namespace glia::interpreter

#endif
