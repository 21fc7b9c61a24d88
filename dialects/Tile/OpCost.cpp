//===- OpCost.cpp - What a tile op costs ----------------------------------===//
//
// From the shapes of its accesses, after docs/Machine.md section 6. An order
// is all that depends on it: never a bit of a result.
//
//===----------------------------------------------------------------------===//
#include "dialects/Tile/OpCost.h"
#include <algorithm>

using namespace glia;
using namespace glia::tile;

// Cycles: the shortest initiation interval, the start of an access, the bubble before a dependent instruction.
static constexpr double minInterval = 64, accessStart = 60, dependentBubble = 100;
static constexpr double dmaFixedTime = 1300, dmaIssueTime = 50; // ns

void glia::tile::setCost(EngineOpInterface op, const MachineSizes &machine, ScheduleNode &node) {
  double elements = 0, transferBytes = 0;
  unsigned wideReads = 0;
  op.forEachAccess([&](const Access &access) {
    if (access.buffer) {
      unsigned bytes = elementBytes(llvm::cast<BufferType>(access.value.getType()).getElementType());
      transferBytes = std::max(transferBytes, double(access.buffer->elements()) * bytes);
      return;
    }
    double perLane = access.tile->elementsPerPartition();
    elements = std::max(elements, perLane);
    wideReads += !access.isWrite && perLane > 1;
    if (node.transfer != Transfer::none) {
      unsigned bytes = elementBytes(llvm::cast<TileType>(access.value.getType()).getElementType());
      transferBytes = std::max(transferBytes, perLane * access.tile->partitions * bytes);
    }
  });
  if (node.transfer != Transfer::none) {
    node.busy = dmaIssueTime;
    node.latency = dmaFixedTime;
    node.moving = transferBytes / machine.dmaBytesPerNanosecond;
    return;
  }
  double clock = machine.clockGHz[node.stream];
  double cycles = std::max(elements, minInterval);
  if (auto matmul = llvm::dyn_cast<MatmulOp>(op.getOperation())) {
    double moving = matmul.getMovingPattern().elementsPerPartition();
    cycles = 4 * std::max(moving, minInterval); // fp32 runs at a quarter of the rate
    node.stationaryTime = 4 * minInterval / clock;
    node.busy = cycles / clock + node.stationaryTime;
  } else {
    if (llvm::isa<TensorTensorOp>(op.getOperation()) && wideReads > 1)
      cycles *= 2;
    node.busy = cycles / clock;
  }
  node.latency = node.busy + (accessStart + dependentBubble) / clock;
}
