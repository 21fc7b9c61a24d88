//===- NumericOrder.h - The order of every fp32 sum -----------------------===//
//
// Evaluator and kernels must add in the same order, so both ask here how an
// op's sums are cut (docs/Machine.md, section 4.4). The order follows from
// shapes and attributes only.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_DIALECTS_GRAPH_NUMERICORDER_H
#define GLIA_DIALECTS_GRAPH_NUMERICORDER_H

#include "llvm/ADT/SmallVector.h"
#include <cstdint>

namespace glia::graph {

class ContractOp;
class ConvolutionOp;

/// Indices [offset, offset + length) of a sum.
struct Piece {
  int64_t offset, length;
  bool operator==(const Piece &) const = default;
};

/// Part of a convolution's sum: `taps` kernel columns from `column` on of
/// kernel row `row`, with channels [channel, channel + channels) of the group.
/// More than one tap means all channels. Column is outer, channel inner.
struct ConvolutionChunk {
  int64_t row, column, taps, channel, channels;
  int64_t length() const { return taps * channels; }
  bool operator==(const ConvolutionChunk &) const = default;
};

/// One instruction's length at most; a graph reduction is cut here.
inline constexpr int64_t reductionCut = 2048;
/// One matmul's contraction at most.
inline constexpr int64_t contractionCut = 128;

/// [0, count) in pieces of at most `cut`, ascending.
llvm::SmallVector<Piece> reductionPieces(int64_t count,
                                         int64_t cut = reductionCut);

/// The chunks of K, each one matmul; ascending, added in this order.
llvm::SmallVector<Piece> contractionChunks(ContractOp op);
llvm::SmallVector<ConvolutionChunk> contractionChunks(ConvolutionOp op);
/// The same from numbers.
llvm::SmallVector<ConvolutionChunk>
convolutionChunks(int64_t kernelRows, int64_t kernelColumns, int64_t channels,
                  int64_t cut = contractionCut);

} // namespace glia::graph

#endif
