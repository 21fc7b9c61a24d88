//===- Product.h - Matrix products into PSUM ------------------------------===//
//
// What multiply_moving and multiply_moving_mx share.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_LIB_INTERPRETER_PRODUCT_H
#define GLIA_LIB_INTERPRETER_PRODUCT_H

#include "Rows.h"

namespace glia::interpreter {

/// Rows at a fixed distance.
struct Matrix {
  const float *data;
  ptrdiff_t stride;
};

inline bool isDenseF32(const isa::OnChipOperand &operand) {
  return operand.type == ElementType::f32 && rowPattern(operand).isDense();
}

/// Lays out a [k, m] matrix for products. Each thread takes the columns that it
/// multiplies, too.
void packStationary(Core &core, numerics::PackedStationary &packed,
                    Matrix matrix, unsigned m, unsigned k);

/// destination = stationary^T moving, or destination + that with `accumulate`,
/// through the chain of the contract. Uses the scratch buffers 2 and 3.
void multiplyInto(Core &core, const numerics::PackedStationary &stationary,
                  Matrix moving, const isa::OnChipOperand &destination,
                  bool accumulate, StoreRule rule);

/// E3409: what is loaded (null: nothing for this tile) is not [k, m].
llvm::Error stationaryMismatch(const numerics::PackedStationary *stationary,
                               unsigned k, unsigned m);

} // namespace glia::interpreter

#endif
