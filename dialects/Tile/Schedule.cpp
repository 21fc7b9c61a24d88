//===- Schedule.cpp - tile-schedule ---------------------------------------===//
//
// Tiled to scheduled: decides the linear order and the DMA queues.
//
//===----------------------------------------------------------------------===//
#include "dialects/Tile/DependenceGraph.h"
#include "dialects/Tile/OpCost.h"
#include "dialects/Tile/Passes.h"
#include "dialects/Tile/Storage.h"
#include <numeric>

#define DEBUG_TYPE "tile-schedule"

namespace glia::tile {
#define GEN_PASS_DEF_SCHEDULEPASS
#include "dialects/Tile/Passes.h.inc"
} // namespace glia::tile

using namespace mlir;
using namespace glia;
using namespace glia::tile;

namespace {

/// Matmuls of one stationary version and pattern get one number.
class StationaryNumbers {
public:
  uint32_t of(Operation *op) {
    auto matmul = dyn_cast<MatmulOp>(op);
    if (!matmul)
      return 0;
    auto &known = patterns[matmul.getStationary()];
    for (auto &[pattern, number] : known)
      if (pattern == matmul.getStationaryPattern())
        return number;
    known.emplace_back(matmul.getStationaryPattern(), ++last);
    return last;
  }

private:
  DenseMap<Value, SmallVector<std::pair<AccessPattern, uint32_t>, 1>> patterns;
  uint32_t last = 0;
};

std::vector<unsigned> inverse(ArrayRef<unsigned> order) {
  std::vector<unsigned> position(order.size());
  for (unsigned i = 0; i < order.size(); ++i)
    position[order[i]] = i;
  return position;
}

struct SchedulePass : glia::tile::impl::SchedulePassBase<SchedulePass> {
  using SchedulePassBase::SchedulePassBase;

  void runOnOperation() override {
    func::FuncOp function = getOperation();
    const isa::Target *machine = isa::findTarget(target);
    if (!machine) {
      function.emitOpError() << "cannot be scheduled for the unknown target `" << target << "`";
      return signalPassFailure();
    }
    FailureOr<ProgramModel> model = ProgramModel::build(function);
    if (failed(model))
      return signalPassFailure();
    // Collectives on one set of replica groups belong to one stream.
    for (EngineOpInterface op : model->ops)
      if (op.getReplicaGroups() >= 0)
        op.setEngine(isa::Engine::gpsimd);
    if (straight) {
      function->setAttr(fullBarriersName, UnitAttr::get(&getContext()));
      for (EngineOpInterface op : model->ops)
        if (DmaIssue *issue = op.getDmaIssue())
          issue->queue = op.getReplicaGroups() >= 0 ? collectiveQueue
                                                    : ScheduleOptions().queues[static_cast<unsigned>(op.getEngine())].firstLoad;
      return;
    }
    issueStoresByProducers(*model);
    apply(function, *model, findSchedule(*model, *machine));
  }

  /// A store from the stream that made its tile needs no wait, and the sync stream is free to go on loading. The Tensor engine
  /// only writes PSUM, which no DMA reads.
  static void issueStoresByProducers(ProgramModel &model) {
    for (EngineOpInterface op : model.ops) {
      Value source;
      if (auto store = dyn_cast<StoreOp>(op.getOperation()))
        source = store.getSource();
      else if (auto move = dyn_cast<MoveOp>(op.getOperation()))
        source = move.getSource();
      if (!source)
        continue;
      if (auto producer = source.getDefiningOp<EngineOpInterface>(); producer && !producer.getDmaIssue())
        op.setEngine(producer.getEngine());
    }
  }

  /// The widest window whose order can be allocated. Program order is taken if none can: tile-allocate says what is missing.
  Schedule findSchedule(ProgramModel &model, const isa::Target &machine) {
    ScheduleProblem problem = buildScheduleProblem(model);
    StationaryNumbers stationary;
    Grid grid = gridOf(getOperation());
    for (unsigned i = 0; i < model.ops.size(); ++i) {
      problem.nodes[i].stationary = stationary.of(model.ops[i]);
      setCost(model.ops[i], machine, grid, problem.nodes[i]);
    }
    ScheduleOptions options;
    options.psumBanks = psumBanks;
    // Room for the gaps that rotation leaves.
    options.sbufBytes = int64_t(machine.sbufBytesPerPartition) / 8 * 7;
    for (unsigned tried = std::max<unsigned>(window, 1);; tried = std::max(tried / 8, 1u)) {
      options.window = tried;
      Schedule schedule = listSchedule(problem, options);
      if (tried == 1 || allocateTiles(model, inverse(schedule.order), int64_t(machine.sbufBytesPerPartition)).fits)
        return schedule;
    }
  }

  void apply(func::FuncOp function, ProgramModel &model, const Schedule &schedule) {
    Operation *terminator = function.getBody().front().getTerminator();
    for (unsigned i = 0; i < schedule.order.size(); ++i) {
      EngineOpInterface op = model.ops[schedule.order[i]];
      op->moveBefore(terminator);
      moved += schedule.order[i] != i;
      if (DmaIssue *issue = op.getDmaIssue())
        issue->queue = schedule.queue[schedule.order[i]];
    }
    nanoseconds += schedule.nanoseconds;
  }
};

} // namespace
