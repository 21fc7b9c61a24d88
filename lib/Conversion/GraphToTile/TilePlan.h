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
  /// Per partition, of the largest tile of a step. Never above 32767, so that
  /// every stride inside a tile fits 16 bits.
  int64_t elements = 0;
  unsigned freeLoops = 4;
  /// Shorter contiguous runs than this are not made to fill more partitions.
  int64_t shortestRun = 128;
};

/// Loop 0 runs over partitions; there may be no other.
using TileBody = llvm::function_ref<void(const LoopNest &tile)>;

/// Tiles of all iterations of `nest`, which has any number of loops in any
/// order. Every operand of every tile has the operand's strides.
void forEachTile(const LoopNest &nest, const TileLimits &limits, TileBody body);

/// As above, but loop 0 is on partitions and the others, of which the last
/// `inner` must stay whole (they fit `limits`), lie along them.
void forEachTileOfRows(const LoopNest &nest, const TileLimits &limits, unsigned inner, TileBody body);

} // namespace glia

#endif
