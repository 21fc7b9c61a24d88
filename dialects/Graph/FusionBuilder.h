//===- FusionBuilder.h - Wrap ops into a fusion ---------------------------===//
//
// What the passes that make phase `fused` share.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_DIALECTS_GRAPH_FUSIONBUILDER_H
#define GLIA_DIALECTS_GRAPH_FUSIONBUILDER_H

#include "dialects/Graph/GraphOps.h"

namespace glia::graph {

/// Whether `op` is computed by a kernel, so belongs into a fusion.
bool isComputing(mlir::Operation *op);

/// Moves `ops` (of one block, in order) into a new fusion at the builder's
/// insertion point. Their operands from outside become inputs, each once;
/// their values that are used outside become results.
FusionOp wrapIntoFusion(mlir::OpBuilder &builder,
                        llvm::ArrayRef<mlir::Operation *> ops);

} // namespace glia::graph

#endif
