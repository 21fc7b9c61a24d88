//===- LongRows.cpp - Rows that do not fit in a partition -----------------===//
//
// The steps are RowKernel's, so that the bits are: sums join pieces of 2048 in
// ascending order, whatever a pass over the row holds at a time. What a pass
// needs again is loaded and computed again, which costs less HBM than keeping
// it would.
//   softmax     pass 1: max   pass 2: sum of exp(x - m)   pass 3: the result
//   layer_norm  pass 1: sum   pass 2: sum of (x - u)^2    pass 3: the result
//
//===----------------------------------------------------------------------===//
#include "LongRows.h"
#include "Reduction.h"
#include "dialects/Graph/NumericOrder.h"

using namespace glia;
using namespace mlir;
using glia::isa::ActivationFunction;
using glia::isa::AluOp;

namespace {

class LongRows {
public:
  LongRows(KernelBuilder &kernel, ElementwiseEmitter &emitter, Operation *root,
           const LoopNest &tile, int64_t elements)
      : kernel(kernel), emitter(emitter), root(root), tile(tile), row(tile),
        elements(elements), type(kernel.builder.getF32Type()) {
    removeLoop(row, 0);
  }

  LogicalResult softmax();
  LogicalResult layerNorm(graph::LayerNormOp op);

private:
  /// A tile with one free loop of `length` elements a partition.
  LoopNest pieceNest(int64_t length) const {
    LoopNest nest;
    nest.extents = {tile.extents[0], length};
    return nest;
  }
  /// Joins what `make` makes of each piece of the input.
  TileView
  reduce(isa::ReduceOp op,
         llvm::function_ref<TileView(TileArithmetic &, TileView)> make);
  TileView rowStep(const TileView &from, AluOp op, float value);
  TileView withRowValue(TileArithmetic &arithmetic, const TileView &from,
                        AluOp op, TileView value);
  /// Stores what `make` makes of the root's input on each box of the row.
  LogicalResult
  finish(llvm::function_ref<TileView(TileArithmetic &, TileView)> make);

  KernelBuilder &kernel;
  ElementwiseEmitter &emitter;
  Operation *root;
  const LoopNest &tile; // rows on partitions, then the loops of a row
  LoopNest row;         // without the rows
  int64_t elements;
  Type type;
};

} // namespace

TileView LongRows::reduce(
    isa::ReduceOp op,
    llvm::function_ref<TileView(TileArithmetic &, TileView)> make) {
  std::optional<TileView> total;
  for (graph::Piece piece : graph::reductionPieces(row.iterations())) {
    LoopNest nest = pieceNest(piece.length);
    TileArithmetic arithmetic(kernel, nest);
    Reduction reduction(kernel, nest, 1, op, graph::reductionCut);
    TileView value = reduction.reduce(
        make(arithmetic, loadPiece(kernel, root->getOperand(0), tile,
                                   piece.offset, piece.length)));
    total = total ? reduction.join(*total, value) : value;
  }
  return *total;
}

TileView LongRows::rowStep(const TileView &from, AluOp op, float value) {
  LoopNest nest = pieceNest(1);
  TileArithmetic arithmetic(kernel, nest);
  return arithmetic.tensorScalar(
      from, ScalarStepOperand{op, ScalarOperand::immediate(value)}, type,
      arithmetic.outerLoops(1));
}

TileView LongRows::withRowValue(TileArithmetic &arithmetic,
                                const TileView &from, AluOp op,
                                TileView value) {
  return arithmetic.tensorScalar(
      from, ScalarStepOperand{op, ScalarOperand::perPartition(value)}, type,
      arithmetic.everyLoop());
}

LogicalResult LongRows::finish(
    llvm::function_ref<TileView(TileArithmetic &, TileView)> make) {
  LogicalResult result = success();
  for (const graph::Piece &piece :
       graph::reductionPieces(row.iterations(), elements))
    forEachBoxOfRange(row, piece.offset, piece.length, [&](LoopNest box) {
      if (failed(result))
        return;
      box.extents.insert(box.extents.begin(), tile.extents[0]);
      for (auto [operand, whole] : llvm::zip(box.operands, tile.operands))
        operand.strides.insert(operand.strides.begin(), whole.strides[0]);
      TileArithmetic arithmetic(kernel, box);
      emitter.begin(box);
      emitter.provide(root->getResult(0),
                      make(arithmetic, emitter.view(root->getOperand(0))));
      result = emitter.finish();
    });
  return result;
}

LogicalResult LongRows::softmax() {
  TileView largest = reduce(isa::ReduceOp::max,
                            [](TileArithmetic &, TileView x) { return x; });
  TileView negated = rowStep(largest, AluOp::multiply, -1);
  auto power = [&](TileArithmetic &arithmetic, const TileView &x) {
    return arithmetic.activate(
        ActivationFunction::exp, x, ScalarOperand::immediate(1),
        ScalarOperand::perPartition(negated), type, arithmetic.everyLoop());
  };
  TileView sum = reduce(isa::ReduceOp::add, power);
  return finish([&](TileArithmetic &arithmetic, const TileView &x) {
    return withRowValue(arithmetic, power(arithmetic, x), AluOp::divide, sum);
  });
}

LogicalResult LongRows::layerNorm(graph::LayerNormOp op) {
  float length = static_cast<float>(row.iterations());
  TileView mean =
      rowStep(reduce(isa::ReduceOp::add,
                     [](TileArithmetic &, TileView x) { return x; }),
              AluOp::divide, length);
  auto difference = [&](TileArithmetic &arithmetic, const TileView &x) {
    return withRowValue(arithmetic, x, AluOp::subtract, mean);
  };
  auto square = [&](TileArithmetic &arithmetic, const TileView &x) {
    TileView d = difference(arithmetic, x);
    return arithmetic.tensorTensor(d, AluOp::multiply, d, type,
                                   arithmetic.everyLoop());
  };
  TileView variance =
      rowStep(reduce(isa::ReduceOp::add, square), AluOp::divide, length);
  TileView shifted =
      rowStep(variance, AluOp::add, op.getEpsilon().convertToFloat());
  LoopNest single = pieceNest(1);
  TileArithmetic scalars(kernel, single);
  TileView deviation = scalars.activate(
      ActivationFunction::sqrt, shifted, ScalarOperand::immediate(1),
      ScalarOperand::immediate(-0.0f), type, scalars.outerLoops(1));
  return finish([&](TileArithmetic &arithmetic, const TileView &x) {
    TileView result = withRowValue(arithmetic, difference(arithmetic, x),
                                   AluOp::divide, deviation);
    Variation all = arithmetic.everyLoop();
    result = arithmetic.tensorTensor(result, AluOp::multiply,
                                     emitter.view(op.getScale()), type, all);
    if (op.getBias())
      result = arithmetic.tensorTensor(result, AluOp::add,
                                       emitter.view(op.getBias()), type, all);
    return result;
  });
}

LogicalResult glia::lowerLongRows(KernelBuilder &kernel,
                                  ElementwiseEmitter &emitter, Operation *root,
                                  const LoopNest &nest, unsigned inner,
                                  int64_t elements) {
  LogicalResult result = success();
  forEachLongRow(nest, inner, [&](const LoopNest &tile) {
    if (failed(result))
      return;
    LongRows rows(kernel, emitter, root, tile, elements);
    auto layerNorm = dyn_cast<graph::LayerNormOp>(root);
    result = layerNorm ? rows.layerNorm(layerNorm) : rows.softmax();
  });
  return result;
}
