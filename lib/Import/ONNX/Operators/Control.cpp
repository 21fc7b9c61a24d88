//===- Control.cpp - If ---------------------------------------------------===//
//
// The condition is known when compiling: by folded shapes, or by --input-value.
// Then the branch that is taken is imported in the node's place, and the other
// one may hold what it likes.
//
//===----------------------------------------------------------------------===//
#include "Registry.h"

namespace glia::onnx_import {

static llvm::Error importIf(NodeImporter &importer) {
  for (const char *name : {"then_branch", "else_branch"})
    if (size_t count = importer.node.find(name)->graph->outputs.size();
        count != importer.node.outputs.size())
      return importer.failAttribute(
          ErrorCode::E1003, name,
          "has " + llvm::Twine(count) + " outputs, expects " +
              llvm::Twine(importer.node.outputs.size()) + " as the node has");
  llvm::Expected<std::optional<double>> condition =
      importer.knownNumber(importer.input(0));
  if (!condition)
    return condition.takeError();
  if (!*condition)
    return importer.fail(
        ErrorCode::E2002,
        "has a condition of run time, expects one that is known when "
        "compiling (--input-value, --dim)");
  const Subgraph &branch =
      *importer.node.find(**condition != 0 ? "then_branch" : "else_branch")
           ->graph;
  llvm::Expected<std::optional<std::vector<Value>>> outputs =
      importer.state.importSubgraph(branch);
  if (!outputs)
    return outputs.takeError();
  if (*outputs)
    for (auto [index, value] : llvm::enumerate(**outputs))
      importer.setOutput(index, value);
  return llvm::Error::success();
}

llvm::ArrayRef<OperatorRow> controlOperators() {
  static constexpr OperatorRow rows[] = {
      {"If", 1, importIf},
  };
  return rows;
}

} // namespace glia::onnx_import
