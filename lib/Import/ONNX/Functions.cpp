//===- Functions.cpp - What a model's functions are -----------------------===//
//
// A function has no outer scope: all that its body reads is an input or
// defined in it. What the calls expand to is counted before anything grows.
//
//===----------------------------------------------------------------------===//
#include "Functions.h"
#include "Model.h"
#include "onnx/defs/schema.h"
#include "llvm/ADT/StringSet.h"

namespace glia::onnx_import {

static std::string plainDomain(const std::string &domain) {
  return domain == "ai.onnx" ? "" : domain;
}

static std::string keyOf(const std::string &domain, const std::string &name,
                         const std::string &overload) {
  return plainDomain(domain) + '\0' + name + '\0' + overload;
}

Opsets readOpsets(
    const google::protobuf::RepeatedPtrField<onnx::OperatorSetIdProto> &list) {
  Opsets opsets;
  for (const onnx::OperatorSetIdProto &opset : list)
    opsets[plainDomain(opset.domain())] = opset.version();
  return opsets;
}

int64_t opsetOf(const Opsets &opsets, const std::string &domain) {
  return opsets.lookup(plainDomain(domain));
}

static GliaError functionError(ErrorCode code, const Function &function,
                               const llvm::Twine &message) {
  return std::move(
      GliaError(code, message.str())
          .with("function", function.proto.name())
          .with("domain",
                describeDomain(plainDomain(function.proto.domain())).str()));
}

//===----------------------------------------------------------------------===//
// Bodies
//===----------------------------------------------------------------------===//

namespace {
class BodyCheck {
public:
  explicit BodyCheck(const Function &function) : function(function) {}
  llvm::Error run();

private:
  void define(const onnx::NodeProto &node);
  void define(const onnx::GraphProto &graph);
  llvm::Error read(const std::string &name, const onnx::NodeProto *node);
  llvm::Error read(const onnx::NodeProto &node);

