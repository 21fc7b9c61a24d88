//===- ReduceKernel.cpp - Reductions over any axes ------------------------===//
//
// Kept dimensions go over partitions and, what is left, along them; the reduced
// ones, in their logical order, are the innermost loops of each tile, however
// they lie in HBM: strided loads bring them there. The epilogue works on the
// reduced values.
//
//===----------------------------------------------------------------------===//
#include "ElementwiseEmitter.h"
#include "Reduction.h"
#include "dialects/Graph/NumericOrder.h"

using namespace glia;
using namespace mlir;
using glia::isa::AluOp;

static ArrayRef<int64_t> shapeOf(Value value) {
  return cast<RankedTensorType>(value.getType()).getShape();
}

namespace {

class ReduceKernel {
public:
  ReduceKernel(KernelBuilder &kernel, graph::FusionOp fusion,
               graph::ReduceOp root)
      : kernel(kernel), root(root),
        elementType(
            cast<RankedTensorType>(root.getInput().getType()).getElementType()),
        epilogue(kernel, fusion, elementwiseOps(fusion),
                 shapeOf(root.getResult()), root.getResult()) {}

  LogicalResult lower();

private:
  LoopNest jointNest(unsigned &reducedLoops);
  LogicalResult lowerTile(const LoopNest &tile, unsigned inner);
  LogicalResult lowerLongRows(const LoopNest &nest, unsigned inner);
  LogicalResult lowerEmptyRows();
  TileView loadInput(const LoopNest &tile);
  TileView finishMean(const LoopNest &tile, unsigned inner,
                      const TileView &sum);
  LogicalResult finish(const LoopNest &tile, unsigned inner,
                       const TileView &joined);
  isa::ReduceOp operation();

  KernelBuilder &kernel;
  graph::ReduceOp root;
  Type elementType;
  ElementwiseEmitter epilogue;
};

} // namespace

isa::ReduceOp ReduceKernel::operation() {
  switch (root.getKind()) {
  case graph::ReduceKind::max:
    return isa::ReduceOp::max;
  case graph::ReduceKind::min:
    return isa::ReduceOp::min;
  case graph::ReduceKind::sum:
  case graph::ReduceKind::mean:
    return isa::ReduceOp::add;
  }
  llvm_unreachable("all kinds are listed");
}

/// Loops: the kept dimensions, then the reduced ones. Operands: the input, then
/// the epilogue's values, which stand still in the reduced loops.
LoopNest ReduceKernel::jointNest(unsigned &reducedLoops) {
  ArrayRef<int64_t> shape = shapeOf(root.getInput());
  Sizes inputStrides = rowMajorStrides(shape);
  LoopNest values = epilogue.nest(), nest;
  nest.operands.resize(1 + values.operands.size());
  auto isReduced = [&](int64_t dimension) {
    return llvm::is_contained(root.getAxes(), dimension);
  };
  unsigned resultDimension = 0;
  for (auto [dimension, extent] : llvm::enumerate(shape)) {
    if (isReduced(dimension)) {
      resultDimension += root.getKeepdims();
      continue;
    }
    Sizes strides{inputStrides[dimension]};
    for (const LoopNest::Operand &operand : values.operands)
      strides.push_back(operand.strides[resultDimension]);
    nest.addLoop(extent, strides);
    ++resultDimension;
  }
  reducedLoops = 0;
  for (auto [dimension, extent] : llvm::enumerate(shape)) {
    if (!isReduced(dimension))
      continue;
    Sizes strides(nest.operands.size(), 0);
    strides[0] = inputStrides[dimension];
    nest.addLoop(extent, strides);
    ++reducedLoops;
  }
  return nest;
}

TileView ReduceKernel::loadInput(const LoopNest &tile) {
  TileArithmetic arithmetic(kernel, tile);
  return arithmetic.load(kernel.bufferOf(root.getInput()), tile, 0, elementType,
                         arithmetic.everyLoop());
}

/// Sum to mean: divided by the count, correctly rounded.
TileView ReduceKernel::finishMean(const LoopNest &tile, unsigned inner,
                                  const TileView &sum) {
  TileArithmetic arithmetic(kernel, tile);
  ScalarStepOperand step{
      AluOp::divide,
      ScalarOperand::immediate(static_cast<float>(root.getReducedElements()))};
  return arithmetic.tensorScalar(sum, step, elementType,
                                 arithmetic.outerLoops(inner));
}

