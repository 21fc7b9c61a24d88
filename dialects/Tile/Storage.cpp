//===- Storage.cpp - Places for the tiles of a linear order ---------------===//
//
// A tile lives from its first to its last op, both included: an op that reads
// one tile for the last time and makes another needs both.
//
//===----------------------------------------------------------------------===//
#include "dialects/Tile/Storage.h"

using namespace glia;
using namespace glia::tile;

TileAllocation glia::tile::allocateTiles(const ProgramModel &model, llvm::ArrayRef<unsigned> positionOf, int64_t sbufBytes) {
  TileAllocation result;
  result.addresses.assign(model.tiles.size(), -1);
  for (bool psum : {false, true}) {
    std::vector<LiveBuffer> live;
    std::vector<unsigned> tiles;
    for (unsigned t = 0; t < model.tiles.size(); ++t) {
      const TileStorage &tile = model.tiles[t];
      if (tile.psum != psum)
        continue;
      LiveBuffer buffer{INT64_MAX, 0, tile.bytes};
      for (unsigned touch : tile.touches) {
        buffer.lower = std::min<int64_t>(buffer.lower, positionOf[touch]);
        buffer.upper = std::max<int64_t>(buffer.upper, positionOf[touch] + 1);
      }
      live.push_back(buffer);
      tiles.push_back(t);
    }
    Allocation allocation = psum ? allocate(live, {psumBanks * psumBankBytes, psumBankBytes}) : allocate(live, {sbufBytes, tileAlignment});
    if (!allocation.fits) {
      result.psumFull = psum;
      result.failedTile = tiles[allocation.failed];
      result.liveBeside = allocation.liveBeside;
      return result;
    }
    for (unsigned i = 0; i < tiles.size(); ++i)
      result.addresses[tiles[i]] = allocation.offsets[i];
    (psum ? result.psumPeak : result.sbufPeak) = allocation.peak;
  }
  result.fits = true;
  return result;
}
