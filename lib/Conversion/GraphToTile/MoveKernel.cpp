//===- MoveKernel.cpp - Transpose, slice, concat, pad, broadcast ----------===//
//
// Nothing is computed, so nothing goes through SBUF: the op becomes a nest with
// a source and a destination operand, and that one or a few copies in HBM. The
// border of a pad is stored from one filled tile.
//
//===----------------------------------------------------------------------===//
#include "BufferCopy.h"
#include "TilePlan.h"
#include "TileView.h"

using namespace glia;
using namespace mlir;

static ArrayRef<int64_t> shapeOf(Value value) {
  return cast<RankedTensorType>(value.getType()).getShape();
}

namespace {

class MoveKernel {
public:
  MoveKernel(KernelBuilder &kernel, Value result)
      : kernel(kernel), destination(kernel.bufferOf(result)),
        shape(shapeOf(result)), strides(rowMajorStrides(shape)),
        elementType(cast<RankedTensorType>(result.getType()).getElementType()) {
  }

  void lower(graph::TransposeOp op);
  void lower(graph::SliceOp op);
  void lower(graph::ConcatOp op);
  void lower(graph::PadOp op);
  void lower(graph::BroadcastOp op);

private:
  /// Copies a box of `extents` of `input`, read at `read`, to `write`.
  void copy(Value input, ArrayRef<int64_t> extents, LoopNest::Operand read,
            LoopNest::Operand write) {
    LoopNest nest;
    nest.extents.assign(extents.begin(), extents.end());
    nest.operands = {std::move(read), std::move(write)};
    copyNest(kernel, nest, 0, kernel.bufferOf(input), 1, destination,
             tile::elementBytes(elementType));
  }

  KernelBuilder &kernel;
  Value destination;
  ArrayRef<int64_t> shape; // of the result
  Sizes strides;
  Type elementType;
};

} // namespace

void MoveKernel::lower(graph::TransposeOp op) {
  Sizes input = rowMajorStrides(shapeOf(op.getInput())), read;
  for (int64_t dimension : op.getPermutation())
    read.push_back(input[dimension]);
  copy(op.getInput(), shape, {0, read}, {0, strides});
}

void MoveKernel::lower(graph::SliceOp op) {
  Sizes input = rowMajorStrides(shapeOf(op.getInput()));
  LoopNest::Operand read;
  for (auto [stride, start, step] :
       llvm::zip_equal(input, op.getStarts(), op.getStrides())) {
    read.offset += start * stride;
    read.strides.push_back(step * stride);
  }
  copy(op.getInput(), shape, read, {0, strides});
}

void MoveKernel::lower(graph::ConcatOp op) {
  int64_t position = 0;
  for (Value input : op.getInputs()) {
    ArrayRef<int64_t> inputShape = shapeOf(input);
    copy(input, inputShape, {0, rowMajorStrides(inputShape)},
         {position * strides[op.getAxis()], strides});
    position += inputShape[op.getAxis()];
  }
}

void MoveKernel::lower(graph::BroadcastOp op) {
  copy(op.getInput(), shape,
       {0, broadcastStrides(shapeOf(op.getInput()), shape)}, {0, strides});
}

/// The pattern of a number of the element type.
static uint64_t bitsOf(Type type, double value) {
  auto floating = dyn_cast<FloatType>(type);
  if (!floating) {
    unsigned width = type.getIntOrFloatBitWidth();
    return static_cast<uint64_t>(static_cast<int64_t>(value)) &
           llvm::maskTrailingOnes<uint64_t>(width);
  }
  llvm::APFloat number(value);
  bool lossy;
  number.convert(floating.getFloatSemantics(),
                 llvm::APFloat::rmNearestTiesToEven, &lossy);
  return number.bitcastToAPInt().getZExtValue();
}

/// The tiles of the border: two boxes a dimension, below and above the interior
/// in it, inside the interior in the dimensions before, whole in those after.
/// `box` starts as the result and becomes the interior.
static SmallVector<LoopNest, 0> borderTiles(LoopNest &box, graph::PadOp op) {
  TileLimits limits;
  limits.elements = 2048;
  SmallVector<LoopNest, 0> tiles;
  for (auto [dimension, low, high] : llvm::zip(
           llvm::seq<unsigned>(0, box.loops()), op.getLow(), op.getHigh())) {
    auto fill = [&](int64_t begin, int64_t size) {
      if (size != 0 && box.iterations() != 0)
        forEachTile(sliceLoop(box, dimension, begin, size), limits, 0,
                    [&](const LoopNest &tile) { tiles.push_back(tile); });
    };
    int64_t extent = box.extents[dimension], inside = extent - low - high;
    fill(0, low);
    fill(extent - high, high);
    box.operands[0].offset += low * box.operands[0].strides[dimension];
    box.extents[dimension] = inside;
  }
  return tiles;
}

void MoveKernel::lower(graph::PadOp op) {
  LoopNest box;
  box.extents.assign(shape.begin(), shape.end());
  box.operands.push_back({0, strides});
  SmallVector<LoopNest, 0> tiles = borderTiles(box, op);
  if (!tiles.empty()) {
    int64_t partitions = 1, elements = 1;
    for (const LoopNest &tile : tiles) {
      partitions = std::max(partitions, tile.extents[0]);
      elements = std::max(elements, tile.iterations() / tile.extents[0]);
    }
    TileVariable fill =
        kernel.sbuf(partitions, elements, onChipType(elementType));
    kernel.memset(fill, tile::AccessPattern::contiguous(partitions, elements),
                  bitsOf(elementType, op.getValue().convertToDouble()));
    for (const LoopNest &tile : tiles)
      kernel.store(fill,
                   tile::AccessPattern::contiguous(
                       tile.extents[0], tile.iterations() / tile.extents[0]),
                   destination,
                   bufferPattern(tile, 0, tile::elementBytes(elementType)));
  }
  copy(op.getInput(), shapeOf(op.getInput()),
       {0, rowMajorStrides(shapeOf(op.getInput()))}, box.operands[0]);
}

LogicalResult glia::lowerMove(KernelBuilder &kernel, graph::FusionOp fusion) {
  Operation *root = fusion.getRoot();
  if (!llvm::hasSingleElement(fusion.getBlock()->without_terminator()))
    return fusion.emitOpError() << "expects a move to be alone in its fusion";
  MoveKernel move(kernel, fusion.getResult(0));
  if (auto op = dyn_cast<graph::TransposeOp>(root))
    move.lower(op);
  else if (auto op = dyn_cast<graph::SliceOp>(root))
    move.lower(op);
  else if (auto op = dyn_cast<graph::ConcatOp>(root))
    move.lower(op);
  else if (auto op = dyn_cast<graph::PadOp>(root))
    move.lower(op);
  else if (auto op = dyn_cast<graph::BroadcastOp>(root))
    move.lower(op);
  else
    return emitUnsupported(root) << "has no kernel that moves it";
  return success();
}
