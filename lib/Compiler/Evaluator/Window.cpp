//===- Window.cpp - Evaluates window (pooling) ----------------------------===//
//
// A window is one reduction over its elements by kernel row, then column;
// padding takes part as -inf or +0.
//
//===----------------------------------------------------------------------===//
#include "Operations.h"
#include "Strided.h"
#include "dialects/Graph/NumericOrder.h"
#include "glia/ISA/Enums.h"
#include <limits>

namespace glia::evaluator {

namespace {
struct Axis {
  int64_t size, result, kernel, stride, pad, dilation;
};
} // namespace

/// Dimension `d` of the spatial ones; a missing one has a single element.
static Axis axisOf(graph::WindowOp op, int d) {
  if (d < 0)
    return {1, 1, 1, 1, 0, 1};
  return {op.getInput().getType().getDimSize(2 + d),
          op.getResult().getType().getDimSize(2 + d),
          op.getKernel()[d],
          op.getStrides()[d],
          op.getPads()[d],
          op.getDilations()[d]};
}

void evaluateWindow(graph::WindowOp op, Operands operands, Tensor &result,
                    const EvaluateOptions &options) {
  int rank = op.getKernel().size();
  Axis y = axisOf(op, rank - 2), x = axisOf(op, rank - 1);
  bool isMax = op.getKind() == graph::WindowKind::max;
  float padding = isMax ? -std::numeric_limits<float>::infinity() : 0.0f;
  int64_t planes = result.shape[0] * result.shape[1],
          elements = y.kernel * x.kernel;
  parallelFor(options.threads, planes, [&](int64_t plane) {
    const float *input = floats(*operands[0]) + plane * y.size * x.size;
    float *out = floats(result) + plane * y.result * x.result;
    std::vector<float> window(elements);
    for (int64_t oy = 0; oy < y.result; ++oy)
      for (int64_t ox = 0; ox < x.result; ++ox) {
        int64_t inside = 0, i = 0;
        for (int64_t ky = 0; ky < y.kernel; ++ky)
          for (int64_t kx = 0; kx < x.kernel; ++kx, ++i) {
            int64_t iy = oy * y.stride + ky * y.dilation - y.pad,
                    ix = ox * x.stride + kx * x.dilation - x.pad;
            bool isInside = iy >= 0 && iy < y.size && ix >= 0 && ix < x.size;
            window[i] = isInside ? input[iy * x.size + ix] : padding;
            inside += isInside;
          }
        float total =
            reducePieces(isMax ? isa::ReduceOp::max : isa::ReduceOp::add,
                         window.data(), elements, graph::reductionCut);
        if (!isMax)
          total =
              numerics::alu(isa::AluOp::divide, total,
                            float(op.getCountIncludePad() ? elements : inside));
        *out++ = total;
      }
  });
}

} // namespace glia::evaluator
