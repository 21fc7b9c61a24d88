//===- NodeLocation.h - The ONNX node that an op came from ----------------===//
//
// A node is named by its index path in the ONNX graph ("17", "3/then/4"),
// since its name may be empty or not unique. The location of every op, down
// to the debug map, is NameLoc "PATH|OpType|node name"; of a fused op a
// FusedLoc of them, the root first.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_DIALECTS_GRAPH_NODELOCATION_H
#define GLIA_DIALECTS_GRAPH_NODELOCATION_H

#include "mlir/IR/Location.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <optional>

namespace glia::graph {

/// The strings live in the MLIRContext.
struct NodeReference {
  llvm::StringRef path, opType, name;
  bool operator==(const NodeReference &) const = default;
};

mlir::Location makeNodeLocation(mlir::MLIRContext *context,
                                llvm::StringRef path, llvm::StringRef opType,
                                llvm::StringRef name);

/// The node of `location`, of a fused one the first; none if it names no node.
std::optional<NodeReference> parseNodeLocation(mlir::Location location);

/// All nodes of `location`, in its order, each once.
llvm::SmallVector<NodeReference> allNodes(mlir::Location location);

/// One location with the nodes of all, `locations[0]` first.
mlir::Location fuseNodeLocations(mlir::MLIRContext *context,
                                 llvm::ArrayRef<mlir::Location> locations);

} // namespace glia::graph

#endif
