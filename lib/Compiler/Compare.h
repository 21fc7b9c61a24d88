//===- Compare.h - Outputs against the right ones -------------------------===//
//
// The tolerance of `verify`, and the length that it depends on.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_LIB_COMPILER_COMPARE_H
#define GLIA_LIB_COMPILER_COMPARE_H

#include "glia/Compiler/Verify.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace glia {

/// The largest sum of contraction and reduction lengths on a path through a
/// function of phase `graph`, at least 1.
int64_t longestSumPath(mlir::func::FuncOp main);

/// Arrays have no names for bf16 and the fp8 formats: `tensor` with the bit
/// patterns of `type` gets that type.
void adoptType(Tensor &tensor, ElementType type);

/// The unit roundoff of what a compilation computes in: the largest of the types
/// that --auto-cast and its overrides name, at least 2^-24.
double unitRoundoff(const CompileOptions &options);

/// Per element: |got - want| <= 8 u sqrt(length) max(|want|, rms(want)) with
/// u = `roundoff`; integers and bool must be equal. Errors: E1801 when type or
/// shape differ.
llvm::Expected<OutputComparison> compareOutput(llvm::StringRef name,
                                               const Tensor &got,
                                               const Tensor &want,
                                               int64_t length,
                                               double roundoff);

} // namespace glia

#endif
