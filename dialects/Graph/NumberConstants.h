//===- NumberConstants.h - Constants without content ----------------------===//
//
// For passes that derive constants and run without a store (glia-opt).
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_DIALECTS_GRAPH_NUMBERCONSTANTS_H
#define GLIA_DIALECTS_GRAPH_NUMBERCONSTANTS_H

#include "glia/Support/ConstantStore.h"
#include "mlir/IR/BuiltinOps.h"

namespace glia::graph {

/// A store with the constants that the IR names: ids and types, no bytes.
ConstantStore numberConstants(mlir::ModuleOp module);

} // namespace glia::graph

#endif
