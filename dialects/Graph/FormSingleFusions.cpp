//===- FormSingleFusions.cpp - Make each op a kernel of its own -----------===//
//
// The straight form of -O0: kernels only ever meet `graph.fusion`, so each op
// gets one of its own.
//
//===----------------------------------------------------------------------===//
#include "dialects/Graph/FusionBuilder.h"
#include "dialects/Graph/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace glia::graph {
#define GEN_PASS_DEF_FORMSINGLEFUSIONSPASS
#include "dialects/Graph/Passes.h.inc"
} // namespace glia::graph

using namespace mlir;
using namespace glia::graph;

namespace {
struct FormSingleFusionsPass
    : public glia::graph::impl::FormSingleFusionsPassBase<
          FormSingleFusionsPass> {
  void runOnOperation() override {
    for (auto function : getOperation().getOps<func::FuncOp>())
      for (Block &block : function.getBody())
        for (Operation &op : llvm::make_early_inc_range(block)) {
          if (!isComputing(&op))
            continue;
          OpBuilder builder(&op);
          wrapIntoFusion(builder, &op);
          ++numFusions;
        }
  }
};
} // namespace

std::unique_ptr<Pass> glia::graph::createGraphFormSingleFusionsPass() {
  return std::make_unique<::FormSingleFusionsPass>();
}
