//===- Activation.cpp - Elementwise operators with attributes -------------===//
//
// Those whose attributes or operands need a look before they are a graph op.
//
//===----------------------------------------------------------------------===//
#include "Registry.h"
#include <limits>
#include <tuple>

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
  if (approximate != "none" && approximate != "tanh")
    return importer.failAttribute(ErrorCode::E1004, "approximate",
                                  "the form is `" +
                                      escapeForMessage(approximate) +
                                      "`, expects `none` or `tanh`");
  return finish(importer,
                importer.elementwise(
                    approximate == "tanh" ? "graph.gelu_tanh" : "graph.gelu",
                    importer.input(0).type, importer.input(0)));
}

static llvm::Error importWhere(NodeImporter &importer) {
  return finish(importer,
                importer.elementwise(
                    "graph.select", importer.input(1).type,
                    {importer.input(0), importer.input(1), importer.input(2)}));
}

/// ONNX goes towards zero where graph.cast rounds to the nearest integer: one
/// is taken back where that went away from zero. Beyond the integer's range,
/// which ONNX leaves open, i32 and i64 saturate, narrower ones wrap as if from
/// i32; NaN gives 0.
static llvm::Error castTowardsZero(NodeImporter &importer, const Value &input,
                                   ElementType type) {
  Formula f(importer);
  Value x = f.cast(input, ElementType::f32);
  ElementType wide =
      type == ElementType::i64 ? ElementType::i64 : ElementType::i32;
  Value nearest = f.cast(x, wide), back = f.cast(nearest, ElementType::f32);
  Value away =
      f.compare("graph.greater", {f("graph.abs", back), f("graph.abs", x)});
  Value isNegative = f.compare("graph.less", {x, importer.constantFloat(0)});
  Value one = importer.constantNumber(wide, 1),
        minusOne = importer.constantNumber(wide, -1),
        zero = importer.constantNumber(wide, 0);
  Value step = f.select(away, f.select(isNegative, minusOne, one), zero);
  return f.finish(f.cast(f("graph.sub", {nearest, step}), type));
}

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
  if (!value.constant && isFloat(value.type) && isInteger(*type) &&
      *type != ElementType::boolean)
    return castTowardsZero(importer, value, *type);
  llvm::Expected<Value> result = importer.cast(value, *type);
  if (result && !result->constant && isFloat(value.type) && isInteger(*type) &&
      *type != ElementType::boolean) // a constant too large to be folded
    return castTowardsZero(importer, value, *type);
  return finish(importer, std::move(result));
}

/// An absent bound is the largest finite value of the type, so that infinities
/// are clipped, too; integers have nothing beyond it.
static llvm::Error importClip(NodeImporter &importer) {
  Value value = importer.input(0);
  constexpr float largest = std::numeric_limits<float>::max();
  for (auto [index, graphOp, otherwise] :
       {std::tuple(1, "graph.max", -largest),
        std::tuple(2, "graph.min", largest)}) {
    if (!importer.has(index) && value.type != ElementType::f32)
      continue;
    Value bound = importer.has(index) ? importer.input(index)
                                      : importer.constantFloat(otherwise);
    llvm::Expected<Value> bounded =
        importer.elementwise(graphOp, value.type, {value, bound});
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
