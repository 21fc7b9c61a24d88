//===- SupportedTypes.h - Which element types an op is compiled for -------===//
//
// The dialect's verifiers say what an op means; this table says what the
// kernels of GraphToTile compute. The importer asks it for each op that it
// makes, so that a legal model is refused there, by node, and not by a kernel.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_DIALECTS_GRAPH_SUPPORTEDTYPES_H
#define GLIA_DIALECTS_GRAPH_SUPPORTEDTYPES_H

#include <optional>
#include <string>

namespace mlir {
class Operation;
} // namespace mlir

namespace glia::graph {

/// What stands against compiling `op` for its element types: "takes elements
/// of type f16, expects f32". Nothing when there is a kernel for them.
std::optional<std::string> describeUnsupportedTypes(mlir::Operation *op);

} // namespace glia::graph

#endif