/// `joined` is dense over the kept free loops of `tile`, of which the last
/// `inner` are reduced.
LogicalResult ReduceKernel::finish(const LoopNest &tile, unsigned inner,
                                   const TileView &joined) {
  TileView result = root.getKind() == graph::ReduceKind::mean
                        ? finishMean(tile, inner, joined)
                        : joined;
  LoopNest kept = tile;
  kept.operands.erase(kept.operands.begin());
  for (unsigned i = 0; i < inner; ++i) {
    removeLoop(kept, kept.loops() - 1);
    result.strides.pop_back();
  }
  epilogue.begin(kept);
  epilogue.provide(root.getResult(), result);
  return epilogue.finish();
}

LogicalResult ReduceKernel::lowerTile(const LoopNest &tile, unsigned inner) {
  Reduction reduction(kernel, tile, inner, operation(), root.getCut());
  return finish(tile, inner, reduction.reduce(loadInput(tile)));
}

/// Rows that do not fit in a partition: one row a partition, loaded piece by
/// piece.
LogicalResult ReduceKernel::lowerLongRows(const LoopNest &nest,
                                          unsigned inner) {
  int64_t length =
      elementCount(ArrayRef<int64_t>(nest.extents).take_back(inner));
  LogicalResult result = success();
  forEachLongRow(nest, inner, [&](const LoopNest &tile) {
    if (failed(result))
      return;
    Reduction rows(kernel, tile, inner, operation(), root.getCut());
    std::optional<TileView> total;
    for (graph::Piece piece : graph::reductionPieces(length, root.getCut())) {
      LoopNest pieceTile;
      pieceTile.extents = {tile.extents[0], piece.length};
      Reduction reduction(kernel, pieceTile, 1, operation(), root.getCut());
      TileView value = reduction.reduce(
          loadPiece(kernel, root.getInput(), tile, piece.offset, piece.length));
      value.strides.assign(inner, 0);
      total = total ? rows.join(*total, value) : value;
    }
    result = finish(tile, inner, *total);
  });
  return result;
}

/// A sum of nothing.
LogicalResult ReduceKernel::lowerEmptyRows() {
  LogicalResult result = success();
  forEachTile(epilogue.nest(), tileLimits(kernel, epilogue.bytesPerElement()),
              0, [&](const LoopNest &tile) {
                if (failed(result))
                  return;
                TileArithmetic arithmetic(kernel, tile);
                epilogue.begin(tile);
                epilogue.provide(
                    root.getResult(),
                    arithmetic.memset(0, elementType, arithmetic.everyLoop()));
                result = epilogue.finish();
              });
  return result;
}

LogicalResult ReduceKernel::lower() {
  int64_t length = root.getReducedElements();
  if (elementCount(shapeOf(root.getResult())) == 0)
    return success();
  if (length == 0)
    return lowerEmptyRows();

  bool isWide = elementType.isInteger(32) || elementType.isInteger(64);
  if (!elementType.isF32() && !isWide)
    return emitUnsupported(root) << "has no reduction of " << elementType
                                 << ", only of f32, i32 and i64";
  unsigned inner;
  LoopNest nest = jointNest(inner);
  unsigned groups[] = {nest.loops() - inner, inner};
  nest = collapseGroups(nest, groups);
  inner = groups[1];
  if (inner > TileLimits().freeLoops)
    return emitUnsupported(root)
           << "expects at most " << TileLimits().freeLoops
           << " separate groups of reduced axes, got " << inner;

  // Integers are folded through a second tile of half the size.
  int64_t bytes = tile::elementBytes(elementType) * (isWide ? 2 : 1) +
                  epilogue.bytesPerElement() / length;
  TileLimits limits = tileLimits(kernel, bytes);
  if (length > limits.elements)
    return lowerLongRows(nest, inner);
  LogicalResult result = success();
  forEachTile(nest, limits, inner, [&](const LoopNest &tile) {
    if (succeeded(result))
      result = lowerTile(tile, inner);
  });
  return result;
}

LogicalResult glia::lowerReduce(KernelBuilder &kernel, graph::FusionOp fusion) {
  return ReduceKernel(kernel, fusion, cast<graph::ReduceOp>(fusion.getRoot()))
      .lower();
}
