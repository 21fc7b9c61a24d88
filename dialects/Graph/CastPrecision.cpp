//===- CastPrecision.cpp - Place the casts that round ---------------------===//
//
// Makes phase `cast`. Without --auto-cast nothing rounds beyond what the model
// says; it stands here so that the phase, its border and its tests do.
//
//===----------------------------------------------------------------------===//
#include "dialects/Graph/Passes.h"
#include "mlir/IR/BuiltinOps.h"

namespace glia::graph {
#define GEN_PASS_DEF_CASTPRECISIONPASS
#include "dialects/Graph/Passes.h.inc"
} // namespace glia::graph

using namespace glia::graph;

namespace {
struct CastPrecisionPass
    : public glia::graph::impl::CastPrecisionPassBase<CastPrecisionPass> {
  void runOnOperation() override { markAllAnalysesPreserved(); }
};
} // namespace

std::unique_ptr<mlir::Pass> glia::graph::createGraphCastPrecisionPass() {
  return std::make_unique<::CastPrecisionPass>();
}
