//===- Storage.h - Places for the tiles of a linear order -----------------===//
//
// Shared by tile-schedule, which tries an order, and tile-allocate, which
// makes it so.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_DIALECTS_TILE_STORAGE_H
#define GLIA_DIALECTS_TILE_STORAGE_H

#include "dialects/Tile/ProgramModel.h"
#include "glia/Allocator/Allocator.h"

namespace glia::tile {

struct TileAllocation {
  bool fits = false;
  std::vector<int64_t> addresses; // per tile, bytes in the partition
  int64_t sbufPeak = 0, psumPeak = 0;
  /// If it does not fit:
  bool psumFull = false;
  unsigned failedTile = 0;
  int64_t liveBeside = 0;
};

/// `positionOf[i]` is where op i of the model stands in the order.
TileAllocation allocateTiles(const ProgramModel &model, llvm::ArrayRef<unsigned> positionOf, int64_t sbufBytes);

} // namespace glia::tile

#endif
