//===- Reduction.cpp - Rows of a tile into one element each ---------------===//
//
// Floats go through the reduce instruction, a piece each, and pieces join in
// ascending order. 32 and 64-bit integers, which Vector cannot hold, are folded
// in halves on GpSimd: wrapping addition and maximum have no order.
//
//===----------------------------------------------------------------------===//
#include "Reduction.h"
#include "dialects/Graph/NumericOrder.h"

using namespace glia;
using namespace mlir;
using glia::isa::AluOp;
using glia::isa::Engine;

static AluOp joiningOperator(isa::ReduceOp op) {
  switch (op) {
  case isa::ReduceOp::add:
    return AluOp::add;
  case isa::ReduceOp::max:
    return AluOp::max;
  case isa::ReduceOp::min:
    return AluOp::min;
  default:
    llvm_unreachable("the graph dialect has no other reduction");
  }
}

static bool isWideInteger(Type type) {
  return type.isInteger(32) || type.isInteger(64);
}

Reduction::Reduction(KernelBuilder &kernel, const LoopNest &tile,
                     unsigned inner, isa::ReduceOp op, int64_t cut)
    : kernel(kernel), arithmetic(kernel, tile), partitions(tile.extents[0]),
      extents(ArrayRef<int64_t>(tile.extents).drop_front()),
      rows(elementCount(ArrayRef<int64_t>(extents).drop_back(inner))),
      row(elementCount(ArrayRef<int64_t>(extents).take_back(inner))),
      kept(arithmetic.outerLoops(inner)), op(op), cut(cut) {}

/// The pattern of elements [offset, offset + length) of each row of a dense
/// tile with rows of `row` elements.
static tile::AccessPattern rowPieces(int64_t partitions, int64_t rows,
                                     int64_t row, int64_t offset,
                                     int64_t length) {
  if (rows == 1)
    return tile::AccessPattern::strided(partitions, {{length, 1}}, 0, offset);
  return tile::AccessPattern::strided(partitions, {{rows, row}, {length, 1}}, 0,
                                      offset);
}

TileView Reduction::reducePiece(const TileView &from, int64_t offset,
                                int64_t length) {
  if (isWideInteger(from.elementType()))
    return reduceWideIntegers(from, offset, length);
  TileVariable to = kernel.sbuf(partitions, rows, from.elementType());
  kernel.reduce(to, tile::AccessPattern::contiguous(partitions, rows), op,
                from.tile,
                rowPieces(partitions, rows, row, from.offset + offset, length),
                /*axes=*/1);
  return TileView(to.version, denseStrides(extents, kept));
}

TileView Reduction::reduceWideIntegers(TileView from, int64_t offset,
                                       int64_t length) {
  int64_t rowLength = row;
  Value current = from.tile;
  offset += from.offset;
  do {
    int64_t half = (length + 1) / 2, pairs = length - half;
    TileVariable next =
        kernel.sbuf(partitions, rows * half, from.elementType());
    if (pairs != 0)
      kernel.tensorTensor(
          next, rowPieces(partitions, rows, half, 0, pairs), current,
          rowPieces(partitions, rows, rowLength, offset, pairs),
          joiningOperator(op), current,
          rowPieces(partitions, rows, rowLength, offset + half, pairs),
          Engine::gpsimd);
    if (pairs != half) // the odd one in the middle
      kernel.copy(next, rowPieces(partitions, rows, half, half - 1, 1), current,
                  rowPieces(partitions, rows, rowLength, offset + half - 1, 1),
                  Engine::gpsimd);
    current = next;
    length = rowLength = half;
    offset = 0;
  } while (length > 1);
  return TileView(current, denseStrides(extents, kept));
}

TileView Reduction::join(const TileView &before, const TileView &piece) {
  Engine engine =
      isWideInteger(before.elementType()) ? Engine::gpsimd : Engine::vector;
  return arithmetic.tensorTensor(before, joiningOperator(op), piece,
                                 before.elementType(), kept, engine);
}

TileView Reduction::reduce(const TileView &from) {
  std::optional<TileView> total;
  for (graph::Piece piece : graph::reductionPieces(row, cut)) {
    TileView value = reducePiece(from, piece.offset, piece.length);
    total = total ? join(*total, value) : value;
  }
  return *total;
}

TileView glia::loadPiece(KernelBuilder &kernel, Value input,
                         const LoopNest &tile, int64_t offset, int64_t length) {
  Type type = cast<RankedTensorType>(input.getType()).getElementType();
  int64_t partitions = tile.extents[0], position = 0;
  TileVariable piece = kernel.sbuf(partitions, length, type);
  LoopNest row = tile;
  removeLoop(row, 0);
  forEachBoxOfRange(row, offset, length, [&](const LoopNest &box) {
    LoopNest source;
    source.operands.push_back({box.operands[0].offset, {}});
    source.addLoop(partitions, tile.operands[0].strides[0]);
    for (unsigned loop = 0; loop < box.loops(); ++loop)
      source.addLoop(box.extents[loop], box.operands[0].strides[loop]);
    kernel.load(piece,
                tile::AccessPattern::contiguous(partitions, box.iterations(), 0,
                                                position),
                kernel.bufferOf(input),
                bufferPattern(source, 0, tile::elementBytes(type)));
    position += box.iterations();
  });
  return TileView(piece.version, {1});
}
