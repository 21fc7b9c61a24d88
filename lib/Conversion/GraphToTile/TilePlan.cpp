//===- TilePlan.cpp - Cutting a loop nest into tiles ----------------------===//
//
// See TilePlan.h. A nest is collapsed first; one loop then stands for the
// partitions. A nest of one long loop, or of few rows, has its innermost loop
// split to fill the partitions: elements of a run stay contiguous in HBM.
//
//===----------------------------------------------------------------------===//
#include "TilePlan.h"
#include <algorithm>
#include <cassert>

using namespace glia;

/// How many elements of a contiguous run of `extent` go into one partition.
/// Divisors are preferred: an uneven split costs one more tile.
static int64_t chooseRun(int64_t extent, const TileLimits &limits) {
  int64_t spread = (extent + limits.partitions - 1) / limits.partitions;
  int64_t wanted =
      std::min({extent, limits.elements, std::max(spread, limits.shortestRun)});
  int64_t divisor = smallestDivisor(extent, wanted);
  return divisor <= std::min(limits.elements, 2 * wanted) ? divisor : wanted;
}

void glia::forEachTileOfRows(const LoopNest &nest, const TileLimits &limits,
                             unsigned inner, TileBody body) {
  assert(nest.loops() >= 1 + inner && "loop 0 is for partitions");
  assert(inner <= limits.freeLoops && "inner loops fit one access pattern");
  forEachSlice(nest, 0, limits.partitions, [&](const LoopNest &rows) {
    // Loops [first, end) lie along the partition, `first` cut to what fits.
    unsigned first = rows.loops(), freeLoops = 0;
    int64_t elements = 1;
    while (first > 1 && freeLoops < limits.freeLoops &&
           (freeLoops < inner ||
            elements * rows.extents[first - 1] <= limits.elements)) {
      --first, ++freeLoops;
      elements *= rows.extents[first];
    }
    int64_t piece = 1;
    if (first > 1 && freeLoops < limits.freeLoops &&
        limits.elements / elements > 1) {
      piece = limits.elements / elements;
      --first;
    }
    LoopNest order = rows;
    // The loops outside a tile go before the partition loop.
    for (unsigned moved = 1; moved < first; ++moved)
      order = moveLoopToFront(order, first - 1);
    forEachOuter(order, first - 1, [&](const LoopNest &tile) {
      if (piece > 1)
        forEachSlice(tile, 1, piece, body);
      else
        body(tile);
    });
  });
}

void glia::forEachTile(const LoopNest &full, const TileLimits &limits,
                       unsigned inner, TileBody body) {
  unsigned groups[] = {full.loops() - inner, inner};
  LoopNest nest = collapseGroups(full, groups);
  inner = groups[1];
  if (groups[0] == 0) {
    nest.addLoop(1, Sizes(nest.operands.size(), 0));
    return forEachTileOfRows(moveLoopToFront(nest, inner), limits, inner, body);
  }
  int64_t whole =
      elementCount(llvm::ArrayRef<int64_t>(nest.extents).take_back(inner));

  // The last outer loop is the one to split; the others fill partitions as they
  // are.
  unsigned last = groups[0] - 1, rows = last;
  int64_t filled = 0; // partitions that the best of the others fills
  for (unsigned loop = 0; loop < last; ++loop) {
    int64_t fills = std::min(nest.extents[loop], limits.partitions);
    if (fills > filled) {
      filled = fills;
      rows = loop;
    }
  }
  TileLimits runLimits = limits;
  runLimits.elements = std::max<int64_t>(1, limits.elements / whole);
  runLimits.shortestRun = inner ? 1 : limits.shortestRun;
  int64_t extent = nest.extents[last], run = chooseRun(extent, runLimits);
  if (rows != last && std::min(extent / run, limits.partitions) <= 2 * filled)
    return forEachTileOfRows(moveLoopToFront(nest, rows), limits, inner, body);

  auto tiles = [&](int64_t begin, int64_t size, int64_t length) {
    LoopNest part = sliceLoop(nest, last, begin, size);
    splitLoop(part, last, length);
    forEachTileOfRows(moveLoopToFront(part, last), limits, inner, body);
  };
  int64_t even = extent / run * run;
  tiles(0, even, run);
  if (even != extent)
    tiles(even, extent - even, extent - even);
}

void glia::forEachLongRow(LoopNest nest, unsigned inner, TileBody body) {
  if (nest.loops() == inner) {
    nest.addLoop(1, Sizes(nest.operands.size(), 0));
    nest = moveLoopToFront(nest, inner);
  }
  forEachOuter(nest, nest.loops() - inner - 1, [&](const LoopNest &tile) {
    forEachSlice(tile, 0, TileLimits().partitions, body);
  });
}
