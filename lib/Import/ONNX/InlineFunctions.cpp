//===- InlineFunctions.cpp - Model-local functions ------------------------===//
//
// First the functions that are called are counted and checked (Functions.cpp),
// then every call is replaced by its body. A body's names become names of the
// graph: the operands' own, or fresh ones. Its nodes keep the opset of their
// function, so that a function may import another one than the model.
//
//===----------------------------------------------------------------------===//
#include "InlineFunctions.h"
#include "Functions.h"
#include "glia/Support/Error.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/SaveAndRestore.h"

namespace glia::onnx_import {

// The scan dropped the file's own metadata, so the keys are ours alone.
static constexpr const char *pathKey = "path", *opsetKey = "opset";

static std::string takeEntry(const onnx::NodeProto &node, const char *key) {
  for (const onnx::StringStringEntryProto &entry : node.metadata_props())
    if (entry.key() == key)
      return entry.value();
  return "";
}

std::string takePath(const onnx::NodeProto &node) {
  return takeEntry(node, pathKey);
}

int64_t takeOpset(const onnx::NodeProto &node) {
  return std::stoll("0" + takeEntry(node, opsetKey));
}

static void addEntry(onnx::NodeProto &node, const char *key,
                     const std::string &value) {
  onnx::StringStringEntryProto *entry = node.add_metadata_props();
  entry->set_key(key);
  entry->set_value(value);
}

using Nodes = google::protobuf::RepeatedPtrField<onnx::NodeProto>;

namespace {
/// One call: what the names of the body stand for.
struct Call {
  const Function &callee;
  const onnx::NodeProto &node;
  const std::string &path;
  llvm::StringMap<std::string> names;
};

class Inliner {
public:
  Inliner(onnx::ModelProto &model, FunctionTable &functions,
          const ImportLimits &limits)
      : model(model), opsets(readOpsets(model.opset_import())),
        functions(functions), limits(limits) {}
  llvm::Error run();

private:
  llvm::Error inlineNodes(Nodes &nodes, const Opsets &opsets,
                          const std::string &prefix);
  llvm::Error append(onnx::NodeProto node, const Opsets &opsets,
                     const std::string &path, Nodes &nodes);
  llvm::Error appendBody(Call &call, Nodes &nodes);
  void instantiate(onnx::NodeProto &node, Call &call);
  void instantiate(onnx::GraphProto &graph, Call &call);
  void rename(std::string &name, Call &call);
  std::string makeName(const std::string &name, const std::string &path);

