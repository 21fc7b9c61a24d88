//===- VerifyPhase.cpp - Check that only ops of a phase are left ----------===//
//
// The border guard of the phases that the graph dialect has: what comes out of
// a pipeline is checked here, not where the next one trips over it.
//
//===----------------------------------------------------------------------===//
#include "dialects/Graph/GraphOps.h"
#include "dialects/Graph/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace glia::graph {
#define GEN_PASS_DEF_VERIFYPHASEPASS
#include "dialects/Graph/Passes.h.inc"
} // namespace glia::graph

using namespace mlir;
using namespace glia::graph;

static bool isLegal(Operation &op, bool isFused) {
  if (llvm::isa<func::ReturnOp>(op))
    return true;
  if (!llvm::isa_and_present<GraphDialect>(op.getDialect()))
    return false;
  if (isFused)
    return llvm::isa<ConstantOp, ReshapeOp, FusionOp>(op);
  return !llvm::isa<FusionOp, YieldOp>(op);
}

static LogicalResult verifyNames(func::FuncOp function) {
  for (unsigned i = 0; i < function.getNumArguments(); ++i)
    if (!function.getArgAttr(i, nameAttribute))
      return function.emitOpError(
                 "expects `graph.name` on every argument, argument ")
             << i << " has none";
  for (unsigned i = 0; i < function.getNumResults(); ++i)
    if (!function.getResultAttr(i, nameAttribute))
      return function.emitOpError(
                 "expects `graph.name` on every result, result ")
             << i << " has none";
  return success();
}

/// Each state's next value is a result of its type, and of no other state.
static LogicalResult verifyStates(func::FuncOp function) {
  llvm::StringMap<Type> results;
  for (unsigned i = 0; i < function.getNumResults(); ++i)
    if (auto name = function.getResultAttrOfType<StringAttr>(i, nameAttribute))
      results[name.getValue()] = function.getFunctionType().getResult(i);
  for (unsigned i = 0; i < function.getNumArguments(); ++i) {
    auto next = function.getArgAttrOfType<StringAttr>(i, stateAttribute);
    if (!next)
      continue;
    auto found = results.find(next.getValue());
    if (found == results.end() ||
        found->second != function.getArgument(i).getType())
      return function.emitOpError("expects `graph.state` of argument ")
             << i << " to name a result of its type that no other state has, "
             << "got `" << next.getValue() << "`";
    results.erase(found);
  }
  return success();
}

static LogicalResult verifyFunction(func::FuncOp function, StringRef phase) {
  if (!function.getBody().hasOneBlock())
    return function.emitOpError("expects one block in phase `") << phase << "`";
  for (Operation &op : function.getBody().front())
    if (!isLegal(op, phase == "fused"))
      return op.emitOpError("is not an op of phase `") << phase << "`";
  if (failed(verifyNames(function)))
    return failure();
  return verifyStates(function);
}

namespace {
struct VerifyPhasePass
    : public glia::graph::impl::VerifyPhasePassBase<VerifyPhasePass> {
  using VerifyPhasePassBase::VerifyPhasePassBase;
  void runOnOperation() override {
    markAllAnalysesPreserved();
    if (!llvm::is_contained({"graph", "sharded", "cast", "fused"}, phase)) {
      getOperation().emitError(
          "expects phase graph, sharded, cast or fused, got `")
          << phase << "`";
      return signalPassFailure();
    }
    auto main = getOperation().lookupSymbol<func::FuncOp>("main");
    if (!main) {
      getOperation().emitError("expects a function `main`");
      return signalPassFailure();
    }
    for (Operation &op : *getOperation().getBody()) {
      auto function = dyn_cast<func::FuncOp>(op);
      if (!function) {
        op.emitOpError("is not an op of phase `") << phase << "`";
        return signalPassFailure();
      }
      if (failed(verifyFunction(function, phase)))
        return signalPassFailure();
    }
  }
};
} // namespace

std::unique_ptr<Pass> glia::graph::createGraphVerifyPhasePass(StringRef phase) {
  return std::make_unique<::VerifyPhasePass>(
      VerifyPhasePassOptions{phase.str()});
}
