//===- Registry.cpp - The operators that Glia reads -----------------------===//
//
// Joins the families' tables.
//
//===----------------------------------------------------------------------===//
#include "Registry.h"

namespace glia::onnx_import {

static std::vector<OperatorRow> joinFamilies() {
  std::vector<OperatorRow> rows = elementwiseOperators();
  for (llvm::ArrayRef<OperatorRow> family :
       {activationOperators(), constantOperators(), contractionOperators(),
        controlOperators(), convTransposeOperators(), convolutionOperators(),
        gatherOperators(), loopOperators(), movementOperators(), normalizationOperators(),
        parametricOperators(), poolingOperators(), recurrentOperators(),
        reductionOperators(), resizeOperators(), scatterOperators(),
        shapeOperators(), sliceOperators()})
    rows.insert(rows.end(), family.begin(), family.end());
  llvm::sort(rows, [](const OperatorRow &a, const OperatorRow &b) {
    return std::pair(a.domain, a.name) < std::pair(b.domain, b.name);
  });
  return rows;
}

static llvm::ArrayRef<OperatorRow> sortedRows() {
  static const std::vector<OperatorRow> rows =
      joinFamilies(); // constant once made
  return rows;
}

std::vector<OperatorRow> allOperators() { return sortedRows().vec(); }

const OperatorRow *findOperator(const Node &node) {
  for (const OperatorRow &row : sortedRows())
    if (row.domain == node.domain && row.name == node.opType &&
        row.first <= node.sinceVersion && node.sinceVersion <= row.last)
      return &row;
  return nullptr;
}

} // namespace glia::onnx_import
