//===- OpCost.h - What a tile op costs ------------------------------------===//
//
// The time of an op, for the scheduler.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_DIALECTS_TILE_OPCOST_H
#define GLIA_DIALECTS_TILE_OPCOST_H

#include "dialects/Tile/ListScheduler.h"
#include "dialects/Tile/TileDialect.h"
#include "glia/ISA/Instructions.h"

namespace glia::tile {

/// Fills in busy, latency, moving and stationaryTime of `node`, whose stream and transfer are known. `grid` are the program's cores.
void setCost(EngineOpInterface op, const isa::Target &target, const Grid &grid, ScheduleNode &node);

} // namespace glia::tile

#endif
