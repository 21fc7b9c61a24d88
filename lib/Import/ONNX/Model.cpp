//===- Model.cpp - An ONNX model as plain data ----------------------------===//
//
// Names of types, and how errors name nodes.
//
//===----------------------------------------------------------------------===//
#include "Model.h"

namespace glia::onnx_import {

namespace {
struct TypeRow {
  int onnxType;
  llvm::StringLiteral name;
  std::optional<ElementType> type;
};
} // namespace

static const TypeRow typeRows[] = {
    {1, "float", ElementType::f32},
    {2, "uint8", ElementType::u8},
    {3, "int8", ElementType::i8},
    {4, "uint16", ElementType::u16},
    {5, "int16", ElementType::i16},
    {6, "int32", ElementType::i32},
    {7, "int64", ElementType::i64},
    {8, "string", std::nullopt},
    {9, "bool", ElementType::boolean},
    {10, "float16", ElementType::f16},
    {11, "double", std::nullopt},
    {12, "uint32", ElementType::u32},
    {13, "uint64", ElementType::u64},
    {14, "complex64", std::nullopt},
    {15, "complex128", std::nullopt},
    {16, "bfloat16", ElementType::bf16},
    {17, "float8e4m3fn", ElementType::f8e4m3fn},
    {18, "float8e4m3fnuz", std::nullopt},
    {19, "float8e5m2", ElementType::f8e5m2},
    {20, "float8e5m2fnuz", std::nullopt},
    {21, "uint4", ElementType::u4},
    {22, "int4", ElementType::i4},
    {23, "float4e2m1", ElementType::f4e2m1},
    {24, "float8e8m0", ElementType::f8e8m0},
    {25, "uint2", std::nullopt},
    {26, "int2", std::nullopt},
};

std::optional<ElementType> elementTypeOf(int onnxType) {
  for (const TypeRow &row : typeRows)
    if (row.onnxType == onnxType)
      return row.type;
  return std::nullopt;
}

std::string onnxTypeName(int onnxType) {
  for (const TypeRow &row : typeRows)
    if (row.onnxType == onnxType)
      return row.name.str();
  return "type " + std::to_string(onnxType);
}

std::string schemaTypeName(ElementType type) {
  for (const TypeRow &row : typeRows)
    if (row.type == type)
      return ("tensor(" + row.name + ")").str();
  return name(type).str();
}

const Attribute *Node::find(llvm::StringRef attribute) const {
  for (const Attribute &each : attributes)
    if (each.name == attribute)
      return &each;
  return nullptr;
}

std::vector<std::string> Subgraph::defined() const {
  std::vector<std::string> names = inputs;
  for (const StoredTensor &initializer : initializers)
    names.push_back(initializer.name);
  for (const Node &node : nodes)
    for (const std::string &output : node.outputs)
      if (!output.empty())
        names.push_back(output);
  return names;
}

void forEachNode(llvm::ArrayRef<Node> nodes,
                 llvm::function_ref<void(const Node &)> body) {
  for (const Node &node : nodes) {
    body(node);
    for (const Attribute &attribute : node.attributes)
      if (attribute.graph)
        forEachNode(attribute.graph->nodes, body);
  }
}

std::string describe(const Node &node) {
  return node.name.empty() ? "#" + node.path : node.name;
}

llvm::StringRef describeDomain(llvm::StringRef domain) {
  return domain.empty() ? "ai.onnx" : domain;
}

GliaError nodeError(ErrorCode code, const Node &node,
                    const llvm::Twine &message) {
  GliaError error(code, message.str());
  error.with("node", describe(node))
      .with("op", node.opType)
      .with("domain", describeDomain(node.domain).str());
  error.with("opset", std::to_string(node.opset));
  return error;
}

} // namespace glia::onnx_import
