//===- GraphOps.h - The ops of the graph dialect --------------------------===//
#ifndef GLIA_DIALECTS_GRAPH_GRAPHOPS_H
#define GLIA_DIALECTS_GRAPH_GRAPHOPS_H

#include "dialects/Graph/ElementwiseForm.h"
#include "dialects/Graph/GraphDialect.h"
#include "dialects/Graph/LoopKind.h"
#include "dialects/Graph/PrecisionClass.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/AffineMap.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "dialects/Graph/GraphEnums.h.inc"
#include "dialects/Graph/GraphInterfaces.h.inc"
#define GET_ATTRDEF_CLASSES
#include "dialects/Graph/GraphAttributes.h.inc"
#define GET_OP_CLASSES
#include "dialects/Graph/GraphOps.h.inc"

namespace glia::graph {

/// The shape that numpy broadcasting gives; none if the shapes do not fit.
std::optional<llvm::SmallVector<int64_t>>
broadcastShapes(llvm::ArrayRef<int64_t> left, llvm::ArrayRef<int64_t> right);

/// The class of kernel whose root `op` is; none for elementwise ops and for
/// ops that stay outside fusions (constant, reshape).
std::optional<FusionKind> rootKind(mlir::Operation *op);

} // namespace glia::graph

#endif
