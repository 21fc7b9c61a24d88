//===- ReadModel.cpp - From the file to plain data ------------------------===//
//
// The border to libonnx: parses the scanned bytes, inlines functions, copies
// the graph into Model. Everything that may throw is caught here.
//
//===----------------------------------------------------------------------===//
#include "EscapeNames.h"
#include "InlineFunctions.h"
#include "Model.h"
#include "ReadTensor.h"
#include "WireScan.h"
#include "onnx/defs/schema.h"
#include "onnx/onnx_pb.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Path.h"
#include <google/protobuf/io/coded_stream.h>

namespace glia::onnx_import {

static constexpr int64_t firstVersionWithOpsets = 3;

static std::string domainOf(const std::string &domain) {
  return domain == "ai.onnx" ? "" : domain;
}

static llvm::Error checkIrVersion(const onnx::ModelProto &proto, Model &model,
                                  bool strict) {
  constexpr int64_t newest = onnx::Version::IR_VERSION;
  int64_t version = proto.ir_version();
  if (!proto.has_ir_version() || version < 1)
    return makeError(ErrorCode::E1001,
                     !proto.has_ir_version()
                         ? llvm::Twine("the model states no ir_version")
                         : "the model states ir_version " +
                               llvm::Twine(version) + ", expects at least 1");
  model.irVersion = version;
  if (version <= newest)
    return llvm::Error::success();
  std::string text = "model IR " + std::to_string(version) + ", newest known " +
                     std::to_string(newest);
  if (strict)
    return makeError(ErrorCode::E1001, text);
  model.warnings.push_back({text});
  return llvm::Error::success();
}

static llvm::Error readOpsets(onnx::ModelProto &proto, Model &model) {
  for (const onnx::OperatorSetIdProto &opset : proto.opset_import()) {
    std::string domain = domainOf(opset.domain());
    auto known = llvm::find_if(
        model.opsets, [&](const auto &each) { return each.first == domain; });
    if (known != model.opsets.end() && known->second != opset.version())
      return makeError(ErrorCode::E1002,
                       "the model imports opset " + llvm::Twine(known->second) +
                           " and opset " + llvm::Twine(opset.version()) +
                           " of `" + escapeForMessage(describeDomain(domain)) +
                           "`");
    if (opset.version() < 1)
      return makeError(ErrorCode::E1002,
                       "the model imports opset " +
                           llvm::Twine(opset.version()) + " of `" +
                           escapeForMessage(describeDomain(domain)) +
                           "`, expects at least 1");
    if (int newest = newestOpset(domain);
        domain.empty() && opset.version() > newest)
      return makeError(
          GliaError(ErrorCode::E2003,
                    ("the model uses opset " + llvm::Twine(opset.version()) +
                     " of `ai.onnx`, the newest known is " +
                     llvm::Twine(newest))
                        .str())
              .remedy("export the model for opset " + std::to_string(newest) +
                      " or older"));
    if (known == model.opsets.end())
      model.opsets.emplace_back(domain, opset.version());
  }
  if (!model.opsets.empty())
    return llvm::Error::success();
  if (model.irVersion >= firstVersionWithOpsets)
    return makeError(
        ErrorCode::E1002,
        "the model imports no opset, expects one since IR version 3");
  model.opsets.emplace_back("", 1);
  proto.add_opset_import()->set_version(1); // what nodes are given theirs by
  return llvm::Error::success();
}

static ValueInfo readValueInfo(const onnx::ValueInfoProto &proto) {
  ValueInfo info;
  info.name = proto.name();
  const onnx::TypeProto &type = proto.type();
  if (!type.has_tensor_type()) {
    info.otherType = type.has_sequence_type()        ? "sequence"
                     : type.has_map_type()           ? "map"
                     : type.has_optional_type()      ? "optional"
                     : type.has_sparse_tensor_type() ? "sparse tensor"
                     : type.has_opaque_type()        ? "opaque"
                                                     : "";
    return info;
  }
  info.onnxType = type.tensor_type().elem_type();
  info.hasShape = type.tensor_type().has_shape();
  for (const onnx::TensorShapeProto::Dimension &dim :
       type.tensor_type().shape().dim()) {
    Dimension &dimension = info.dims.emplace_back();
    // Paddle's exporter writes each unknown number so: they are not the same.
    if ((dim.has_dim_value() && dim.dim_value() == -1) ||
        (dim.has_dim_param() && dim.dim_param() == "?"))
      continue;
    if (dim.has_dim_value())
      dimension.value = dim.dim_value();
    else
      dimension.name = dim.dim_param();
  }
  return info;
}

static Attribute::Kind kindOf(const onnx::AttributeProto &proto) {
  using Kind = Attribute::Kind;
  switch (proto.type()) {
  case onnx::AttributeProto::FLOAT:
    return Kind::number;
  case onnx::AttributeProto::INT:
    return Kind::integer;
  case onnx::AttributeProto::STRING:
    return Kind::string;
  case onnx::AttributeProto::TENSOR:
    return Kind::tensor;
  case onnx::AttributeProto::GRAPH:
    return Kind::graph;
  case onnx::AttributeProto::FLOATS:
    return Kind::numbers;
  case onnx::AttributeProto::INTS:
    return Kind::integers;
  case onnx::AttributeProto::STRINGS:
    return Kind::strings;
  case onnx::AttributeProto::TENSORS:
    return Kind::tensors;
  case onnx::AttributeProto::GRAPHS:
    return Kind::graphs;
  default:
    return Kind::unknown;
  }
}

static llvm::Expected<std::shared_ptr<Subgraph>>
readSubgraph(const onnx::GraphProto &proto, TensorReader &tensors,
             const ImportLimits &limits);

static llvm::Expected<Attribute>
readAttribute(const onnx::AttributeProto &proto, const Node &node,
              TensorReader &tensors, const ImportLimits &limits) {
  Attribute attribute;
  attribute.name = proto.name();
  attribute.kind = kindOf(proto);
  if (!proto.ref_attr_name().empty())
    return makeError(
        nodeError(ErrorCode::E1004, node,
                  "refers to an attribute of a function, outside one")
            .with("attribute", proto.name()));
  attribute.number = proto.f();
  attribute.integer = proto.i();
  attribute.string = proto.s();
  attribute.numbers.assign(proto.floats().begin(), proto.floats().end());
  attribute.integers.assign(proto.ints().begin(), proto.ints().end());
  attribute.strings.assign(proto.strings().begin(), proto.strings().end());
  if (attribute.kind == Attribute::Kind::tensor)
    attribute.tensor = tensors.read(proto.t());
  if (attribute.kind == Attribute::Kind::graph) {
    llvm::Expected<std::shared_ptr<Subgraph>> graph =
        readSubgraph(proto.g(), tensors, limits);
    if (!graph)
      return graph.takeError();
    attribute.graph = std::move(*graph);
  }
  return attribute;
}

static llvm::Error checkCount(const Node &node, llvm::StringRef what,
                              uint64_t count, const ImportLimits &limits) {
  if (count <= limits.perNode)
    return llvm::Error::success();
  return makeError(nodeError(ErrorCode::E4002, node,
                             "has " + llvm::Twine(count) + " " + what +
                                 ", expects at most " +
                                 llvm::Twine(limits.perNode)));
}

/// Adds what the subgraph reads and does not define, each name once.
static void addCaptured(Node &node, const Subgraph &graph) {
  llvm::StringSet<> known;
  known.insert_range(graph.defined());
  known.insert_range(node.captured);
  auto read = [&](const std::string &name) {
    if (!name.empty() && known.insert(name).second)
      node.captured.push_back(name);
  };
  for (const Node &inner : graph.nodes) {
    llvm::for_each(inner.inputs, read);
    llvm::for_each(inner.captured, read);
  }
  llvm::for_each(graph.outputs, read);
}

static llvm::Expected<Node> readNode(const onnx::NodeProto &proto,
                                     TensorReader &tensors,
                                     const ImportLimits &limits) {
  Node node;
  node.domain = domainOf(proto.domain());
  node.opType = proto.op_type();
  node.name = proto.name();
  node.path = takePath(proto);
  node.opset = takeOpset(proto);
  if (llvm::Error error =
          checkCount(node, "inputs", proto.input_size(), limits))
    return std::move(error);
  if (llvm::Error error =
          checkCount(node, "outputs", proto.output_size(), limits))
    return std::move(error);
  if (llvm::Error error =
          checkCount(node, "attributes", proto.attribute_size(), limits))
    return std::move(error);
  node.inputs.assign(proto.input().begin(), proto.input().end());
  node.outputs.assign(proto.output().begin(), proto.output().end());
  if (node.opset > 0 && node.opset <= INT_MAX) {
    const onnx::OpSchema *schema = onnx::OpSchemaRegistry::Schema(
        node.opType, static_cast<int>(node.opset), node.domain);
    if (schema && !schema->Deprecated()) {
      node.schema = schema;
      node.sinceVersion = schema->SinceVersion();
      // An empty name is an absent operand, also beyond those that there are.
      size_t most = static_cast<size_t>(schema->max_input());
      while (node.inputs.size() > most && node.inputs.back().empty())
        node.inputs.pop_back();
    }
  }
  for (const onnx::AttributeProto &each : proto.attribute()) {
    llvm::Expected<Attribute> attribute =
        readAttribute(each, node, tensors, limits);
    if (!attribute)
      return attribute.takeError();
    node.attributes.push_back(std::move(*attribute));
  }
  for (const Attribute &attribute : node.attributes)
    if (attribute.graph)
      addCaptured(node, *attribute.graph);
  return node;
}

/// Initializers and nodes, which a model and a subgraph have alike.
template <typename Graph>
static llvm::Error readContents(const onnx::GraphProto &proto, Graph &graph,
                                TensorReader &tensors,
                                const ImportLimits &limits) {
  for (const onnx::TensorProto &initializer : proto.initializer())
    graph.initializers.push_back(tensors.read(initializer));
  if (proto.sparse_initializer_size() != 0)
    return tensors.refuse(proto.sparse_initializer(0));
  for (const onnx::NodeProto &each : proto.node()) {
    llvm::Expected<Node> node = readNode(each, tensors, limits);
    if (!node)
      return node.takeError();
    graph.nodes.push_back(std::move(*node));
  }
  return llvm::Error::success();
}

static llvm::Expected<std::shared_ptr<Subgraph>>
readSubgraph(const onnx::GraphProto &proto, TensorReader &tensors,
             const ImportLimits &limits) {
  auto graph = std::make_shared<Subgraph>();
  for (const onnx::ValueInfoProto &input : proto.input())
    graph->inputs.push_back(input.name());
  for (const onnx::ValueInfoProto &output : proto.output()) {
    graph->outputs.push_back(output.name());
    graph->outputTypes.push_back(output.type().tensor_type().elem_type());
  }
  if (llvm::Error error = readContents(proto, *graph, tensors, limits))
    return std::move(error);
  return graph;
}

static llvm::Error readGraph(const onnx::GraphProto &proto, Model &model,
                             TensorReader &tensors,
                             const ImportLimits &limits) {
  for (const onnx::ValueInfoProto &input : proto.input())
    model.inputs.push_back(readValueInfo(input));
  for (const onnx::ValueInfoProto &output : proto.output())
    model.outputs.push_back(readValueInfo(output));
  for (const onnx::ValueInfoProto &info : proto.value_info())
    model.valueInfos.push_back(readValueInfo(info));
  return readContents(proto, model, tensors, limits);
}

static llvm::Expected<Model> readProto(onnx::ModelProto &proto,
                                       TensorReader &tensors,
                                       const ImportLimits &limits,
                                       bool strict) {
  Model model;
  if (!proto.has_ir_version() && !proto.has_graph() &&
      proto.opset_import_size() == 0)
    return makeError(
        ErrorCode::E0001,
        "the file has no field of an ONNX model, expects an ONNX model");
  if (llvm::Error error = checkIrVersion(proto, model, strict))
    return std::move(error);
  if (!proto.has_graph())
    return makeError(ErrorCode::E1000, "the model has no graph");
  if (proto.graph().output_size() == 0)
    return makeError(ErrorCode::E1000,
                     "the graph has no outputs, expects at least one");
  if (llvm::Error error = readOpsets(proto, model))
    return std::move(error);
  if (proto.training_info_size() != 0)
    model.warnings.push_back({"the model's training information is ignored"});
  if (proto.graph().quantization_annotation_size() != 0)
    model.warnings.push_back(
        {"the model's annotations of quantization are ignored"});
  model.producer =
      proto.producer_name() +
      (proto.producer_version().empty() ? "" : " " + proto.producer_version());
  model.functions = proto.functions_size();
  if (llvm::Error error = inlineFunctions(proto, limits, model.warnings))
    return std::move(error);
  if (size_t names = escapeNames(*proto.mutable_graph()))
    model.warnings.push_back(
        {std::to_string(names) + (names == 1 ? " name" : " names") +
         " of the model with bytes that are not text are written with `\\x`"});
  if (llvm::Error error = readGraph(proto.graph(), model, tensors, limits))
    return std::move(error);
  return model;
}

/// What the scan let pass nests as deep as its limit and a little deeper, in
/// messages that it copies.
static bool parse(const std::string &bytes, const ImportLimits &limits,
                  onnx::ModelProto &proto) {
  constexpr int copied = 16;
  google::protobuf::io::CodedInputStream stream(
      reinterpret_cast<const uint8_t *>(bytes.data()),
      static_cast<int>(bytes.size()));
  stream.SetRecursionLimit(static_cast<int>(limits.nesting) + copied);
  return proto.ParseFromCodedStream(&stream) && stream.ConsumedEntireMessage();
}

llvm::Expected<Model> readModel(llvm::StringRef path,
                                const ImportLimits &limits, bool strict) {
  llvm::Expected<InputFile> file = InputFile::open(path);
  if (!file)
    return file.takeError();
  llvm::Expected<std::string> bytes = scanModel(*file, limits);
  if (!bytes)
    return bytes.takeError();
  TensorReader tensors(path, llvm::sys::path::parent_path(path), limits);
  try {
    onnx::ModelProto proto;
    if (!parse(*bytes, limits, proto))
      return makeError(
          GliaError(ErrorCode::E0004,
                    "a part of the model does not decode as protobuf")
              .with("file", path.str()));
    bytes->clear();
    bytes->shrink_to_fit();
    llvm::Expected<Model> model = readProto(proto, tensors, limits, strict);
    if (model) {
      model->warnings.insert(model->warnings.end(), tensors.warnings.begin(),
                             tensors.warnings.end());
      model->dataError = tensors.firstError;
    }
    return model;
  } catch (const std::bad_alloc &) {
    return makeError(ErrorCode::E4002,
                     "memory ran out while the graph was read");
  } catch (const std::exception &exception) {
    return makeError(ErrorCode::E9800,
                     llvm::Twine("libonnx: ") + exception.what());
  }
}

} // namespace glia::onnx_import
