//===- OpCost.cpp - What a tile op costs ----------------------------------===//
//
// The instruction table's own formulas (docs/Machine.md, section 6). An order
// is all that depends on them: never a bit of a result.
//
//===----------------------------------------------------------------------===//
#include "dialects/Tile/OpCost.h"
#include "dialects/Tile/InstructionBridge.h"

using namespace glia;
using namespace glia::tile;

static constexpr double dmaIssueTime = 50; // ns that a stream needs to hand over a transfer

void glia::tile::setCost(EngineOpInterface op, const isa::Target &target, ScheduleNode &node) {
  auto instructions = toInstructions(op, [](mlir::Value) { return 0; });
  isa::Cost cost = isa::cost(instructions.back(), target);
  if (node.transfer != Transfer::none) {
    node.busy = dmaIssueTime;
    node.latency = cost.latency_ns;
    node.moving = cost.interval_ns;
    return;
  }
  node.busy = cost.interval_ns;
  node.latency = cost.interval_ns + cost.latency_ns;
  if (instructions.size() == 2) {
    node.stationaryTime = isa::cost(instructions.front(), target).interval_ns;
    node.busy += node.stationaryTime;
    node.latency += node.stationaryTime;
  }
}
