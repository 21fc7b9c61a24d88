//===- DependenceGraph.h - What must come before what ---------------------===//
//
// Turns a tile program into the list scheduler's problem.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_DIALECTS_TILE_DEPENDENCEGRAPH_H
#define GLIA_DIALECTS_TILE_DEPENDENCEGRAPH_H

#include "dialects/Tile/ListScheduler.h"
#include "dialects/Tile/ProgramModel.h"

namespace glia::tile {

/// Nodes without costs, edges and tiles. Edges: SSA order and readers of a version before its next one (untimed); read after
/// write, write after read and write after write of common bytes in a tile or a buffer (timed).
ScheduleProblem buildScheduleProblem(ProgramModel &model);

} // namespace glia::tile

#endif
