//===- TilePlan.h - Cutting a loop nest into tiles ------------------------===//
//
// Chooses which loop of a nest runs over partitions and which run along a
// partition, and cuts the rest, so that every tile fits the machine: 128
// partitions, four access pattern pairs, the elements a partition may hold.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_CONVERSION_GRAPHTOTILE_TILEPLAN_H
#define GLIA_CONVERSION_GRAPHTOTILE_TILEPLAN_H

#include "LoopNest.h"

namespace glia {

struct TileLimits {
  int64_t partitions = 128;
  /// Per partition, of the largest value of a step. At most 32767, so that
  /// every stride inside a tile fits 16 bits.
  int64_t elements = 0;
  unsigned freeLoops = 4;
  /// Contiguous runs are not made shorter than this to fill more partitions.
  int64_t shortestRun = 128;
};

/// Loop 0 runs over partitions; there may be no other.
using TileBody = llvm::function_ref<void(const LoopNest &tile)>;

/// Tiles of all iterations of `nest`. The last `inner` loops are collapsed
/// among themselves and stay whole, last and along the partition (`limits`
/// must have room for them). The others come in any order.
void forEachTile(const LoopNest &nest, const TileLimits &limits, unsigned inner,
                 TileBody body);

/// As above, with loop 0 on partitions and no loop collapsed or split.
void forEachTileOfRows(const LoopNest &nest, const TileLimits &limits,
                       unsigned inner, TileBody body);

/// Rows too long for a tile: the loops before the last `inner`, one row a
/// partition. The `inner` loops stay as they are; a nest without others is one
/// row.
void forEachLongRow(LoopNest nest, unsigned inner, TileBody body);

} // namespace glia

#endif
