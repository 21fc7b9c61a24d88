//===- Simplify.cpp - Canonical form that keeps every bit -----------------===//
//
// Runs once after import at every -O: what later passes and kernels see has no
// ops that do nothing, and each constant is ready to be stored. The patterns
// stand in SimplifyMovement.cpp and SimplifyConstants.cpp.
//
//===----------------------------------------------------------------------===//
#include "dialects/Graph/GraphOps.h"
#include "dialects/Graph/Passes.h"
#include "dialects/Graph/SimplifyPatterns.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Dominance.h"
#include "mlir/Transforms/CSE.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace glia::graph {
#define GEN_PASS_DEF_SIMPLIFYPASS
#include "dialects/Graph/Passes.h.inc"
} // namespace glia::graph

using namespace mlir;
using namespace glia::graph;

static int64_t countOps(ModuleOp module) {
  int64_t count = 0;
  module.walk([&](Operation *) { ++count; });
  return count;
}

namespace {
struct SimplifyPass : public glia::graph::impl::SimplifyPassBase<SimplifyPass> {
  explicit SimplifyPass(glia::ConstantStore *constants = nullptr) : constants(constants) {}

  void runOnOperation() override {
    int64_t before = countOps(getOperation());
    unsigned derived = 0;
    RewritePatternSet patterns(&getContext());
    populateMovementPatterns(patterns);
    if (constants)
      populateConstantPatterns(patterns, *constants, derived);
    // Long chains settle from their start on; a limit would leave a form that
    // depends on it.
    GreedyRewriteConfig config;
    config.setUseTopDownTraversal().setMaxIterations(GreedyRewriteConfig::kNoLimit);
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns), config)))
      return signalPassFailure();
    int64_t simplified = countOps(getOperation());
    IRRewriter rewriter(&getContext());
    DominanceInfo dominance;
    eliminateCommonSubExpressions(rewriter, dominance, getOperation());
    int64_t after = countOps(getOperation());
    numConstantsDerived += derived;
    numOpsMerged += simplified - after;
    numOpsErased += before - after;
  }

  glia::ConstantStore *constants;
};
} // namespace

std::unique_ptr<Pass> glia::graph::createGraphSimplifyPass(ConstantStore *constants) {
  return std::make_unique<::SimplifyPass>(constants);
}