  onnx::ModelProto &model;
  Opsets opsets; // of the model
  FunctionTable &functions;
  const ImportLimits &limits;
  unsigned depth = 0;      // of subgraphs, those of the callers included
  llvm::StringSet<> taken; // all names of the graph
};
} // namespace

std::string Inliner::makeName(const std::string &name,
                              const std::string &path) {
  std::string fresh = name + "@" + path;
  while (!taken.insert(fresh).second)
    fresh += "'";
  return fresh;
}

void Inliner::rename(std::string &name, Call &call) {
  if (name.empty())
    return;
  auto [slot, fresh] = call.names.try_emplace(name);
  if (fresh)
    slot->second = makeName(name, call.path);
  name = slot->second;
}

/// The attribute that `reference` of a body's node stands for: the call's, the
/// function's default, or none.
static const onnx::AttributeProto *findAttribute(const Call &call,
                                                 const std::string &reference) {
  for (const auto *list :
       {&call.node.attribute(), &call.callee.proto.attribute_proto()})
    for (const onnx::AttributeProto &each : *list)
      if (each.name() == reference)
        return &each;
  return nullptr;
}

void Inliner::instantiate(onnx::NodeProto &node, Call &call) {
  for (std::string &name : *node.mutable_input())
    rename(name, call);
  for (std::string &name : *node.mutable_output())
    rename(name, call);
  google::protobuf::RepeatedPtrField<onnx::AttributeProto> attributes;
  for (onnx::AttributeProto &each : *node.mutable_attribute()) {
    if (each.ref_attr_name().empty()) {
      *attributes.Add() = std::move(each);
    } else if (const onnx::AttributeProto *given =
                   findAttribute(call, each.ref_attr_name())) {
      onnx::AttributeProto *attribute = attributes.Add();
      *attribute = *given;
      attribute->set_name(each.name());
      continue; // its graph belongs to the caller
    } else {
      continue;
    }
    onnx::AttributeProto &attribute = *attributes.rbegin();
    if (attribute.has_g())
      instantiate(*attribute.mutable_g(), call);
    for (onnx::GraphProto &graph : *attribute.mutable_graphs())
      instantiate(graph, call);
  }
  node.mutable_attribute()->Swap(&attributes);
}

/// A subgraph of a body. One name is one name in all of the body, so that what
/// hides what stays the same.
void Inliner::instantiate(onnx::GraphProto &graph, Call &call) {
  for (auto *infos : {graph.mutable_input(), graph.mutable_output(),
                      graph.mutable_value_info()})
    for (onnx::ValueInfoProto &info : *infos)
      rename(*info.mutable_name(), call);
  for (onnx::TensorProto &tensor : *graph.mutable_initializer())
    rename(*tensor.mutable_name(), call);
  for (onnx::NodeProto &node : *graph.mutable_node())
    instantiate(node, call);
}

llvm::Error Inliner::appendBody(Call &call, Nodes &nodes) {
  const onnx::FunctionProto &proto = call.callee.proto;
  for (int index = 0; index < proto.input_size(); ++index)
    call.names[proto.input(index)] =
        index < call.node.input_size() ? call.node.input(index) : "";
  // An output that is an input, or was one of the outputs before, is a copy.
  std::vector<std::pair<std::string, std::string>> copies;
  for (int index = 0; index < proto.output_size(); ++index) {
    std::string result =
        index < call.node.output_size() ? call.node.output(index) : "";
    if (result.empty())
      continue;
    auto [slot, fresh] = call.names.try_emplace(proto.output(index), result);
    if (!fresh)
      copies.emplace_back(slot->second, result);
  }
  for (int index = 0; index < proto.node_size(); ++index) {
    onnx::NodeProto node = proto.node(index);
    instantiate(node, call);
    if (llvm::Error error =
            append(std::move(node), call.callee.opsets,
                   call.path + "/" + std::to_string(index), nodes))
      return error;
  }
  for (auto [index, copy] : llvm::enumerate(copies)) {
    onnx::NodeProto node;
    node.set_op_type("Identity");
    node.set_name(call.node.name());
    node.add_input(copy.first);
    node.add_output(copy.second);
    addEntry(node, pathKey,
             call.path + "/" + std::to_string(proto.node_size() + index));
    addEntry(node, opsetKey,
             std::to_string(std::max(opsetOf(opsets, ""),
                                     opsetOf(call.callee.opsets, ""))));
    *nodes.Add() = std::move(node);
  }
  return llvm::Error::success();
}

llvm::Error Inliner::append(onnx::NodeProto node, const Opsets &opsets,
                            const std::string &path, Nodes &nodes) {
  if (const Function *callee = functions.find(node, opsets)) {
    if (llvm::Error error = checkCall(node, *callee, opsets, path))
      return error;
    Call call{*callee, node, path, {}};
    return appendBody(call, nodes);
  }
  for (onnx::AttributeProto &attribute : *node.mutable_attribute())
    if (attribute.has_g()) {
      llvm::StringRef name = attribute.name();
      name.consume_back("_branch");
      if (depth == limits.subgraphs)
        return makeError(
            GliaError(ErrorCode::E4001, ("subgraphs are nested deeper than " +
                                         llvm::Twine(limits.subgraphs))
                                            .str())
                .with("node", node.name().empty() ? "#" + path : node.name()));
      llvm::SaveAndRestore deeper(depth, depth + 1);
      if (llvm::Error error =
              inlineNodes(*attribute.mutable_g()->mutable_node(), opsets,
                          path + "/" + name.str() + "/"))
        return error;
    }
  addEntry(node, pathKey, path);
  addEntry(node, opsetKey, std::to_string(opsetOf(opsets, node.domain())));
  *nodes.Add() = std::move(node);
  return llvm::Error::success();
}

llvm::Error Inliner::inlineNodes(Nodes &nodes, const Opsets &opsets,
                                 const std::string &prefix) {
  Nodes old;
  old.Swap(&nodes);
  for (int index = 0; index < old.size(); ++index)
    if (llvm::Error error = append(std::move(*old.Mutable(index)), opsets,
                                   prefix + std::to_string(index), nodes))
      return error;
  return llvm::Error::success();
}

static void collectNames(const onnx::GraphProto &graph,
                         llvm::StringSet<> &names) {
  for (const onnx::ValueInfoProto &input : graph.input())
    names.insert(input.name());
  for (const onnx::TensorProto &tensor : graph.initializer())
    names.insert(tensor.name());
  for (const onnx::NodeProto &node : graph.node()) {
    for (const std::string &name : node.input())
      names.insert(name);
    for (const std::string &name : node.output())
      names.insert(name);
    for (const onnx::AttributeProto &attribute : node.attribute())
      if (attribute.has_g())
        collectNames(attribute.g(), names);
  }
}

llvm::Error Inliner::run() {
  collectNames(model.graph(), taken);
  return inlineNodes(*model.mutable_graph()->mutable_node(), opsets, "");
}

llvm::Error inlineFunctions(onnx::ModelProto &model, const ImportLimits &limits,
                            std::vector<ImportWarning> &warnings) {
  FunctionTable functions(limits, warnings);
  if (llvm::Error error = functions.take(model))
    return error;
  return Inliner(model, functions, limits).run();
}

} // namespace glia::onnx_import
