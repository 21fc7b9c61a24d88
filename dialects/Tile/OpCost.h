//===- OpCost.h - What a tile op costs ------------------------------------===//
//
// The scheduler's costs, from the instruction table's cost formulas.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_DIALECTS_TILE_OPCOST_H
#define GLIA_DIALECTS_TILE_OPCOST_H

#include "dialects/Tile/ListScheduler.h"
#include "dialects/Tile/TileDialect.h"
#include "glia/ISA/Instructions.h"

namespace glia::tile {

/// Fills in the costs of `node`, whose stream and transfer are known. `stationary` numbers the distinct stationary operands.
void setCost(EngineOpInterface op, const isa::Target &target, ScheduleNode &node);

} // namespace glia::tile

#endif
