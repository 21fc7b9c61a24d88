//===- Pipelines.cpp - The passes between two phases ----------------------===//
//
// Over each pass stands what holds from there on. The verifier of a phase is
// the last pass that leads into it.
//
//===----------------------------------------------------------------------===//
#include "Pipelines.h"
#include "dialects/Graph/Passes.h"
#include "dialects/Tile/Passes.h"
#include "glia/Conversion/GraphToTile.h"
#include "glia/Conversion/TileToISA.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace glia;
using namespace mlir;

static void buildGraph(OpPassManager &pipeline, ConstantStore &constants) {
  // No op is left that changes nothing; weights are transposed and sliced in
  // the store, not in the IR. The same at every -O.
  pipeline.addPass(graph::createGraphSimplifyPass(&constants));
  // Only graph ops, no fusions.
  pipeline.addPass(graph::createGraphVerifyPhasePass("graph"));
}

static void buildSharded(OpPassManager &pipeline, const CompileOptions &options,
                         ConstantStore &constants) {
  graph::ShardPassOptions grid;
  grid.dataParallel = options.dataParallel;
  grid.tensorParallel = options.tensorParallel;
  grid.strictSharding = options.strictSharding;
  grid.sequenceParallel = options.sequenceParallel;
  // The function is what one core of the grid runs, its values that core's
  // parts.
  pipeline.addPass(graph::createGraphShardPass(grid, &constants));
  pipeline.addPass(graph::createGraphVerifyPhasePass("sharded"));
}

static void buildCast(OpPassManager &pipeline, const CompileOptions &options,
                      ConstantStore &constants) {
  graph::CastPrecisionPassOptions precision;
  precision.mode = options.autoCast;
  precision.type = options.autoCastType;
  llvm::append_range(precision.overrides, options.castOverrides);
  precision.strict = options.strictPrecision;
  // Every rounding is placed: nothing below adds or removes one, and the bits
  // of the outputs are fixed.
  pipeline.addPass(graph::createGraphCastPrecisionPass(precision, &constants));
  pipeline.addPass(graph::createGraphVerifyPhasePass("cast"));
}

static void buildFused(OpPassManager &pipeline, const CompileOptions &options) {
  // Every computing op is in a fusion, one for each kernel of the machine: at
  // -O0 each op is its own.
  if (options.optimisation == 0)
    pipeline.addPass(graph::createGraphFormSingleFusionsPass());
  else
    pipeline.addPass(graph::createGraphFormFusionsPass());
  pipeline.addPass(graph::createGraphVerifyPhasePass("fused"));
}

static void verifyTilePhase(OpPassManager &pipeline, StringRef phase,
                            const CompileOptions &options) {
  tile::VerifyPhasePassOptions verify;
  verify.phase = phase.str();
  verify.target = options.target;
  pipeline.addNestedPass<func::FuncOp>(tile::createVerifyPhasePass(verify));
}

static void buildTiled(OpPassManager &pipeline, const CompileOptions &options,
                       ConstantStore &constants) {
  GraphToTileOptions kernels;
  kernels.smallTiling = options.tiling == "small";
  kernels.dropChunk = options.dropChunk;
  kernels.dropChunkOf = options.dropChunkOf;
  kernels.target = options.target;
  // Every op is one instruction's worth of work on tiles that fit the
  // machine, in program order, with its engine.
  pipeline.addPass(createGraphToTilePass(kernels, &constants));
  if (options.optimisation > 0) {
    // Kernels load and store where copies between buffers would.
    pipeline.addNestedPass<func::FuncOp>(tile::createForwardCopiesPass());
    tile::KeepOnChipPassOptions keep;
    keep.target = options.target;
    // What one kernel leaves for another stands in SBUF, if there is room.
    pipeline.addNestedPass<func::FuncOp>(tile::createKeepOnChipPass(keep));
  }
  verifyTilePhase(pipeline, "tiled", options);
}

/// How far an op may be hoisted, in ops: the search that takes most of the time
/// above `object`. What it finds changes times, never bits.
static unsigned scheduleWindow(unsigned optimisation) {
  return optimisation == 1 ? 32 : optimisation == 3 ? 2048 : 512;
}

static void buildScheduled(OpPassManager &pipeline,
                           const CompileOptions &options) {
  tile::SchedulePassOptions schedule;
  schedule.target = options.target;
  schedule.straight = options.optimisation == 0;
  schedule.window = scheduleWindow(options.optimisation);
  // The order of the ops is the order of each engine's stream; every DMA has
  // its queue.
  pipeline.addNestedPass<func::FuncOp>(tile::createSchedulePass(schedule));
  verifyTilePhase(pipeline, "scheduled", options);
}

static void buildAllocated(OpPassManager &pipeline,
                           const CompileOptions &options) {
  tile::AllocatePassOptions allocate;
  allocate.target = options.target;
  // Every tile and every buffer has an address; two that live at once share
  // no byte.
  pipeline.addNestedPass<func::FuncOp>(tile::createAllocatePass(allocate));
  verifyTilePhase(pipeline, "allocated", options);
}

static void buildSynchronised(OpPassManager &pipeline,
                              const CompileOptions &options) {
  // Streams and queues may run beside each other: whatever must come before
  // something else is waited for.
  pipeline.addNestedPass<func::FuncOp>(tile::createSynchronisePass());
  verifyTilePhase(pipeline, "synchronised", options);
}

static void buildISA(OpPassManager &pipeline, const CompileOptions &options,
                     ConstantStore &constants) {
  // Exact instructions, one stream an engine; no SSA values.
  pipeline.addPass(createTileToISAPass(options.target, &constants));
}

void glia::buildPipeline(OpPassManager &pipeline, Phase to,
                         const CompileOptions &options,
                         ConstantStore &constants) {
  switch (to) {
  case Phase::graph:
    return buildGraph(pipeline, constants);
  case Phase::sharded:
    return buildSharded(pipeline, options, constants);
  case Phase::cast:
    return buildCast(pipeline, options, constants);
  case Phase::fused:
    return buildFused(pipeline, options);
  case Phase::tiled:
    return buildTiled(pipeline, options, constants);
  case Phase::scheduled:
    return buildScheduled(pipeline, options);
  case Phase::allocated:
    return buildAllocated(pipeline, options);
  case Phase::synchronised:
    return buildSynchronised(pipeline, options);
  case Phase::isa:
    return buildISA(pipeline, options, constants);
  }
}
