//===- SortNodes.cpp - Names and the order of nodes -----------------------===//
//
// ONNX demands unique names and sorted nodes. Unsorted files exist, so the
// order is made good and reported; among ready nodes the file's order decides,
// so that a sorted file stays as it is. No recursion: chains may be long.
//
//===----------------------------------------------------------------------===//
#include "Model.h"
#include "llvm/ADT/StringMap.h"
#include <queue>

namespace glia::onnx_import {

using Producers =
    llvm::StringMap<int64_t>; // a node's index; -1 for inputs and initializers

static llvm::Error twice(llvm::StringRef name, const llvm::Twine &what) {
  return makeError(GliaError(ErrorCode::E1005,
                             ("`" + escapeForMessage(name) + "` " + what).str())
                       .with("tensor", name.str()));
}

static llvm::Error addOutputs(llvm::ArrayRef<Node> nodes,
                              Producers &producers) {
  for (auto [index, node] : llvm::enumerate(nodes))
    for (const std::string &output : node.outputs)
      if (!output.empty() && !producers.try_emplace(output, index).second)
        return makeError(
            nodeError(
                ErrorCode::E1005, node,
                "`" + escapeForMessage(output) +
                    "` is defined by this node and by something before it")
                .with("tensor", output));
  return llvm::Error::success();
}

static llvm::Error collectProducers(const Model &model, Producers &producers) {
  llvm::StringMap<char> inputs;
  for (const ValueInfo &input : model.inputs)
    if (!inputs.try_emplace(input.name).second)
      return twice(input.name, "is an input twice");
  for (const StoredTensor &initializer : model.initializers)
    if (!producers.try_emplace(initializer.name, -1).second)
      return twice(initializer.name, "is an initializer twice");
  for (const ValueInfo &input :
       model.inputs) // an initializer may give an input its default
    producers.try_emplace(input.name, -1);
  return addOutputs(model.nodes, producers);
}

/// What a node needs before it can run.
static std::vector<std::string> readNames(const Node &node) {
  std::vector<std::string> names = node.inputs;
  llvm::append_range(names, node.captured);
  return names;
}

/// Follows edges backwards among nodes that never became ready until one
/// comes again.
static llvm::Error reportCycle(llvm::ArrayRef<Node> nodes,
                               const Producers &producers,
                               llvm::ArrayRef<unsigned> waiting) {
  std::vector<char> seen(nodes.size());
  size_t at = 0;
  while (waiting[at] == 0)
    ++at;
  std::vector<size_t> path;
  while (!seen[at]) {
    seen[at] = 1;
    path.push_back(at);
    for (const std::string &input : readNames(nodes[at])) {
      auto found = producers.find(input);
      if (!input.empty() && found != producers.end() && found->second >= 0 &&
          waiting[found->second] != 0) {
        at = found->second;
        break;
      }
    }
  }
  path.erase(path.begin(), llvm::find(path, at));
  constexpr size_t mostListed = 8;
  std::string list;
  for (size_t index :
       llvm::reverse(llvm::ArrayRef(path).take_front(mostListed)))
    list += (list.empty() ? "`" : ", `") +
            escapeForMessage(describe(nodes[index])) + "`";
  if (path.size() > mostListed)
    list += " and " + std::to_string(path.size() - mostListed) + " more";
  return makeError(nodeError(ErrorCode::E1007, nodes[at],
                             "the nodes " + list + " form a cycle"));
}

/// Puts `nodes` in order. In a subgraph a name that nothing in it makes is one
/// of the graphs around.
static llvm::Error sortList(std::vector<Node> &nodes,
                            const Producers &producers, bool isSubgraph,
                            bool strict, std::vector<ImportWarning> &warnings) {
  std::vector<unsigned> waiting(nodes.size());
  std::vector<std::vector<size_t>> users(nodes.size());
  for (auto [index, node] : llvm::enumerate(nodes))
    for (const std::string &input : readNames(node)) {
      if (input.empty())
        continue;
      auto found = producers.find(input);
      if (found == producers.end() && isSubgraph)
        continue;
      if (found == producers.end())
        return makeError(nodeError(ErrorCode::E1006, node,
                                   "reads `" + escapeForMessage(input) +
                                       "`, which nothing defines")
                             .with("tensor", input));
      if (found->second >= 0) {
        users[found->second].push_back(index);
        ++waiting[index];
      }
    }
  std::priority_queue<size_t, std::vector<size_t>, std::greater<>> ready;
  for (size_t index = 0; index < waiting.size(); ++index)
    if (waiting[index] == 0)
      ready.push(index);
  std::vector<size_t> order;
  while (!ready.empty()) {
    size_t index = ready.top();
    ready.pop();
    order.push_back(index);
    for (size_t user : users[index])
      if (--waiting[user] == 0)
        ready.push(user);
  }
  if (order.size() != nodes.size())
    return reportCycle(nodes, producers, waiting);
  if (llvm::is_sorted(order))
    return llvm::Error::success();
  size_t first = 0;
  while (order[first] == first)
    ++first;
  const Node &node = nodes[first];
  if (strict)
    return makeError(nodeError(ErrorCode::E1013, node,
                               "stands before a node whose result it reads"));
  warnings.push_back(
      {"the nodes are not sorted (`" + escapeForMessage(describe(node)) +
       "` stands before a node whose result it reads); Glia sorted them"});
  std::vector<Node> sorted;
  for (size_t index : order)
    sorted.push_back(std::move(nodes[index]));
  nodes = std::move(sorted);
  return llvm::Error::success();
}

/// ONNX wants a subgraph's names to be new; what exporters write has one
/// meaning all the same, that of the nearest scope.
static llvm::Error checkHidden(const Node &node, const Subgraph &graph,
                               llvm::ArrayRef<const Producers *> around,
                               bool strict,
                               std::vector<ImportWarning> &warnings) {
  for (const std::string &name : graph.defined()) {
    if (llvm::none_of(around, [&](const Producers *scope) {
          return scope->contains(name);
        }))
      continue;
    std::string text = "has a subgraph whose `" + escapeForMessage(name) +
                       "` hides that of a graph around it";
    if (strict)
      return makeError(
          nodeError(ErrorCode::E1005, node, text).with("tensor", name));
    warnings.push_back({"`" + escapeForMessage(describe(node)) + "` " + text});
    break;
  }
  return llvm::Error::success();
}

/// The subgraphs of `nodes`, and theirs.
static llvm::Error sortSubgraphs(llvm::ArrayRef<Node> nodes,
                                 std::vector<const Producers *> &around,
                                 bool strict,
                                 std::vector<ImportWarning> &warnings) {
  for (const Node &node : nodes)
    for (const Attribute &attribute : node.attributes) {
      if (!attribute.graph)
        continue;
      Subgraph &graph = *attribute.graph;
      Producers producers;
      for (const std::string &input : graph.inputs)
        producers.try_emplace(input, -1);
      for (const StoredTensor &initializer : graph.initializers)
        if (!producers.try_emplace(initializer.name, -1).second)
          return twice(initializer.name, "is an initializer twice");
      if (llvm::Error error = addOutputs(graph.nodes, producers))
        return error;
      if (llvm::Error error =
              sortList(graph.nodes, producers, true, strict, warnings))
        return error;
      if (llvm::Error error =
              checkHidden(node, graph, around, strict, warnings))
        return error;
      around.push_back(&producers);
      if (llvm::Error error =
              sortSubgraphs(graph.nodes, around, strict, warnings))
        return error;
      around.pop_back();
    }
  return llvm::Error::success();
}

llvm::Error sortNodes(Model &model, bool strict) {
  Producers producers;
  if (llvm::Error error = collectProducers(model, producers))
    return error;
  if (llvm::Error error =
          sortList(model.nodes, producers, false, strict, model.warnings))
    return error;
  for (const ValueInfo &output : model.outputs)
    if (!producers.contains(output.name))
      return makeError(
          GliaError(ErrorCode::E1006, "the output `" +
                                          escapeForMessage(output.name) +
                                          "` is defined by nothing")
              .with("tensor", output.name));
  std::vector<const Producers *> around{&producers};
  return sortSubgraphs(model.nodes, around, strict, model.warnings);
}

} // namespace glia::onnx_import
