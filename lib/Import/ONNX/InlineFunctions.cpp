//===- InlineFunctions.cpp - Model-local functions ------------------------===//
//
// libonnx does the inlining; here stands what it lacks: bounds on what the
// calls expand to, and paths. Every call gets a copy of its function under a
// name of its own whose nodes carry the path of the call.
//
//===----------------------------------------------------------------------===//
#include "InlineFunctions.h"
#include "glia/Support/Error.h"
#include "onnx/inliner/inliner.h"
#include "onnx/onnx_pb.h"
#include "llvm/ADT/StringMap.h"

namespace glia::onnx_import {

// The scan dropped the file's own metadata, so the key is ours alone.
static constexpr const char *pathKey = "path";

std::string takePath(const onnx::NodeProto &node) {
  for (const onnx::StringStringEntryProto &entry : node.metadata_props())
    if (entry.key() == pathKey)
      return entry.value();
  return "";
}

static std::string keyOf(const std::string &domain, const std::string &name,
                         const std::string &overload) {
  std::string plain = domain == "ai.onnx" ? "" : domain;
  return plain + '\0' + name + '\0' + overload;
}

namespace {
struct Function {
  onnx::FunctionProto proto;
  uint64_t nodes = 0; // after inlining
  enum { unseen, open, done } state = unseen;
};

class Inliner {
public:
  Inliner(onnx::ModelProto &model, const ImportLimits &limits)
      : model(model), limits(limits) {}
  llvm::Error run();

private:
  llvm::Error count(Function &function, unsigned depth);
  Function *calleeOf(const onnx::NodeProto &node);
  void tag(onnx::NodeProto &node, const std::string &path);

  onnx::ModelProto &model;
  const ImportLimits &limits;
  llvm::StringMap<Function> functions;
  uint64_t copies = 0;
};
} // namespace

Function *Inliner::calleeOf(const onnx::NodeProto &node) {
  auto found =
      functions.find(keyOf(node.domain(), node.op_type(), node.overload()));
  return found == functions.end() ? nullptr : &found->second;
}

static uint64_t saturatingAdd(uint64_t a, uint64_t b) {
  return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

/// How many nodes a call becomes; refuses recursion and deep calls.
llvm::Error Inliner::count(Function &function, unsigned depth) {
  const onnx::FunctionProto &proto = function.proto;
  if (function.state == Function::open)
    return makeError(GliaError(ErrorCode::E1016, "the function calls itself")
                         .with("function", proto.name())
                         .with("domain", proto.domain()));
  if (depth > limits.functionCallDepth)
    return makeError(GliaError(ErrorCode::E4001,
                               "functions call each other deeper than " +
                                   std::to_string(limits.functionCallDepth))
                         .with("function", proto.name()));
  if (function.state == Function::done)
    return llvm::Error::success();
  function.state = Function::open;
  for (const onnx::NodeProto &node : proto.node()) {
    uint64_t nodes = 1;
    if (Function *callee = calleeOf(node)) {
      if (llvm::Error error = count(*callee, depth + 1))
        return error;
      // A call counts, too: functions without nodes cost time as well.
      nodes = saturatingAdd(nodes, callee->nodes);
    }
    function.nodes = saturatingAdd(function.nodes, nodes);
  }
  function.state = Function::done;
  return llvm::Error::success();
}

/// Gives the node its path; a call gets a copy of its callee, and so on down.
/// The depth is that of calls, which count() has bounded.
void Inliner::tag(onnx::NodeProto &node, const std::string &path) {
  node.clear_metadata_props();
  onnx::StringStringEntryProto *entry = node.add_metadata_props();
  entry->set_key(pathKey);
  entry->set_value(path);
  Function *callee = calleeOf(node);
  if (!callee)
    return;
  onnx::FunctionProto copy = callee->proto;
  copy.set_name(copy.name() + "@" + std::to_string(copies++));
  copy.set_overload("");
  node.set_op_type(copy.name());
  node.set_overload("");
  for (int index = 0; index < copy.node_size(); ++index)
    tag(*copy.mutable_node(index), path + "/" + std::to_string(index));
  *model.add_functions() = std::move(copy);
}

llvm::Error Inliner::run() {
  if (static_cast<uint64_t>(model.functions_size()) > limits.functions)
    return makeError(ErrorCode::E4002, "the model has " +
                                           llvm::Twine(model.functions_size()) +
                                           " functions, expects at most " +
                                           llvm::Twine(limits.functions));
  for (onnx::FunctionProto &proto : *model.mutable_functions()) {
    auto [slot, fresh] = functions.try_emplace(
        keyOf(proto.domain(), proto.name(), proto.overload()));
    if (!fresh)
      return makeError(
          GliaError(ErrorCode::E1005, "a function is defined twice")
              .with("function", proto.name())
              .with("domain", proto.domain()));
    slot->second.proto = std::move(proto);
  }
  model.clear_functions();
  onnx::GraphProto &graph = *model.mutable_graph();
  uint64_t nodes = graph.node_size();
  for (const onnx::NodeProto &node : graph.node())
    if (Function *callee = calleeOf(node)) {
      if (llvm::Error error = count(*callee, 1))
        return error;
      nodes = saturatingAdd(nodes, callee->nodes);
    }
  if (nodes > limits.nodes)
    return makeError(ErrorCode::E4002,
                     "the graph has " + llvm::Twine(nodes) +
                         " nodes after inlining, expects at most " +
                         llvm::Twine(limits.nodes));
  for (int index = 0; index < graph.node_size(); ++index)
    tag(*graph.mutable_node(index), std::to_string(index));
  if (model.functions_size() > 0)
    onnx::inliner::InlineLocalFunctions(model);
  return llvm::Error::success();
}

llvm::Error inlineFunctions(onnx::ModelProto &model,
                            const ImportLimits &limits) {
  return Inliner(model, limits).run();
}

} // namespace glia::onnx_import
