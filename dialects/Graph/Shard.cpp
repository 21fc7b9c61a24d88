//===- Shard.cpp - Assign a sharding to each value ------------------------===//
//
// Makes phase `sharded`. With one core it has nothing to say yet; it stands
// here so that the phase, its border and its tests do.
//
//===----------------------------------------------------------------------===//
#include "dialects/Graph/Passes.h"
#include "mlir/IR/BuiltinOps.h"

namespace glia::graph {
#define GEN_PASS_DEF_SHARDPASS
#include "dialects/Graph/Passes.h.inc"
} // namespace glia::graph

using namespace glia::graph;

namespace {
struct ShardPass : public glia::graph::impl::ShardPassBase<ShardPass> {
  void runOnOperation() override { markAllAnalysesPreserved(); }
};
} // namespace

std::unique_ptr<mlir::Pass> glia::graph::createGraphShardPass() {
  return std::make_unique<::ShardPass>();
}