  const Function &function;
  llvm::StringSet<> names, attributes;
};
} // namespace

void BodyCheck::define(const onnx::NodeProto &node) {
  names.insert_range(node.output());
  for (const onnx::AttributeProto &attribute : node.attribute()) {
    if (attribute.has_g())
      define(attribute.g());
    for (const onnx::GraphProto &graph : attribute.graphs())
      define(graph);
  }
}

void BodyCheck::define(const onnx::GraphProto &graph) {
  for (const onnx::ValueInfoProto &input : graph.input())
    names.insert(input.name());
  for (const onnx::TensorProto &tensor : graph.initializer())
    names.insert(tensor.name());
  for (const onnx::NodeProto &node : graph.node())
    define(node);
}

llvm::Error BodyCheck::read(const std::string &name,
                            const onnx::NodeProto *node) {
  if (name.empty() || names.contains(name))
    return llvm::Error::success();
  GliaError error = functionError(
      ErrorCode::E1006, function,
      "the function's " + std::string(node ? "body reads `" : "output is `") +
          escapeForMessage(name) +
          "`, which is neither an input nor defined in the body");
  if (node)
    error.with("node", node->name()).with("op", node->op_type());
  return makeError(std::move(error.with("tensor", name)));
}

llvm::Error BodyCheck::read(const onnx::NodeProto &node) {
  for (const std::string &name : node.input())
    if (llvm::Error error = read(name, &node))
      return error;
  for (const onnx::AttributeProto &attribute : node.attribute()) {
    if (!attribute.ref_attr_name().empty() &&
        !attributes.contains(attribute.ref_attr_name()))
      return makeError(std::move(
          functionError(ErrorCode::E1004, function,
                        "the function's body refers to the attribute `" +
                            escapeForMessage(attribute.ref_attr_name()) +
                            "`, which the function does not have")
              .with("node", node.name())
              .with("attribute", attribute.name())));
    std::vector<const onnx::GraphProto *> graphs;
    if (attribute.has_g())
      graphs.push_back(&attribute.g());
    for (const onnx::GraphProto &graph : attribute.graphs())
      graphs.push_back(&graph);
    for (const onnx::GraphProto *graph : graphs) {
      for (const onnx::NodeProto &inner : graph->node())
        if (llvm::Error error = read(inner))
          return error;
      for (const onnx::ValueInfoProto &output : graph->output())
        if (llvm::Error error = read(output.name(), &node))
          return error;
    }
  }
  return llvm::Error::success();
}

llvm::Error BodyCheck::run() {
  const onnx::FunctionProto &proto = function.proto;
  names.insert_range(proto.input());
  attributes.insert_range(proto.attribute());
  for (const onnx::AttributeProto &attribute : proto.attribute_proto())
    attributes.insert(attribute.name());
  for (const onnx::NodeProto &node : proto.node())
    define(node);
  for (const onnx::NodeProto &node : proto.node())
    if (llvm::Error error = read(node))
      return error;
  for (const std::string &output : proto.output())
    if (llvm::Error error = read(output, nullptr))
      return error;
  return llvm::Error::success();
}

static llvm::Error checkOpsets(const Function &function) {
  for (const auto &entry : function.opsets) {
    std::string domain = escapeForMessage(describeDomain(entry.first()));
    if (entry.second < 1)
      return makeError(functionError(ErrorCode::E1002, function,
                                     "the function imports opset " +
                                         llvm::Twine(entry.second) + " of `" +
                                         domain + "`, expects at least 1"));
    if (int newest = newestOpset("");
        entry.first().empty() && entry.second > newest)
      return makeError(functionError(
          ErrorCode::E2003, function,
          "the function uses opset " + llvm::Twine(entry.second) + " of `" +
              domain + "`, the newest known is " + llvm::Twine(newest)));
  }
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

llvm::Error checkCall(const onnx::NodeProto &node, const Function &callee,
                      const Opsets &opsets, const std::string &path) {
  auto fail = [&](ErrorCode code, const llvm::Twine &message,
                  const std::string &attribute = "") {
    GliaError error(code, message.str());
    error.with("node", node.name().empty() ? "#" + path : node.name())
        .with("op", node.op_type())
        .with("domain", describeDomain(plainDomain(node.domain())).str())
        .with("opset", std::to_string(opsetOf(opsets, node.domain())));
    if (!attribute.empty())
      error.with("attribute", attribute);
    return makeError(std::move(error));
  };
  const onnx::FunctionProto &proto = callee.proto;
  int inputs = node.input_size(); // absent ones at the end don't count
  while (inputs > 0 && node.input(inputs - 1).empty())
    --inputs;
  for (auto [what, count, most] :
       {std::tuple(" inputs", inputs, proto.input_size()),
        std::tuple(" outputs", node.output_size(), proto.output_size())})
    if (count > most)
      return fail(ErrorCode::E1003, "has " + llvm::Twine(count) + what +
                                        ", the function has " +
                                        llvm::Twine(most));
  llvm::StringSet<> known, seen;
  known.insert_range(proto.attribute());
  for (const onnx::AttributeProto &attribute : proto.attribute_proto())
    known.insert(attribute.name());
  for (const onnx::AttributeProto &attribute : node.attribute()) {
    if (!known.contains(attribute.name()))
      return fail(ErrorCode::E1004,
                  "has an attribute that the function does not know",
                  attribute.name());
    if (!seen.insert(attribute.name()).second)
      return fail(ErrorCode::E1004, "has an attribute twice", attribute.name());
  }
  return llvm::Error::success();
}

Function *FunctionTable::find(const onnx::NodeProto &node,
                              const Opsets &opsets) {
  auto found =
      functions.find(keyOf(node.domain(), node.op_type(), node.overload()));
  if (found == functions.end())
    return nullptr;
  Function &function = found->second;
  std::string domain = plainDomain(node.domain());
  int64_t opset = std::min<int64_t>(opsetOf(opsets, domain), INT_MAX);
  const onnx::OpSchema *schema = onnx::OpSchemaRegistry::Schema(
      node.op_type(), static_cast<int>(opset), domain);
  if (!schema || schema->Deprecated())
    return &function;
  if (!function.isHidden)
    warnings.push_back({"the function `" + escapeForMessage(node.op_type()) +
                        "` is not called: `" +
                        escapeForMessage(describeDomain(domain)) +
                        "` has an operator of that name"});
  function.isHidden = true;
  return nullptr;
}

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

static uint64_t saturatingAdd(uint64_t a, uint64_t b) {
  return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

/// How many nodes a node becomes. A call counts, too: functions without nodes
/// cost time as well.
llvm::Expected<uint64_t> FunctionTable::count(const onnx::NodeProto &node,
                                              const Opsets &opsets,
                                              unsigned depth) {
  uint64_t nodes = 1;
  if (Function *callee = find(node, opsets)) {
    if (llvm::Error error = count(*callee, depth + 1))
      return std::move(error);
    return saturatingAdd(nodes, callee->nodes);
  }
  for (const onnx::AttributeProto &attribute : node.attribute())
    for (const onnx::NodeProto &inner : attribute.g().node()) {
      llvm::Expected<uint64_t> more = count(inner, opsets, depth);
      if (!more)
        return more.takeError();
      nodes = saturatingAdd(nodes, *more);
    }
  return nodes;
}

/// Refuses recursion, deep calls and broken bodies.
llvm::Error FunctionTable::count(Function &function, unsigned depth) {
  if (function.state == Function::open)
    return makeError(
        functionError(ErrorCode::E1016, function, "the function calls itself"));
  if (depth > limits.functionCallDepth)
    return makeError(functionError(ErrorCode::E4001, function,
                                   "functions call each other deeper than " +
                                       llvm::Twine(limits.functionCallDepth)));
  if (function.state == Function::done)
    return llvm::Error::success();
  function.state = Function::open;
  if (llvm::Error error = checkOpsets(function))
    return error;
  if (llvm::Error error = BodyCheck(function).run())
    return error;
  for (const onnx::NodeProto &node : function.proto.node()) {
    llvm::Expected<uint64_t> nodes = count(node, function.opsets, depth);
    if (!nodes)
      return nodes.takeError();
    function.nodes = saturatingAdd(function.nodes, *nodes);
  }
  function.state = Function::done;
  return llvm::Error::success();
}

llvm::Error FunctionTable::take(onnx::ModelProto &model) {
  if (static_cast<uint64_t>(model.functions_size()) > limits.functions)
    return makeError(ErrorCode::E4002, "the model has " +
                                           llvm::Twine(model.functions_size()) +
                                           " functions, expects at most " +
                                           llvm::Twine(limits.functions));
  for (onnx::FunctionProto &proto : *model.mutable_functions()) {
    auto [slot, fresh] = functions.try_emplace(
        keyOf(proto.domain(), proto.name(), proto.overload()));
    slot->second.opsets = readOpsets(proto.opset_import());
    slot->second.proto = std::move(proto);
    if (!fresh)
      return makeError(functionError(ErrorCode::E1005, slot->second,
                                     "a function is defined twice"));
  }
  model.clear_functions();
  Opsets opsets = readOpsets(model.opset_import());
  uint64_t total = 0;
  for (const onnx::NodeProto &node : model.graph().node()) {
    llvm::Expected<uint64_t> nodes = count(node, opsets, 0);
    if (!nodes)
      return nodes.takeError();
    total = saturatingAdd(total, *nodes);
  }
  if (total <= limits.nodes)
    return llvm::Error::success();
  return makeError(ErrorCode::E4002, "the graph has " + llvm::Twine(total) +
                                         " nodes after inlining, expects at "
                                         "most " +
                                         llvm::Twine(limits.nodes));
}

} // namespace glia::onnx_import
