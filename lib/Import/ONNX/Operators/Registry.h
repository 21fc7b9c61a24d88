//===- Registry.h - The operators that Glia reads -------------------------===//
//
// Each family file has a table of its own; Registry.cpp joins them. Another
// operator is a row in its family's table.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_LIB_IMPORT_ONNX_OPERATORS_REGISTRY_H
#define GLIA_LIB_IMPORT_ONNX_OPERATORS_REGISTRY_H

#include "lib/Import/ONNX/NodeImporter.h"

namespace glia::onnx_import {

/// Reads one node: operands are there and their types are checked; sets the
/// outputs or fails.
using ImportFunction = llvm::Error (*)(NodeImporter &);

/// The newest opset whose changes have been read for every row.
inline constexpr int newestCheckedOpset = 27;

struct OperatorRow {
  llvm::StringLiteral name;
  /// The schema's since-version must be in [first, last].
  int first;
  ImportFunction import;
  int last = newestCheckedOpset;
  llvm::StringLiteral domain = "";
};

/// Null when no row fits the node's schema.
const OperatorRow *findOperator(const Node &node);
/// All rows of all families.
std::vector<OperatorRow> allOperators();

llvm::ArrayRef<OperatorRow> activationOperators();
llvm::ArrayRef<OperatorRow> constantOperators();
llvm::ArrayRef<OperatorRow> contractionOperators();
llvm::ArrayRef<OperatorRow> controlOperators();
llvm::ArrayRef<OperatorRow> convTransposeOperators();
llvm::ArrayRef<OperatorRow> convolutionOperators();
std::vector<OperatorRow> elementwiseOperators();
llvm::ArrayRef<OperatorRow> gatherOperators();
llvm::ArrayRef<OperatorRow> loopOperators();
llvm::ArrayRef<OperatorRow> movementOperators();
llvm::ArrayRef<OperatorRow> normalizationOperators();
llvm::ArrayRef<OperatorRow> parametricOperators();
llvm::ArrayRef<OperatorRow> poolingOperators();
llvm::ArrayRef<OperatorRow> recurrentOperators();
llvm::ArrayRef<OperatorRow> reductionOperators();
llvm::ArrayRef<OperatorRow> resizeOperators();
llvm::ArrayRef<OperatorRow> scatterOperators();
llvm::ArrayRef<OperatorRow> shapeOperators();
llvm::ArrayRef<OperatorRow> sliceOperators();

} // namespace glia::onnx_import

#endif
