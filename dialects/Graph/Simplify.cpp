//===- Simplify.cpp - Canonical form that keeps every bit -----------------===//
//
// Runs once after import at every -O: what later passes and kernels see has no
// ops that do nothing, and each constant is ready to be stored. The patterns
// stand in SimplifyMovement.cpp, SimplifyLayout.cpp and SimplifyConstants.cpp.
//
//===----------------------------------------------------------------------===//
#include "dialects/Graph/GraphOps.h"
#include "dialects/Graph/Passes.h"
#include "dialects/Graph/SimplifyPatterns.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Dominance.h"
#include "mlir/Transforms/CSE.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "llvm/ADT/SmallPtrSet.h"

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

/// The value that `value` shares its memory with.
static Value storageOf(Value value) {
  while (auto reshape = value.getDefiningOp<ReshapeOp>())
    value = reshape.getInput();
  return value;
}

///   return %x, %y, %y      where %x is an argument
/// becomes
///   %0 = graph.broadcast %x ...   %1 = graph.broadcast %y ...
///   return %0, %y, %1
/// A program's outputs are written by it and never share memory with an input,
/// a constant or each other, so here a broadcast to the same shape is a copy.
/// Runs last: to all else it is an op that does nothing.
static void separateOutputs(func::FuncOp function) {
  for (Block &block : function.getBody()) {
    auto end = dyn_cast<func::ReturnOp>(block.getTerminator());
    if (!end)
      continue;
    llvm::SmallPtrSet<void *, 8> seen;
    OpBuilder builder(end);
    for (OpOperand &operand : end->getOpOperands()) {
      Value storage = storageOf(operand.get());
      bool isShared = !seen.insert(storage.getAsOpaquePointer()).second;
      if (isShared || !storage.getDefiningOp() ||
          storage.getDefiningOp<ConstantOp>())
        operand.set(BroadcastOp::create(builder, operand.get().getLoc(),
                                        operand.get().getType(),
                                        operand.get()));
    }
  }
}

namespace {
struct SimplifyPass : public glia::graph::impl::SimplifyPassBase<SimplifyPass> {
  explicit SimplifyPass(glia::ConstantStore *constants = nullptr)
      : constants(constants) {}

  void runOnOperation() override {
    int64_t before = countOps(getOperation());
    unsigned derived = 0;
    RewritePatternSet patterns(&getContext());
    populateMovementPatterns(patterns);
    populateLayoutPatterns(patterns);
    if (constants)
      populateConstantPatterns(patterns, *constants, derived);
    // Long chains settle from their start on; a limit would leave a form that
    // depends on it.
    GreedyRewriteConfig config;
    config.setUseTopDownTraversal().setMaxIterations(
        GreedyRewriteConfig::kNoLimit);
    if (failed(
            applyPatternsGreedily(getOperation(), std::move(patterns), config)))
      return signalPassFailure();
    int64_t simplified = countOps(getOperation());
    IRRewriter rewriter(&getContext());
    DominanceInfo dominance;
    eliminateCommonSubExpressions(rewriter, dominance, getOperation());
    int64_t after = countOps(getOperation());
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (!function.isDeclaration())
        separateOutputs(function);
    numConstantsDerived += derived;
    numOpsMerged += simplified - after;
    numOpsErased += before - after;
  }

  glia::ConstantStore *constants;
};
} // namespace

std::unique_ptr<Pass>
glia::graph::createGraphSimplifyPass(ConstantStore *constants) {
  return std::make_unique<::SimplifyPass>(constants);
}
