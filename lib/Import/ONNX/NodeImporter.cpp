//===- NodeImporter.cpp - What an operator's import works with ------------===//
//
// Operands, attributes and errors. Builders.cpp has the builders.
//
//===----------------------------------------------------------------------===//
#include "NodeImporter.h"
#include "Fold.h"
#include "dialects/Graph/NodeLocation.h"

namespace glia::onnx_import {

int64_t Value::elements() const {
  int64_t product = 1;
  for (int64_t extent : shape)
    if (__builtin_mul_overflow(product, extent, &product))
      product = INT64_MAX; // far above every limit
  return product;
}

std::optional<Shape> broadcastShapes(llvm::ArrayRef<Shape> shapes) {
  size_t rank = 0;
  for (const Shape &shape : shapes)
    rank = std::max<size_t>(rank, shape.size());
  Shape result(rank, 1);
  for (const Shape &shape : shapes)
    for (size_t axis = 0; axis < shape.size(); ++axis) {
      int64_t &extent = result[rank - shape.size() + axis];
      if (extent == 1)
        extent = shape[axis];
      else if (shape[axis] != 1 && shape[axis] != extent)
        return std::nullopt;
    }
  return result;
}

std::string formatShape(llvm::ArrayRef<int64_t> shape) {
  std::string text;
  for (int64_t extent : shape)
    text += (text.empty() ? "" : "x") + std::to_string(extent);
  return shape.empty() ? "scalar" : text;
}

NodeImporter::NodeImporter(const Node &node, GraphState &state)
    : node(node), state(state),
      location(graph::makeNodeLocation(state.builder.getContext(), node.path,
                                       node.opType, node.name)) {
  for (const std::string &name : node.inputs) {
    auto found = state.values.find(name);
    operands.push_back(
        name.empty() || found == state.values.end() ? nullptr : &found->second);
  }
}

void NodeImporter::setOutput(size_t index, Value value) {
  if (wantsOutput(index))
    state.values[node.outputs[index]] = std::move(value);
}

int64_t NodeImporter::integer(llvm::StringRef name, int64_t otherwise) const {
  const Attribute *attribute = node.find(name);
  return attribute ? attribute->integer : otherwise;
}

float NodeImporter::number(llvm::StringRef name, float otherwise) const {
  const Attribute *attribute = node.find(name);
  return attribute ? attribute->number : otherwise;
}

llvm::StringRef NodeImporter::string(llvm::StringRef name,
                                     llvm::StringRef otherwise) const {
  const Attribute *attribute = node.find(name);
  return attribute ? llvm::StringRef(attribute->string) : otherwise;
}

std::optional<Shape> NodeImporter::integers(llvm::StringRef name) const {
  const Attribute *attribute = node.find(name);
  if (!attribute)
    return std::nullopt;
  return Shape(attribute->integers.begin(), attribute->integers.end());
}

llvm::Error NodeImporter::fail(ErrorCode code,
                               const llvm::Twine &message) const {
  return makeError(nodeError(code, node, message));
}

llvm::Error NodeImporter::failAttribute(ErrorCode code,
                                        llvm::StringRef attribute,
                                        const llvm::Twine &message) const {
  return makeError(
      nodeError(code, node, message).with("attribute", attribute.str()));
}

llvm::Error NodeImporter::checkOperands() const {
  llvm::SmallVector<std::optional<ElementType>> types;
  for (const Value *operand : operands)
    types.push_back(operand ? std::optional(operand->type) : std::nullopt);
  return checkOperandTypes(node, types);
}

llvm::Expected<Shape> NodeImporter::knownIntegers(size_t index) const {
  const Value &value = input(index);
  if (!value.constant)
    return makeError(nodeError(ErrorCode::E2002, node,
                               "needs the input `" +
                                   escapeForMessage(node.inputs[index]) +
                                   "` to be known when compiling")
                         .remedy("--input-value NAME=VALUE gives an input of "
                                 "the model a value"));
  return readIntegers(state, value);
}

llvm::Expected<std::optional<Shape>>
NodeImporter::knownIntegers(llvm::StringRef name, size_t index) const {
  if (std::optional<Shape> attribute = integers(name))
    return attribute;
  if (!has(index))
    return std::optional<Shape>();
  llvm::Expected<Shape> elements = knownIntegers(index);
  if (!elements)
    return elements.takeError();
  return std::optional(*elements);
}

llvm::Expected<int64_t> NodeImporter::axis(int64_t axis, int64_t rank) const {
  if (axis < -rank || axis >= rank)
    return fail(ErrorCode::E1009, "the axis is " + llvm::Twine(axis) +
                                      ", expects " + llvm::Twine(-rank) +
                                      " to " + llvm::Twine(rank - 1));
  return axis < 0 ? axis + rank : axis;
}

llvm::Expected<int64_t>
NodeImporter::linearPosition(llvm::ArrayRef<int64_t> index,
                             llvm::ArrayRef<int64_t> shape) const {
  int64_t position = 0;
  for (auto [at, extent] : llvm::zip(index, shape)) {
    if (at < -extent || at >= extent)
      return fail(ErrorCode::E1009, "the index " + llvm::Twine(at) +
                                        " is outside a dimension of " +
                                        llvm::Twine(extent));
    position = position * extent + (at < 0 ? at + extent : at);
  }
  return position;
}

llvm::Expected<Shape> NodeImporter::axes(llvm::ArrayRef<int64_t> given,
                                         int64_t rank) const {
  Shape result;
  for (int64_t each : given) {
    llvm::Expected<int64_t> normal = axis(each, rank);
    if (!normal)
      return normal.takeError();
    if (llvm::is_contained(result, *normal))
      return fail(ErrorCode::E1009,
                  "the axis " + llvm::Twine(each) + " is there twice");
    result.push_back(*normal);
  }
  llvm::sort(result);
  return result;
}

} // namespace glia::onnx_import
