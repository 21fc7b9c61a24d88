//===- RowKernel.cpp - Softmax and layer normalisation --------------------===//
//
// Ops that reduce a row and use the result on the whole row: rows are on
// partitions (several a partition where they are short), their elements along
// it. The steps are those of the ops' docs, each rounding:
//   softmax     m = max(x), e = exp(x - m), s = sum(e), e / s
//   layer_norm  u = sum(x) / n, d = x - u, v = sum(d * d) / n, d / sqrt(v +
//   eps) * g + b
// With one row a partition, m and u are per-partition scalars; x - m is then
// the activation's bias -m, which is exact (its scale is 1).
//
//===----------------------------------------------------------------------===//
#include "ElementwiseEmitter.h"
#include "LongRows.h"
#include "Reduction.h"
#include "dialects/Graph/NumericOrder.h"

using namespace glia;
using namespace mlir;
using glia::isa::ActivationFunction;
using glia::isa::AluOp;

static ArrayRef<int64_t> shapeOf(Value value) {
  return cast<RankedTensorType>(value.getType()).getShape();
}

namespace {

/// The instructions of one tile, in which the last `inner` free loops are a
/// row.
class RowTile {
public:
  RowTile(KernelBuilder &kernel, ElementwiseEmitter &emitter,
          const LoopNest &tile, unsigned inner)
      : kernel(kernel), emitter(emitter), tile(tile), inner(inner),
        arithmetic(kernel, tile), all(arithmetic.everyLoop()),
        rows(arithmetic.outerLoops(inner)),
        isSingleRow(arithmetic.elements(rows) == 1),
        type(kernel.builder.getF32Type()),
        length(elementCount(ArrayRef<int64_t>(tile.extents).take_back(inner))) {
  }

  TileView softmax(graph::SoftmaxOp op);
  TileView layerNorm(graph::LayerNormOp op);

private:
  TileView reduce(isa::ReduceOp op, const TileView &from) {
    return Reduction(kernel, tile, inner, op, graph::reductionCut).reduce(from);
  }
  /// from `op` the row's own value.
  TileView withRowValue(const TileView &from, AluOp op, const TileView &value);
  TileView scalarStep(const TileView &from, AluOp op, float value,
                      const Variation &varies) {
    return arithmetic.tensorScalar(
        from, ScalarStepOperand{op, ScalarOperand::immediate(value)}, type,
        varies);
  }
  TileView mean(const TileView &from) {
    return scalarStep(reduce(isa::ReduceOp::add, from), AluOp::divide,
                      static_cast<float>(length), rows);
  }

  KernelBuilder &kernel;
  ElementwiseEmitter &emitter;
  const LoopNest &tile;
  unsigned inner;
  TileArithmetic arithmetic;
  Variation all, rows;
  bool isSingleRow;
  Type type;
  int64_t length;
};

} // namespace

TileView RowTile::withRowValue(const TileView &from, AluOp op,
                               const TileView &value) {
  if (isSingleRow)
    return arithmetic.tensorScalar(
        from, ScalarStepOperand{op, ScalarOperand::perPartition(value)}, type,
        all);
  return arithmetic.tensorTensor(from, op, value, type, all);
}

TileView RowTile::softmax(graph::SoftmaxOp op) {
  TileView x = emitter.view(op.getInput());
  TileView largest = reduce(isa::ReduceOp::max, x), power;
  ScalarOperand one = ScalarOperand::immediate(1);
  if (isSingleRow) {
    TileView negated = scalarStep(largest, AluOp::multiply, -1, rows);
    power =
        arithmetic.activate(ActivationFunction::exp, x, one,
                            ScalarOperand::perPartition(negated), type, all);
  } else {
    TileView difference = withRowValue(x, AluOp::subtract, largest);
    power = arithmetic.activate(ActivationFunction::exp, difference, one,
                                ScalarOperand::immediate(-0.0f), type, all);
  }
  return withRowValue(power, AluOp::divide, reduce(isa::ReduceOp::add, power));
}

