//===- Operations.h - One function per graph op ---------------------------===//
//
// Each takes the operands' values and fills the result, whose type, shape and
// size are set already. Verified ops cannot fail but by a value (an index).
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_LIB_COMPILER_EVALUATOR_OPERATIONS_H
#define GLIA_LIB_COMPILER_EVALUATOR_OPERATIONS_H

#include "dialects/Graph/GraphOps.h"
#include "glia/Compiler/Evaluator.h"

namespace glia::evaluator {

using Operands = llvm::ArrayRef<const Tensor *>;

void evaluateElementwise(graph::ElementwiseOpInterface op, Operands operands,
                         Tensor &result, const EvaluateOptions &options);
void evaluateContract(graph::ContractOp op, Operands operands, Tensor &result,
                      const EvaluateOptions &options);
void evaluateConvolution(graph::ConvolutionOp op, Operands operands,
                         Tensor &result, const EvaluateOptions &options);
void evaluateReduce(graph::ReduceOp op, Operands operands, Tensor &result,
                    const EvaluateOptions &options);
void evaluateWindow(graph::WindowOp op, Operands operands, Tensor &result,
                    const EvaluateOptions &options);
void evaluateSoftmax(graph::SoftmaxOp op, Operands operands, Tensor &result,
                     const EvaluateOptions &options);
void evaluateLayerNorm(graph::LayerNormOp op, Operands operands, Tensor &result,
                       const EvaluateOptions &options);
llvm::Error evaluateGather(graph::GatherOp op, Operands operands,
                           Tensor &result);
llvm::Error evaluateScatter(graph::ScatterOp op, Operands operands,
                            Tensor &result);
void evaluateTranspose(graph::TransposeOp op, Operands operands,
                       Tensor &result);
void evaluateBroadcast(graph::BroadcastOp op, Operands operands,
                       Tensor &result);
void evaluateSlice(graph::SliceOp op, Operands operands, Tensor &result);
void evaluateConcat(graph::ConcatOp op, Operands operands, Tensor &result);
void evaluatePad(graph::PadOp op, Operands operands, Tensor &result);

/// result = op(left, right) on fp32 tensors, broadcasting.
void applyAlu(isa::AluOp op, const Tensor &left, const Tensor &right,
              Tensor &result, const EvaluateOptions &options);

/// One reduction over `count` dense elements: pieces of `cut`, joined in order.
float reducePieces(isa::ReduceOp op, const float *elements, int64_t count,
                   int64_t cut);

} // namespace glia::evaluator

#endif
