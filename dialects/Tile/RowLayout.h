//===- RowLayout.h - A buffer as rows on partitions -----------------------===//
//
// What stands row-major in HBM stands on chip as rows, 128 of them in one tile.
// An access to the buffer becomes transfers between tiles, where each is a
// range of rows or a part of every row of one.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_DIALECTS_TILE_ROWLAYOUT_H
#define GLIA_DIALECTS_TILE_ROWLAYOUT_H

#include "dialects/Tile/Patterns.h"
#include <optional>

namespace glia::tile {

/// Bytes [0, bytes) in rows of `rowBytes`, the last one maybe not full.
struct RowLayout {
  static constexpr int64_t blockRows = 128;
  int64_t bytes, rowBytes;
  unsigned elementBytes;

  int64_t rows() const { return (bytes + rowBytes - 1) / rowBytes; }
  int64_t blocks() const { return (rows() + blockRows - 1) / blockRows; }
  int64_t rowsOf(int64_t block) const {
    return std::min(blockRows, rows() - block * blockRows);
  }
};

/// One transfer: the same elements in the same order on both sides.
struct RowTransfer {
  int64_t block;
  AccessPattern rows; // in the tile of the block
  AccessPattern tile; // in the tile of the access
};

/// The distance in bytes of what two neighbouring partitions of the access
/// have in the buffer; none if there is no such distance.
std::optional<int64_t> partitionStride(const AccessPattern &tile,
                                       const BufferPattern &buffer);

/// The transfers of an access; none if it takes more than `most`, or if no
/// transfers of rows do it.
std::optional<llvm::SmallVector<RowTransfer, 4>>
rowTransfers(const RowLayout &layout, const AccessPattern &tile,
             const BufferPattern &buffer, unsigned most);

/// A part of a copy between buffers: `partitions` runs of `elements`.
struct CopyPiece {
  BufferPattern from, to;
  int64_t partitions, elements;
  /// What a tile would hold in between.
  AccessPattern tile() const {
    return AccessPattern::contiguous(partitions, elements);
  }
};

/// A copy in parts that rows can take; none if it takes more than `most`, or if
/// it exchanges what partitions and rows are. What is one run on both sides is
/// cut where the rows of `layout` end, which is that of the destination, or of
/// the source if `bySource`.
std::optional<llvm::SmallVector<CopyPiece, 4>>
copyPieces(const RowLayout &layout, bool bySource, const BufferPattern &from,
           const BufferPattern &to, unsigned most);

/// Partitions [first, first + count) of a piece's pattern.
BufferPattern onPartitions(BufferPattern pattern, int64_t first, int64_t count);

} // namespace glia::tile

#endif
