//===- Control.cpp - If ---------------------------------------------------===//
//
// A condition that is known when compiling (folded shapes, --input-value) puts
// the branch that is taken in the node's place, and the other one may hold what
// it likes. With one of run time both branches are computed, and each output is
// chosen: they have no effects but their outputs.
//
//===----------------------------------------------------------------------===//
#include "Registry.h"

namespace glia::onnx_import {

/// Outputs of both branches, which have one type and shape each.
static llvm::Error chooseAtRunTime(NodeImporter &importer) {
  Value condition = importer.input(0);
  if (condition.elements() != 1)
    return importer.fail(ErrorCode::E1009,
                         "has a condition of " +
                             llvm::Twine(condition.elements()) +
                             " elements, expects one");
  condition = importer.reshape(condition, {});
  std::vector<Value> branches[2];
  for (bool isElse : {false, true}) {
    const Attribute &branch =
        *importer.node.find(isElse ? "else_branch" : "then_branch");
    llvm::Expected<std::optional<std::vector<Value>>> outputs =
        importer.state.importSubgraph(*branch.graph, {});
    if (!outputs)
      return outputs.takeError();
    if (!*outputs)
      return llvm::Error::success(); // what is unsupported in it is noted
    branches[isElse] = std::move(**outputs);
  }
  Formula f(importer);
  for (auto [index, yes, no] : llvm::enumerate(branches[0], branches[1])) {
    if (yes.type != no.type)
      return importer.fail(ErrorCode::E1015,
                           "has branches whose outputs " +
                               llvm::Twine(index) + " are of types " +
                               name(yes.type) + " and " + name(no.type));
    if (yes.shape != no.shape)
      return importer.fail(
          ErrorCode::E2002,
          "has a condition of run time and branches that give the shapes " +
              formatShape(yes.shape) + " and " + formatShape(no.shape) +
              ", expects one shape, or a condition that is known when "
              "compiling (--input-value, --dim)");
    importer.setOutput(index, f.select(condition, yes, no));
  }
  return f.check();
}

static llvm::Error importIf(NodeImporter &importer) {
  for (const char *name : {"then_branch", "else_branch"})
    if (size_t count = importer.node.find(name)->graph->outputs.size();
        count != importer.node.outputs.size())
      return importer.failAttribute(
          ErrorCode::E1003, name,
          "has " + llvm::Twine(count) + " outputs, expects " +
              llvm::Twine(importer.node.outputs.size()) + " as the node has");
  const Subgraph &yes = *importer.node.find("then_branch")->graph,
                 &no = *importer.node.find("else_branch")->graph;
  for (auto [index, name, left, right] :
       llvm::enumerate(importer.node.outputs, yes.outputTypes, no.outputTypes))
    if (left != 0 && right != 0 && left != right)
      return importer.fail(
          ErrorCode::E1015,
          "has branches that declare the output `" + escapeForMessage(name) +
              "` as " + onnxTypeName(left) + " and as " + onnxTypeName(right));
  llvm::Expected<std::optional<double>> condition =
      importer.knownNumber(importer.input(0));
  if (!condition)
    return condition.takeError();
  if (!*condition)
    return chooseAtRunTime(importer);
  llvm::Expected<std::optional<std::vector<Value>>> outputs =
      importer.state.importSubgraph(**condition != 0 ? yes : no, {});
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
