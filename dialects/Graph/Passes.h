//===- Passes.h - Passes inside the graph dialect -------------------------===//
//
// Constructors for pipelines; descriptions are in Passes.td.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_DIALECTS_GRAPH_PASSES_H
#define GLIA_DIALECTS_GRAPH_PASSES_H

#include "glia/Support/ConstantStore.h"
#include "mlir/Pass/Pass.h"
#include <memory>

namespace glia::graph {

/// `constants` may be null: then constants are opaque.
std::unique_ptr<mlir::Pass>
createGraphSimplifyPass(ConstantStore *constants = nullptr);
struct ShardPassOptions;
std::unique_ptr<mlir::Pass>
createGraphShardPass(const ShardPassOptions &options,
                     ConstantStore *constants = nullptr);
struct CastPrecisionPassOptions;
std::unique_ptr<mlir::Pass>
createGraphCastPrecisionPass(const CastPrecisionPassOptions &options,
                             ConstantStore *constants = nullptr);
std::unique_ptr<mlir::Pass> createGraphFormFusionsPass();
std::unique_ptr<mlir::Pass> createGraphFormSingleFusionsPass();
std::unique_ptr<mlir::Pass>
createGraphVerifyPhasePass(llvm::StringRef phase = "graph");

#define GEN_PASS_DECL
#include "dialects/Graph/Passes.h.inc"
#define GEN_PASS_REGISTRATION
#include "dialects/Graph/Passes.h.inc"

} // namespace glia::graph

#endif
