//===- Activation.cpp - Elementwise operators with attributes -------------===//
//
// Those whose attributes or operands need a look before they are a graph op.
//
//===----------------------------------------------------------------------===//
#include "Registry.h"

namespace glia::onnx_import {

static llvm::Error finish(NodeImporter &importer,
                          llvm::Expected<Value> result) {
  if (!result)
    return result.takeError();
  importer.setOutput(0, *result);
  return llvm::Error::success();
}

static llvm::Error importGelu(NodeImporter &importer) {
  llvm::StringRef approximate = importer.string("approximate", "none");
  if (approximate != "none")
    return importer.failAttribute(
        ErrorCode::E2002, "approximate",
        "the form is `" + escapeForMessage(approximate) + "`, expects `none`");
  return finish(importer,
                importer.elementwise("graph.gelu", importer.input(0).type,
                                     importer.input(0)));
}

static llvm::Error importWhere(NodeImporter &importer) {
  return finish(importer,
                importer.elementwise(
                    "graph.select", importer.input(1).type,
                    {importer.input(0), importer.input(1), importer.input(2)}));
}

/// graph.cast rounds a float to the nearest integer where ONNX goes towards
/// zero, so that such a cast is only read where it folds.
static llvm::Error importCast(NodeImporter &importer) {
  const Value &value = importer.input(0);
  int64_t to = importer.integer("to", 0);
  std::optional<ElementType> type = elementTypeOf(static_cast<int>(to));
  if (!type ||
      !graph::fromElementType(importer.state.builder.getContext(), *type))
    return importer.failAttribute(ErrorCode::E2001, "to",
                                  "casts to " +
                                      onnxTypeName(static_cast<int>(to)) +
                                      ", which Glia does not support");
  llvm::Expected<Value> result = importer.cast(value, *type);
  if (result && !result->constant && isFloat(value.type) && isInteger(*type) &&
      *type != ElementType::boolean)
    return importer.fail(ErrorCode::E2002,
                         "casts " + name(value.type) + " to " + name(*type) +
                             " at run time, which Glia does not support yet");
  return finish(importer, std::move(result));
}

static llvm::Error importClip(NodeImporter &importer) {
  Value value = importer.input(0);
  for (auto [index, graphOp] :
       {std::pair(1, "graph.max"), std::pair(2, "graph.min")}) {
    if (!importer.has(index))
      continue;
    llvm::Expected<Value> bounded = importer.elementwise(
        graphOp, value.type, {value, importer.input(index)});
    if (!bounded)
      return bounded.takeError();
    value = *bounded;
  }
  importer.setOutput(0, value);
  return llvm::Error::success();
}

llvm::ArrayRef<OperatorRow> activationOperators() {
  static constexpr OperatorRow rows[] = {
      {"Cast", 6, importCast},
      {"Clip", 11, importClip},
      {"Gelu", 20, importGelu},
      {"Where", 9, importWhere},
  };
  return rows;
}

} // namespace glia::onnx_import
