//===- SimplifyPatterns.h - The patterns of graph-simplify ----------------===//
//
// Each file of patterns adds its own; the pass runs them together.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_DIALECTS_GRAPH_SIMPLIFYPATTERNS_H
#define GLIA_DIALECTS_GRAPH_SIMPLIFYPATTERNS_H

#include "glia/Support/ConstantStore.h"
#include "mlir/IR/PatternMatch.h"

namespace glia::graph {

/// Ops that give their operand back, chains of movements, broadcasts before
/// ops that broadcast.
void populateMovementPatterns(mlir::RewritePatternSet &patterns);

/// Elementwise ops above movements, merged transposes, turned operands of
/// contract.
void populateLayoutPatterns(mlir::RewritePatternSet &patterns);

/// Movements and casts of constants become steps in the store. Counts in
/// `derived`.
void populateConstantPatterns(mlir::RewritePatternSet &patterns,
                              ConstantStore &constants, unsigned &derived);

} // namespace glia::graph

#endif
