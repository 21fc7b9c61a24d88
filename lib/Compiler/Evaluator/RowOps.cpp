//===- RowOps.cpp - Evaluates softmax and layer_norm ----------------------===//
//
// The steps that the ops' descriptions list, one rounding each.
//
//===----------------------------------------------------------------------===//
#include "Operations.h"
#include "Strided.h"
#include "dialects/Graph/NumericOrder.h"
#include "glia/ISA/Enums.h"

namespace glia::evaluator {

using isa::AluOp;

/// row[i] = op(row[i], value)
static void applyScalar(AluOp op, std::vector<float> &row, float value,
                        const EvaluateOptions &options) {
  std::vector<float> right(row.size(), value);
  numerics::aluRow(op, row.data(), right.data(), row.data(), row.size(),
                   options.simd);
}

static float reduce(isa::ReduceOp op, const std::vector<float> &row) {
  return reducePieces(op, row.data(), row.size(), graph::reductionCut);
}

void evaluateSoftmax(graph::SoftmaxOp op, Operands operands, Tensor &result,
                     const EvaluateOptions &options) {
  llvm::ArrayRef<int64_t> shape(result.shape);
  int64_t length = shape[op.getAxis()],
          inner = product(shape.drop_front(op.getAxis() + 1));
  int64_t rows = product(shape) / length;
  parallelFor(options.threads, rows, [&](int64_t index) {
    int64_t first = index / inner * length * inner + index % inner;
    std::vector<float> row(length);
    for (int64_t i = 0; i < length; ++i)
      row[i] = floats(*operands[0])[first + i * inner];
    applyScalar(AluOp::subtract, row, reduce(isa::ReduceOp::max, row), options);
    numerics::activate(isa::ActivationFunction::exp, row.data(), row.data(),
                       length, options.simd);
    applyScalar(AluOp::divide, row, reduce(isa::ReduceOp::add, row), options);
    for (int64_t i = 0; i < length; ++i)
      floats(result)[first + i * inner] = row[i];
  });
}

void evaluateLayerNorm(graph::LayerNormOp op, Operands operands, Tensor &result,
                       const EvaluateOptions &options) {
  int64_t length =
      product(llvm::ArrayRef<int64_t>(result.shape).drop_front(op.getAxis()));
  int64_t rows = product(result.shape) / length;
  float epsilon = op.getEpsilon().convertToFloat();
  parallelFor(options.threads, rows, [&](int64_t index) {
    const float *from = floats(*operands[0]) + index * length;
    std::vector<float> row(from, from + length), squares(length);
    float mean = numerics::alu(AluOp::divide, reduce(isa::ReduceOp::add, row),
                               float(length));
    applyScalar(AluOp::subtract, row, mean, options);
    numerics::aluRow(AluOp::multiply, row.data(), row.data(), squares.data(),
                     length, options.simd);
    float variance = numerics::alu(
        AluOp::divide, reduce(isa::ReduceOp::add, squares), float(length));
    float deviation = numerics::alu(AluOp::add, variance, epsilon);
    numerics::activate(isa::ActivationFunction::sqrt, &deviation, &deviation, 1,
                       options.simd);
    applyScalar(AluOp::divide, row, deviation, options);
    std::copy(row.begin(), row.end(), floats(result) + index * length);
  });
  applyAlu(AluOp::multiply, result, *operands[1], result, options);
  if (operands.size() > 2)
    applyAlu(AluOp::add, result, *operands[2], result, options);
}

} // namespace glia::evaluator
