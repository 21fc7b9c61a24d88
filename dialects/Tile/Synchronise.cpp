//===- Synchronise.cpp - tile-synchronise ---------------------------------===//
//
// Allocated to synchronised: makes the order between streams explicit.
//
//===----------------------------------------------------------------------===//
#include "dialects/Tile/Passes.h"
#include "dialects/Tile/ProgramModel.h"
#include "dialects/Tile/SynchronisationPlan.h"
#include "mlir/IR/Builders.h"

#define DEBUG_TYPE "tile-synchronise"

namespace glia::tile {
#define GEN_PASS_DEF_SYNCHRONISEPASS
#include "dialects/Tile/Passes.h.inc"
} // namespace glia::tile

using namespace mlir;
using namespace glia;
using namespace glia::tile;

static int64_t endOfImage(const ProgramModel &model) {
  int64_t end = 0;
  for (BufferOp buffer : model.buffers)
    end = std::max<int64_t>(end, static_cast<int64_t>(buffer.getAddress()) + cast<BufferType>(buffer.getType()).getBytes());
  return end;
}

static int64_t endOfSbuf(const ProgramModel &model) {
  int64_t end = 0;
  for (const TileStorage &tile : model.tiles)
    if (!tile.psum)
      end = std::max<int64_t>(end, cast<EngineOpInterface>(tile.first).getTileAddress() + tile.bytes);
  return end;
}

/// The bytes that an op touches where order matters.
static LogicalResult collectAccesses(ProgramModel &model, EngineOpInterface op, SmallVectorImpl<StepAccess> &accesses) {
  LogicalResult result = success();
  op.forEachAccess([&](const Access &access) {
    int64_t base = access.buffer ? int64_t(access.value.getDefiningOp<BufferOp>().getAddress())
                                 : cast<EngineOpInterface>(model.tiles[model.tileOf.lookup(access.value)].first).getTileAddress();
    if (base < 0)
      result = failure();
    else if (!access.buffer || ProgramModel::isWritable(access.value))
      accesses.push_back({ProgramModel::regionOf(access, base), access.isWrite});
  });
  if (failed(result))
    return op->emitOpError() << "expects addresses of its tiles and buffers (run tile-allocate first)";
  return success();
}

static FailureOr<SynchronisationPlan> planProgram(func::FuncOp function, ProgramModel &model) {
  SynchronisationPlanner planner(
      {endOfSbuf(model), psumBanks * psumBankBytes, endOfImage(model), function->hasAttr(fullBarriersName)});
  SmallVector<StepAccess, 4> accesses;
  for (EngineOpInterface op : model.ops) {
    accesses.clear();
    int queue = -1;
    if (DmaIssue *issue = op.getDmaIssue()) {
      queue = issue->queue;
      if (queue < 0)
        return op->emitOpError() << "expects a DMA queue (run tile-schedule first)";
    }
    if (failed(collectAccesses(model, op, accesses)))
      return failure();
    planner.add(static_cast<unsigned>(op.getEngine()), queue, accesses);
  }
  return planner.finish();
}

namespace {

struct SynchronisePass : glia::tile::impl::SynchronisePassBase<SynchronisePass> {
  using SynchronisePassBase::SynchronisePassBase;

  void runOnOperation() override {
    func::FuncOp function = getOperation();
    FailureOr<ProgramModel> model = ProgramModel::build(function);
    if (failed(model))
      return signalPassFailure();
    for (EngineOpInterface op : model->ops)
      if (llvm::isa<WaitOp, SignalOp>(op.getOperation())) {
        op->emitOpError() << "is there before synchronisation";
        return signalPassFailure();
      }
    FailureOr<SynchronisationPlan> plan = planProgram(function, *model);
    if (failed(plan))
      return signalPassFailure();
    OpBuilder builder(&getContext());
    for (unsigned i = 0; i < model->ops.size(); ++i)
      insertAround(builder, model->ops[i], plan->steps[i]);
    insertAtEnd(builder, function.getBody().front().getTerminator(), *plan);
    waits += plan->numWaits;
    signals += plan->numSignals;
  }

  void insertAround(OpBuilder &builder, EngineOpInterface op, const StepSynchronisation &step) {
    builder.setInsertionPoint(op);
    for (SemaphoreValue wait : step.waits)
      WaitOp::create(builder, op.getLoc(), wait.semaphore, wait.value, op.getEngine());
    if (DmaIssue *issue = op.getDmaIssue()) {
      issue->signalMask = step.signalMask;
      issue->signalBase = step.signalMask ? queueSignalBase(issue->queue) : 0;
      return;
    }
    builder.setInsertionPointAfter(op);
    for (unsigned consumer = 0; consumer < numStreams; ++consumer)
      if (step.signalMask >> consumer & 1)
        SignalOp::create(builder, op.getLoc(), streamSemaphore(static_cast<unsigned>(op.getEngine()), consumer), 1, op.getEngine());
  }

  void insertAtEnd(OpBuilder &builder, Operation *terminator, const SynchronisationPlan &plan) {
    builder.setInsertionPoint(terminator);
    for (unsigned stream = 0; stream < numStreams; ++stream) {
      auto engine = static_cast<isa::Engine>(stream);
      for (SemaphoreValue wait : plan.finalWaits[stream])
        WaitOp::create(builder, terminator->getLoc(), wait.semaphore, wait.value, engine);
      for (SemaphoreValue value : plan.finalSubtractions[stream])
        SignalOp::create(builder, terminator->getLoc(), value.semaphore, -int64_t(value.value), engine);
    }
  }
};

} // namespace
