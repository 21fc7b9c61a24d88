//===- OpCost.cpp - What a tile op costs ----------------------------------===//
//
// The instruction table's own formulas (docs/Machine.md, section 6). An order
// is all that depends on them: never a bit of a result.
//
//===----------------------------------------------------------------------===//
#include "dialects/Tile/OpCost.h"
#include "dialects/Tile/InstructionBridge.h"
#include "glia/ISA/CollectiveCost.h"

using namespace glia;
using namespace glia::tile;

static constexpr double dmaIssueTime = 50; // ns that a stream needs to hand over a transfer

/// From when the last core of the group has come; all groups of an axis are taken to be like its first.
static double collectiveNanoseconds(EngineOpInterface op, isa::Opcode opcode, const isa::Target &target, const Grid &grid) {
  uint64_t bytes = 0; // of the larger operand
  op.forEachAccess([&](const Access &access) {
    bytes = std::max<uint64_t>(bytes,
                               access.buffer->elements() * elementBytes(mlir::cast<BufferType>(access.value.getType()).getElementType()));
  });
  uint64_t axis = op.getReplicaGroups();
  if (axis >= grid.axes())
    return 0; // phase_c14 says so
  return isa::collectiveCost(opcode, bytes, grid.groups(axis).front(), target, isa::instanceFor(target, grid.cores())).nanoseconds;
}

void glia::tile::setCost(EngineOpInterface op, const isa::Target &target, const Grid &grid, ScheduleNode &node) {
  auto instructions = toInstructions(op, [](mlir::Value) { return 0; });
  isa::Cost cost = isa::cost(instructions.back(), target);
  if (node.transfer != Transfer::none) {
    node.busy = dmaIssueTime;
    node.latency = cost.latency_ns;
    node.moving = node.transfer == Transfer::collective ? collectiveNanoseconds(op, isa::opcode(instructions.back()), target, grid)
                                                        : cost.interval_ns;
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
