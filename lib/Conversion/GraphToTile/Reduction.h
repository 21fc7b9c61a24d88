//===- Reduction.h - Rows of a tile into one element each -----------------===//
//
// What ReduceKernel, RowKernel and LongRows share: reducing the innermost
// elements of a dense tile in the order of machine.md 4.3, cut every 2048.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_CONVERSION_GRAPHTOTILE_REDUCTION_H
#define GLIA_CONVERSION_GRAPHTOTILE_REDUCTION_H

#include "TileArithmetic.h"

namespace glia {

class Reduction {
public:
  /// Joins the last `inner` free loops of `tile`, every `cut` elements of them.
  Reduction(KernelBuilder &kernel, const LoopNest &tile, unsigned inner,
            isa::ReduceOp op, int64_t cut);

  /// All of `from`, which is dense over all free loops; one element per
  /// iteration of the outer free loops.
  TileView reduce(const TileView &from);
  /// What `reduce` makes of the next elements of rows too long for one tile.
  TileView join(const TileView &before, const TileView &piece);

private:
  TileView reducePiece(const TileView &from, int64_t offset, int64_t length);
  TileView reduceWideIntegers(TileView from, int64_t offset, int64_t length);

  KernelBuilder &kernel;
  TileArithmetic arithmetic;
  int64_t partitions;
  Sizes extents;     // of all free loops
  int64_t rows, row; // rows in a partition, elements in a row
  Variation kept;    // the free loops of the result
  isa::ReduceOp op;
  int64_t cut;
};

/// Elements [offset, offset + length) of each row of `tile`, in the order of
/// the row's loops, one after the other in a tile of their own. Loop 0 is the
/// rows; operand 0 walks `input`.
TileView loadPiece(KernelBuilder &kernel, mlir::Value input,
                   const LoopNest &tile, int64_t offset, int64_t length);

} // namespace glia

#endif
