//===- OpCost.h - What a tile op costs ------------------------------------===//
//
// The scheduler's estimate of an op's time.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_DIALECTS_TILE_OPCOST_H
#define GLIA_DIALECTS_TILE_OPCOST_H

#include "dialects/Tile/ListScheduler.h"
#include "dialects/Tile/MachineSizes.h"
#include "dialects/Tile/TileDialect.h"

namespace glia::tile {

/// Fills in busy, latency, moving and stationaryTime of `node`, whose stream and transfer are known.
void setCost(EngineOpInterface op, const MachineSizes &machine, ScheduleNode &node);

} // namespace glia::tile

#endif
