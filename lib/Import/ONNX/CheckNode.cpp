//===- CheckNode.cpp - Nodes against their schemas ------------------------===//
//
// libonnx knows every operator's signature in every opset; the messages are
// ours. What depends on shapes is left to the operators' own files.
//
//===----------------------------------------------------------------------===//
#include "Model.h"
#include "onnx/defs/schema.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

namespace glia::onnx_import {

int newestOpset(llvm::StringRef domain) {
  const auto &ranges =
      onnx::OpSchemaRegistry::DomainToVersionRange::Instance().Map();
  auto range = ranges.find(domain.str());
  return range == ranges.end() ? 0 : range->second.second;
}

static const onnx::OpSchema *schemaOf(const Node &node) {
  return static_cast<const onnx::OpSchema *>(node.schema);
}

static llvm::Error checkRange(const Node &node, llvm::StringRef what,
                              size_t count, int least, int most) {
  if (count >= static_cast<size_t>(least) && count <= static_cast<size_t>(most))
    return llvm::Error::success();
  std::string expected =
      least == most     ? std::to_string(least)
      : most == INT_MAX ? "at least " + std::to_string(least)
                        : std::to_string(least) + " to " + std::to_string(most);
  return makeError(nodeError(ErrorCode::E1003, node,
                             "has " + llvm::Twine(count) + " " + what +
                                 ", expects " + expected));
}

static llvm::Error checkOperands(const Node &node,
                                 const onnx::OpSchema &schema) {
  size_t inputs = node.inputs.size(); // absent ones at the end don't count
  while (inputs > 0 && node.inputs[inputs - 1].empty())
    --inputs;
  if (llvm::Error error = checkRange(node, "inputs", inputs, schema.min_input(),
                                     schema.max_input()))
    return error;
  if (llvm::Error error = checkRange(node, "outputs", node.outputs.size(),
                                     schema.min_output(), schema.max_output()))
    return error;
  for (size_t index = 0; index < node.inputs.size(); ++index) {
    if (schema.inputs().empty() || !node.inputs[index].empty())
      continue;
    const auto &formal =
        schema.inputs()[std::min(index, schema.inputs().size() - 1)];
    if (formal.GetOption() == onnx::OpSchema::Variadic ||
        (formal.GetOption() == onnx::OpSchema::Single && index < inputs))
      return makeError(nodeError(ErrorCode::E1003, node,
                                 "leaves the input `" + formal.GetName() +
                                     "` empty, which is required"));
  }
  return llvm::Error::success();
}

static const char *kindName(Attribute::Kind kind) {
  static const char *const names[] = {"of unknown type", "a float",  "an int",
                                      "a string",        "a tensor", "a graph",
                                      "floats",          "ints",     "strings",
                                      "tensors",         "graphs"};
  return names[static_cast<size_t>(kind)];
}

static Attribute::Kind kindOf(onnx::AttributeProto::AttributeType type) {
  using Kind = Attribute::Kind;
  static constexpr std::pair<onnx::AttributeProto::AttributeType, Kind>
      kinds[] = {{onnx::AttributeProto::FLOAT, Kind::number},
                 {onnx::AttributeProto::INT, Kind::integer},
                 {onnx::AttributeProto::STRING, Kind::string},
                 {onnx::AttributeProto::TENSOR, Kind::tensor},
                 {onnx::AttributeProto::GRAPH, Kind::graph},
                 {onnx::AttributeProto::FLOATS, Kind::numbers},
                 {onnx::AttributeProto::INTS, Kind::integers},
                 {onnx::AttributeProto::STRINGS, Kind::strings},
                 {onnx::AttributeProto::TENSORS, Kind::tensors},
                 {onnx::AttributeProto::GRAPHS, Kind::graphs}};
  for (auto [each, kind] : kinds)
    if (each == type)
      return kind;
  return Kind::unknown;
}

static llvm::Error attributeError(const Node &node, llvm::StringRef attribute,
                                  const llvm::Twine &message) {
  return makeError(nodeError(ErrorCode::E1004, node, message)
                       .with("attribute", attribute.str()));
}

llvm::Error checkNode(const Node &node) {
  const onnx::OpSchema *schema = schemaOf(node);
  if (!schema)
    return llvm::Error::success();
  if (llvm::Error error = checkOperands(node, *schema))
    return error;
  llvm::StringSet<> seen;
  for (const Attribute &attribute : node.attributes) {
    auto known = schema->attributes().find(attribute.name);
    if (known == schema->attributes().end())
      return attributeError(node, attribute.name,
                            "has an attribute that the operator does not know");
    if (!seen.insert(attribute.name).second)
      return attributeError(node, attribute.name, "has an attribute twice");
    Attribute::Kind expected = kindOf(known->second.type);
    if (attribute.kind != expected)
      return attributeError(node, attribute.name,
                            llvm::Twine("the attribute is ") +
                                kindName(attribute.kind) + ", expects " +
                                kindName(expected));
  }
  for (const auto &[attribute, description] : schema->attributes())
    if (description.required && !seen.contains(attribute))
      return attributeError(node, attribute, "lacks a required attribute");
  return llvm::Error::success();
}

llvm::Error
checkOperandTypes(const Node &node,
                  llvm::ArrayRef<std::optional<ElementType>> types) {
  const onnx::OpSchema *schema = schemaOf(node);
  if (!schema || schema->inputs().empty())
    return llvm::Error::success();
  llvm::StringMap<ElementType> bound; // a type variable's first type
  for (auto [index, type] : llvm::enumerate(types)) {
    if (!type)
      continue;
    const auto &formal =
        schema->inputs()[std::min(index, schema->inputs().size() - 1)];
    std::string seen = schemaTypeName(*type);
    auto fail = [&](const llvm::Twine &expected) {
      return makeError(nodeError(ErrorCode::E1014, node,
                                 "the input `" + formal.GetName() +
                                     "` has the type " + seen + ", " +
                                     expected));
    };
    if (llvm::none_of(formal.GetTypes(), [&](const std::string *allowed) {
          return *allowed == seen;
        }))
      return fail("which the operator does not take");
    if (formal.GetOption() == onnx::OpSchema::Variadic &&
        !formal.GetIsHomogeneous())
      continue;
    auto [first, fresh] = bound.try_emplace(formal.GetTypeStr(), *type);
    if (!fresh && first->second != *type)
      return fail("expects " + llvm::Twine(schemaTypeName(first->second)) +
                  " like the other inputs of type " + formal.GetTypeStr());
  }
  return llvm::Error::success();
}

} // namespace glia::onnx_import
