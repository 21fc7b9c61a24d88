//===- Evaluator.h - Bit-exact evaluation of graph IR on the host ---------===//
//
// What a graph of phases `graph` to `fused` gives, by docs/Machine.md section
// 4: the same numerics and the same order of every sum as the machine, so its
// bits are the machine's. `verify` finds the first phase that differs with it.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_COMPILER_EVALUATOR_H
#define GLIA_COMPILER_EVALUATOR_H

#include "glia/Support/ConstantStore.h"
#include "glia/Support/Numerics.h"
#include "glia/Support/Tensor.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"

namespace mlir {
class Operation;
namespace func {
class FuncOp;
} // namespace func
} // namespace mlir

namespace glia {

struct EvaluateOptions {
  numerics::SimdLevel simd = numerics::bestSimdLevel();
  unsigned threads = 1; // neither changes a bit
};

/// Told of each op's result, those inside fusions and of fusions included.
using ResultCallback = llvm::function_ref<void(
    mlir::Operation *op, unsigned result, const Tensor &value)>;

/// The results of `main` by their `graph.name`. Inputs are found by name, too.
/// Values are freed after their last use, constants read at their first.
/// Errors: E1620 (an input is missing or does not fit), E3600 (an index out of
/// range), E1600 (an op that no phase has), and the store's.
llvm::Expected<NamedTensors> evaluate(mlir::func::FuncOp main,
                                      const ConstantStore &constants,
                                      const NamedTensors &inputs,
                                      ResultCallback seen = nullptr,
                                      const EvaluateOptions &options = {});

} // namespace glia

#endif
