//===- GraphDialect.h - The graph dialect ---------------------------------===//
//
// The dialect, and the one mapping between MLIR's element types and Glia's.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_DIALECTS_GRAPH_GRAPHDIALECT_H
#define GLIA_DIALECTS_GRAPH_GRAPHDIALECT_H

#include "glia/Support/ElementType.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"

#include "dialects/Graph/GraphDialect.h.inc"

namespace glia::graph {

/// i1 is boolean, ui8 u8; none for a type that no graph tensor has.
std::optional<ElementType> toElementType(mlir::Type type);
/// The inverse; null for a type that the dialect has not.
mlir::Type fromElementType(mlir::MLIRContext *context, ElementType type);

/// The ONNX name of an entry's argument or result; empty if there is none.
inline constexpr llvm::StringLiteral nameAttribute = "graph.name";
/// On an entry's argument that is a state: the name of the result that is its
/// next value, of the same type.
inline constexpr llvm::StringLiteral stateAttribute = "graph.state";
/// On an entry's argument or result of which each core has a part: for each
/// dimension the axis of the grid that splits it, -1 where none does. The
/// types are those of a part.
inline constexpr llvm::StringLiteral splitAttribute = "graph.split";
/// On the module, from phase `sharded` on, with more than one core: the cores
/// along each axis of the grid. Core number = index with the last axis fastest.
/// The replica groups of axis i are the object's set number i.
inline constexpr llvm::StringLiteral gridAttribute = "graph.grid";

/// Of a cast that phase `cast` placed and that rounds: its place among them in
/// the order of the ops, and why, `operand` (of a product) or `result`.
inline constexpr llvm::StringLiteral numberAttribute = "graph.number",
                                     whyAttribute = "graph.why";

} // namespace glia::graph

#endif
