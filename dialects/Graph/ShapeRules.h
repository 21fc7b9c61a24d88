//===- ShapeRules.h - Type inference and indexing that ops share ----------===//
//
// What the generated code of Elementwise.td calls, and small helpers of the
// verifiers. For the dialect's own files.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_DIALECTS_GRAPH_SHAPERULES_H
#define GLIA_DIALECTS_GRAPH_SHAPERULES_H

#include "dialects/Graph/GraphOps.h"

namespace glia::graph {

/// The broadcast shape of all operands with `elementType`, or with the last
/// operand's where that is null (the operands of `opName` must then agree; a
/// select's condition may differ). Reports at `location` under a rule's label.
llvm::LogicalResult inferElementwise(mlir::MLIRContext *context,
                                     std::optional<mlir::Location> location,
                                     llvm::StringRef opName,
                                     mlir::ValueRange operands,
                                     mlir::Type elementType,
                                     llvm::SmallVectorImpl<mlir::Type> &types);

llvm::SmallVector<LoopKind> elementwiseLoops(mlir::Operation *op);
llvm::SmallVector<int64_t> elementwiseExtents(mlir::Operation *op);
mlir::AffineMap elementwiseOperandMap(mlir::Operation *op, unsigned operand);
mlir::AffineMap elementwiseResultMap(mlir::Operation *op);

/// Indices of `shape` out of result loops d0.. of a nest of `loops` loops:
/// trailing dimensions align, those of size 1 take index 0.
mlir::AffineMap broadcastMap(mlir::MLIRContext *context,
                             llvm::ArrayRef<int64_t> shape,
                             llvm::ArrayRef<int64_t> result, unsigned loops);

inline mlir::RankedTensorType tensorType(mlir::Value value) {
  return llvm::cast<mlir::RankedTensorType>(value.getType());
}

/// "2x3x4" for messages; "scalar" for rank 0.
std::string formatShape(llvm::ArrayRef<int64_t> shape);

} // namespace glia::graph

#endif
