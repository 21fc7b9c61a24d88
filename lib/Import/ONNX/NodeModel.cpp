//===- NodeModel.cpp - One node of a model as a model of its own ----------===//
//
// The other way over the border to libonnx: a node of the plain model becomes a
// ModelProto again. Everything that may throw is caught here.
//
//===----------------------------------------------------------------------===//
#include "glia/Import/ONNX/NodeModel.h"
#include "Model.h"
#include "glia/Support/OutputFile.h"
#include "onnx/onnx_pb.h"

namespace glia::onnx_import {

/// The first one whose rules about initializers are today's.
static constexpr int64_t leastIrVersion = 8;

static llvm::Error cannot(const llvm::Twine &why) {
  return llvm::createStringError("the node alone is no model: " + why);
}

llvm::Expected<const Node *> findNode(const Model &model,
                                      llvm::StringRef nodePath) {
  for (const Node &node : model.nodes) {
    if (node.path != nodePath)
      continue;
    for (const Attribute &attribute : node.attributes)
      if (attribute.graph)
        return cannot("it has subgraphs");
    return &node;
  }
  return cannot("it is inside another node");
}

static int onnxTypeOf(ElementType type) {
  int number = 1;
  while (elementTypeOf(number) != type)
    ++number;
  return number;
}

static void writeTensor(llvm::StringRef name, int onnxType,
                        llvm::ArrayRef<int64_t> shape,
                        llvm::ArrayRef<uint8_t> bytes,
                        onnx::TensorProto &proto) {
  proto.set_name(name.str());
  proto.set_data_type(onnxType);
  for (int64_t extent : shape)
    proto.add_dims(extent);
  proto.set_raw_data(bytes.data(), bytes.size());
}

static void writeInfo(llvm::StringRef name, const Tensor &tensor,
                      onnx::ValueInfoProto &proto) {
  proto.set_name(name.str());
  onnx::TypeProto::Tensor &type = *proto.mutable_type()->mutable_tensor_type();
  type.set_elem_type(onnxTypeOf(tensor.type));
  type.mutable_shape();
  for (int64_t extent : tensor.shape)
    type.mutable_shape()->add_dim()->set_dim_value(extent);
}

static llvm::Error writeAttribute(const Attribute &attribute,
                                  onnx::AttributeProto &proto) {
  using Kind = Attribute::Kind;
  proto.set_name(attribute.name);
  switch (attribute.kind) {
  case Kind::number:
    proto.set_type(onnx::AttributeProto::FLOAT);
    proto.set_f(attribute.number);
    return llvm::Error::success();
  case Kind::integer:
    proto.set_type(onnx::AttributeProto::INT);
    proto.set_i(attribute.integer);
    return llvm::Error::success();
  case Kind::string:
    proto.set_type(onnx::AttributeProto::STRING);
    proto.set_s(attribute.string);
    return llvm::Error::success();
  case Kind::numbers:
    proto.set_type(onnx::AttributeProto::FLOATS);
    for (float number : attribute.numbers)
      proto.add_floats(number);
    return llvm::Error::success();
  case Kind::integers:
    proto.set_type(onnx::AttributeProto::INTS);
    for (int64_t integer : attribute.integers)
      proto.add_ints(integer);
    return llvm::Error::success();
  case Kind::tensor: {
    const StoredTensor &tensor = *attribute.tensor;
    if (!tensor.type)
      break;
    ConstantStore store;
    Constant constant{tensor.name, *tensor.type, tensor.shape, tensor.source,
                      {}};
    llvm::Expected<std::vector<uint8_t>> bytes =
        store.read(store.add(std::move(constant)));
    if (!bytes)
      return bytes.takeError();
    proto.set_type(onnx::AttributeProto::TENSOR);
    writeTensor(tensor.name, tensor.onnxType, tensor.shape, *bytes,
                *proto.mutable_t());
    return llvm::Error::success();
  }
  default:
    break;
  }
  return cannot("its attribute `" + escapeForMessage(attribute.name) +
                "` is of a kind that is not kept");
}

static llvm::Error writeNode(const Node &node, onnx::NodeProto &proto) {
  proto.set_op_type(node.opType);
  proto.set_domain(node.domain);
  proto.set_name(node.name);
  for (const std::string &name : node.inputs)
    proto.add_input(name);
  for (const std::string &name : node.outputs)
    proto.add_output(name);
  for (const Attribute &attribute : node.attributes)
    if (llvm::Error error = writeAttribute(attribute, *proto.add_attribute()))
      return error;
  return llvm::Error::success();
}

static llvm::Error makeProto(const Model &model, const Node &node,
                             const NamedTensors &values,
                             const llvm::StringSet<> &constants,
                             onnx::ModelProto &proto) {
  proto.set_ir_version(std::max(model.irVersion, leastIrVersion));
  proto.set_producer_name("glia");
  onnx::OperatorSetIdProto &opset = *proto.add_opset_import();
  opset.set_domain(node.domain);
  opset.set_version(node.opset);
  onnx::GraphProto &graph = *proto.mutable_graph();
  graph.set_name("node");
  if (llvm::Error error = writeNode(node, *graph.add_node()))
    return error;
  llvm::StringSet<> seen;
  for (const std::string &name : node.inputs) {
    if (name.empty() || !seen.insert(name).second)
      continue;
    const Tensor *value = find(values, name);
    if (!value)
      return cannot("its operand `" + escapeForMessage(name) +
                    "` has no value");
    if (constants.contains(name))
      writeTensor(name, onnxTypeOf(value->type), value->shape, value->bytes,
                  *graph.add_initializer());
    else
      writeInfo(name, *value, *graph.add_input());
  }
  for (const std::string &name : node.outputs)
    if (const Tensor *value = name.empty() ? nullptr : find(values, name))
      writeInfo(name, *value, *graph.add_output());
  return llvm::Error::success();
}

} // namespace glia::onnx_import

using namespace glia;
using namespace glia::onnx_import;

llvm::Error glia::writeNodeModel(llvm::StringRef path, llvm::StringRef nodePath,
                                 const ImportLimits &limits,
                                 const NamedTensors &values,
                                 const llvm::StringSet<> &constants,
                                 llvm::StringRef output) {
  llvm::Expected<Model> model = readModel(path, limits, /*strict=*/false);
  if (!model)
    return model.takeError();
  llvm::Expected<const Node *> node = findNode(*model, nodePath);
  if (!node)
    return node.takeError();
  try {
    onnx::ModelProto proto;
    if (llvm::Error error = makeProto(*model, **node, values, constants, proto))
      return error;
    if (proto.ByteSizeLong() > limits.modelBytes)
      return cannot("its operands are larger than a model may be");
    return writeFile(output, llvm::StringRef(proto.SerializeAsString()));
  } catch (const std::exception &exception) {
    return makeError(ErrorCode::E9800,
                     llvm::Twine("libonnx: ") + exception.what());
  }
}
