//===- Normalization.cpp - Softmax and the normalisations -----------------===//
//
// What has a row op in the graph dialect keeps its shape; BatchNormalization
// is arithmetic on one value per channel.
//
//===----------------------------------------------------------------------===//
#include "Registry.h"

namespace glia::onnx_import {

/// Before opset 13 the operand was seen as a matrix cut at `axis`.
static llvm::Error importSoftmax(NodeImporter &importer) {
  const Value &input = importer.input(0);
  constexpr int singleAxisVersion = 13;
  bool matrix = importer.node.sinceVersion < singleAxisVersion;
  llvm::Expected<int64_t> axis =
      importer.axis(importer.integer("axis", matrix ? 1 : -1), input.rank());
  if (!axis)
    return axis.takeError();
  Value operand = input;
  if (matrix && *axis != input.rank() - 1) {
    int64_t rows = 1, columns = 1;
    for (int64_t each = 0; each < input.rank(); ++each)
      (each < *axis ? rows : columns) *= input.shape[each];
    operand = importer.reshape(input, {rows, columns});
    axis = 1;
  }
  if (operand.shape[*axis] == 0)
    return importer.fail(
        ErrorCode::E2002,
        "runs along an empty dimension, expects at least one element");
  Value result = importer.create<graph::SoftmaxOp>(
      input.type, operand.shape, importer.ssa(operand), *axis);
  importer.setOutput(0, importer.reshape(result, input.shape));
  return llvm::Error::success();
}

static llvm::Error importLayerNormalization(NodeImporter &importer) {
  const Value &input = importer.input(0);
  llvm::Expected<int64_t> axis =
      importer.axis(importer.integer("axis", -1), input.rank());
  if (!axis)
    return axis.takeError();
  if (importer.wantsOutput(1) || importer.wantsOutput(2))
    return importer.fail(
        ErrorCode::E2002,
        "returns mean or deviation, which Glia does not support");
  if (importer.integer("stash_type", 1) != 1)
    return importer.failAttribute(
        ErrorCode::E2002, "stash_type",
        "is " + llvm::Twine(importer.integer("stash_type", 1)) +
            ", expects 1 (float)");
  if (input.elements() == 0)
    return importer.fail(ErrorCode::E2002,
                         "normalises no elements, expects at least one");
  llvm::SmallVector<mlir::Value> operands = {importer.ssa(input)};
  for (size_t index = 1; index <= 2; ++index) {
    if (!importer.has(index))
      continue;
    const Value &factor = importer.input(index);
    if (broadcastShapes({input.shape, factor.shape}) != input.shape)
      return importer.fail(ErrorCode::E1009,
                           "the shape " + formatShape(factor.shape) +
                               " of scale or bias does not broadcast to " +
                               formatShape(input.shape));
    operands.push_back(importer.ssa(factor));
  }
  mlir::Value bias = operands.size() > 2 ? operands[2] : nullptr;
  importer.setOutput(0, importer.create<graph::LayerNormOp>(
                            input.type, input.shape, operands[0], operands[1],
                            bias, *axis,
                            llvm::APFloat(importer.number("epsilon", 1e-5f))));
  return llvm::Error::success();
}

/// (x - mean) * (scale / sqrt(variance + epsilon)) + bias
static llvm::Error importBatchNormalization(NodeImporter &importer) {
  const Value &input = importer.input(0);
  if (importer.integer("training_mode", 0) != 0 || importer.wantsOutput(1))
    return importer.fail(ErrorCode::E2002, "trains, expects inference");
  for (size_t index = 0; index < importer.inputs(); ++index)
    if (ElementType type = importer.input(index).type; type != ElementType::f32)
      return importer.fail(ErrorCode::E2001, "takes elements of type " +
                                                 name(type) + ", expects f32");
  if (input.rank() < 2)
    return importer.fail(ErrorCode::E1009, "has an operand of rank " +
                                               llvm::Twine(input.rank()) +
                                               ", expects at least 2");
  Shape spread(input.shape.size(), 1);
  spread[1] = input.shape[1];
  Value perChannel[4]; // scale, bias, mean, variance
  for (size_t index = 0; index < 4; ++index) {
    const Value &each = importer.input(index + 1);
    if (llvm::ArrayRef<int64_t>(each.shape) !=
        llvm::ArrayRef<int64_t>(input.shape[1]))
      return importer.fail(ErrorCode::E1009,
                           "an operand per channel has the shape " +
                               formatShape(each.shape) + ", expects " +
                               llvm::Twine(input.shape[1]) + " elements");
    perChannel[index] = importer.reshape(each, spread);
  }
  auto binary = [&](llvm::Expected<Value> &result, const char *op,
                    const Value &lhs, const Value &rhs) {
    result = importer.elementwise(op, ElementType::f32, {lhs, rhs});
    return static_cast<bool>(result);
  };
  llvm::Expected<Value> step = importer.elementwise(
      "graph.add", ElementType::f32,
      {perChannel[3],
       importer.constantFloat(importer.number("epsilon", 1e-5f))});
  if (!step ||
      !(step = importer.elementwise("graph.sqrt", ElementType::f32, *step)) ||
      !binary(step, "graph.div", perChannel[0], *step))
    return step.takeError();
  Value factor = *step;
  if (!binary(step, "graph.sub", input, perChannel[2]) ||
      !binary(step, "graph.mul", *step, factor) ||
      !binary(step, "graph.add", *step, perChannel[1]))
    return step.takeError();
  importer.setOutput(0, *step);
  return llvm::Error::success();
}

llvm::ArrayRef<OperatorRow> normalizationOperators() {
  static constexpr OperatorRow rows[] = {
      {"BatchNormalization", 7, importBatchNormalization},
      {"LayerNormalization", 17, importLayerNormalization},
      {"Softmax", 1, importSoftmax},
  };
  return rows;
}

} // namespace glia::onnx_import