TileView RowTile::layerNorm(graph::LayerNormOp op) {
  TileView x = emitter.view(op.getInput());
  TileView difference = withRowValue(x, AluOp::subtract, mean(x));
  TileView variance = mean(arithmetic.tensorTensor(difference, AluOp::multiply,
                                                   difference, type, all));
  TileView shifted =
      scalarStep(variance, AluOp::add, op.getEpsilon().convertToFloat(), rows);
  TileView deviation = arithmetic.activate(
      ActivationFunction::sqrt, shifted, ScalarOperand::immediate(1),
      ScalarOperand::immediate(-0.0f), type, rows);
  TileView result = withRowValue(difference, AluOp::divide, deviation);
  result = arithmetic.tensorTensor(result, AluOp::multiply,
                                   emitter.view(op.getScale()), type, all);
  if (op.getBias())
    result = arithmetic.tensorTensor(result, AluOp::add,
                                     emitter.view(op.getBias()), type, all);
  return result;
}

/// The nest with the loops of the row last, in order; `axis` is its first
/// dimension, softmax has only that one.
static LoopNest rowsOutside(const LoopNest &nest, unsigned first,
                            unsigned count) {
  LoopNest result;
  for (const LoopNest::Operand &operand : nest.operands)
    result.operands.push_back({operand.offset, {}});
  auto add = [&](unsigned loop) {
    Sizes strides;
    for (const LoopNest::Operand &operand : nest.operands)
      strides.push_back(operand.strides[loop]);
    result.addLoop(nest.extents[loop], strides);
  };
  for (unsigned loop = 0; loop < nest.loops(); ++loop)
    if (loop < first || loop >= first + count)
      add(loop);
  for (unsigned loop = first; loop < first + count; ++loop)
    add(loop);
  return result;
}

LogicalResult glia::lowerRow(KernelBuilder &kernel, graph::FusionOp fusion) {
  Operation *root = fusion.getRoot();
  Value result = root->getResult(0);
  ArrayRef<int64_t> shape = shapeOf(result);
  if (elementCount(shape) == 0)
    return success();
  if (!cast<RankedTensorType>(result.getType()).getElementType().isF32())
    return emitUnsupported(root)
           << "has a kernel for f32 only, got " << result.getType();

  auto softmax = dyn_cast<graph::SoftmaxOp>(root);
  auto layerNorm = dyn_cast<graph::LayerNormOp>(root);
  unsigned axis = softmax ? softmax.getAxis() : layerNorm.getAxis();
  unsigned inner = softmax ? 1 : shape.size() - axis;

  SmallVector<Value> values(root->getOperands());
  values.push_back(result);
  ElementwiseEmitter emitter(kernel, fusion, elementwiseOps(fusion), shape,
                             values);
  LoopNest nest = rowsOutside(emitter.nest(), axis, inner);
  unsigned groups[] = {nest.loops() - inner, inner};
  nest = collapseGroups(nest, groups);
  inner = groups[1];

  // Beside the emitter's values: two more of the row alive at a time.
  int64_t length =
      elementCount(ArrayRef<int64_t>(nest.extents).take_back(inner));
  int64_t bytes = emitter.bytesPerElement() + 8;
  TileLimits limits = tileLimits(kernel, bytes);
  if (length > limits.elements) // then without a second row beside it
    limits.elements =
        std::min<int64_t>(kernel.sbufBudget() * 2 / bytes, INT16_MAX);
  if (inner > limits.freeLoops)
    return emitUnsupported(root)
           << "expects a row of at most " << limits.freeLoops
           << " separate loops, got " << inner;
  if (length > limits.elements)
    return lowerLongRows(kernel, emitter, root, nest, inner,
                         tileLimits(kernel, bytes).elements);
  LogicalResult status = success();
  forEachTile(nest, limits, inner, [&](const LoopNest &tile) {
    if (failed(status))
      return;
    emitter.begin(tile);
    RowTile row(kernel, emitter, tile, inner);
    emitter.provide(result,
                    softmax ? row.softmax(softmax) : row.layerNorm(layerNorm));
    status = emitter.finish();
  });
  return status;
}
