//===- Shard.cpp - Split the model over the cores of a grid ---------------===//
//
// Makes phase `sharded`: the plan (ShardingPlan.cpp), then the function that
// each core runs (Partition.cpp). With one core the IR passes through.
//
//===----------------------------------------------------------------------===//
#include "dialects/Graph/NumberConstants.h"
#include "dialects/Graph/Passes.h"
#include "dialects/Graph/Sharding.h"
#include "glia/Support/Error.h"
#include "mlir/IR/BuiltinOps.h"

namespace glia::graph {
#define GEN_PASS_DEF_SHARDPASS
#include "dialects/Graph/Passes.h.inc"
} // namespace glia::graph

using namespace mlir;
using namespace glia;
using namespace glia::graph;

namespace {
struct ShardPass : public glia::graph::impl::ShardPassBase<ShardPass> {
  ShardPass() = default;
  ShardPass(const ShardPassOptions &options, ConstantStore *constants)
      : ShardPassBase(options), constants(constants) {}
  ShardPass(const ShardPass &other)
      : ShardPassBase(other), constants(other.constants) {}

  void runOnOperation() override {
    int64_t extents[] = {dataParallel, tensorParallel};
    if (!Grid::isGrid(extents)) {
      getOperation().emitError()
          << "expects a grid of at most " << mostGridCores << " cores, got "
          << extents[dataAxis] << " x " << extents[tensorAxis];
      return signalPassFailure();
    }
    Grid grid(extents);
    if (grid.cores() == 1)
      return markAllAnalysesPreserved();
    // Without a store (glia-opt) constants are numbers without content: an
    // empty one counts on.
    ConstantStore own;
    if (!constants)
      own = numberConstants(getOperation());
    ConstantStore &store = constants ? *constants : own;
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      if (tensorParallel > 1)
        narrowContractions(function, store);
      ShardingPlan plan(function, grid, sequenceParallel);
      if (strictSharding && failed(refuseUneven(plan)))
        return signalPassFailure();
      size_t numPadded = plan.uneven().size(); // the ops go away
      partition(plan, function, store);
      numRefused += plan.refused();
      numUneven += numPadded;
    }
    getOperation()->setAttr(gridAttribute,
                            DenseI64ArrayAttr::get(&getContext(), extents));
  }

private:
  LogicalResult refuseUneven(const ShardingPlan &plan) {
    SmallVector<ContractOp> products = plan.uneven();
    for (ContractOp product : products) {
      int64_t columns = product.getN(), unit = plan.unit(product);
      product.emitError() << formatCode(ErrorCode::E1800)
                          << ": `--strict-sharding` expects columns in parts "
                             "of equal size, got "
                          << columns / unit << " units of " << unit
                          << " columns over " << plan.grid().extent(tensorAxis)
                          << " cores";
    }
    return failure(!products.empty());
  }

  ConstantStore *constants = nullptr;
};
} // namespace

std::unique_ptr<mlir::Pass>
glia::graph::createGraphShardPass(const ShardPassOptions &options,
                                  ConstantStore *constants) {
  return std::make_unique<::ShardPass>(options, constants);
}
