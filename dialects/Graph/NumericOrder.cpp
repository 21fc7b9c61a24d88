//===- NumericOrder.cpp - The order of every fp32 sum ---------------------===//
//
// See NumericOrder.h.
//
//===----------------------------------------------------------------------===//
#include "dialects/Graph/NumericOrder.h"
#include "dialects/Graph/GraphOps.h"

namespace glia::graph {

llvm::SmallVector<Piece> reductionPieces(int64_t count, int64_t cut) {
  llvm::SmallVector<Piece> pieces;
  for (int64_t offset = 0; offset < count; offset += cut)
    pieces.push_back({offset, std::min(cut, count - offset)});
  return pieces;
}

llvm::SmallVector<Piece> contractionChunks(ContractOp op) {
  return reductionPieces(op.getK(), op.getKCut());
}

llvm::SmallVector<ConvolutionChunk> convolutionChunks(int64_t kernelRows,
                                                      int64_t kernelColumns,
                                                      int64_t channels,
                                                      int64_t cut) {
  llvm::SmallVector<ConvolutionChunk> chunks;
  for (int64_t row = 0; row < kernelRows; ++row) {
    if (channels <= cut) {
      for (const Piece &taps :
           reductionPieces(kernelColumns, cut / std::max<int64_t>(channels, 1)))
        chunks.push_back({row, taps.offset, taps.length, 0, channels});
      continue;
    }
    for (int64_t column = 0; column < kernelColumns; ++column)
      for (const Piece &part : reductionPieces(channels, cut))
        chunks.push_back({row, column, 1, part.offset, part.length});
  }
  return chunks;
}

llvm::SmallVector<ConvolutionChunk> contractionChunks(ConvolutionOp op) {
  llvm::ArrayRef<int64_t> weight = op.getWeight().getType().getShape();
  int64_t rows = weight.size() == 4 ? weight[2] : 1;
  return convolutionChunks(rows, weight.back(), op.getGroupChannels(),
                           op.getKCut());
}

} // namespace glia::graph
