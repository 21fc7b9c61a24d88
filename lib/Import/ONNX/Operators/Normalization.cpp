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

/// x as [N, groups, the rest] normalised along the last dimension, which the
/// scale and bias, of shape [groups, 1], do not vary along.
static llvm::Expected<Value> normalizeGroups(NodeImporter &importer,
                                             int64_t groups, Value scale,
                                             std::optional<Value> bias) {
  const Value &input = importer.input(0);
  if (input.elements() == 0)
    return importer.fail(ErrorCode::E2002,
                         "normalises no elements, expects at least one");
  Shape rows = {input.shape[0], groups,
                input.elements() / input.shape[0] / groups};
  Value result = importer.create<graph::LayerNormOp>(
      input.type, rows, importer.ssa(importer.reshape(input, rows)),
      importer.ssa(scale), bias ? importer.ssa(*bias) : mlir::Value(), 2,
      llvm::APFloat(importer.number("epsilon", 1e-5f)));
  return importer.reshape(result, input.shape);
}

static llvm::Error checkFactors(NodeImporter &importer, int64_t elements) {
  for (size_t index = 1; index <= 2; ++index)
    if (importer.input(index).shape != Shape{elements})
      return importer.fail(ErrorCode::E1009,
                           "scale or bias has the shape " +
                               formatShape(importer.input(index).shape) +
                               ", expects " + llvm::Twine(elements) +
                               " elements");
  if (importer.input(0).rank() < 2)
    return importer.fail(ErrorCode::E1009,
                         "has an operand of rank " +
                             llvm::Twine(importer.input(0).rank()) +
                             ", expects at least 2");
  return llvm::Error::success();
}

static llvm::Error importInstanceNormalization(NodeImporter &importer) {
  const Value &input = importer.input(0);
  int64_t channels = input.rank() < 2 ? 0 : input.shape[1];
  if (llvm::Error error = checkFactors(importer, channels))
    return error;
  llvm::Expected<Value> result = normalizeGroups(
      importer, channels, importer.reshape(importer.input(1), {channels, 1}),
      importer.reshape(importer.input(2), {channels, 1}));
  if (!result)
    return result.takeError();
  importer.setOutput(0, *result);
  return llvm::Error::success();
}

static llvm::Error importGroupNormalization(NodeImporter &importer) {
  const Value &input = importer.input(0);
  int64_t channels = input.rank() < 2 ? 0 : input.shape[1],
          groups = importer.integer("num_groups", 0);
  if (groups < 1 || channels % groups != 0)
    return importer.failAttribute(ErrorCode::E1009, "num_groups",
                                  "is " + llvm::Twine(groups) +
                                      ", expects a divisor of " +
                                      llvm::Twine(channels) + " channels");
  if (llvm::Error error = checkFactors(importer, channels))
    return error;
  if (importer.integer("stash_type", 1) != 1)
    return importer.failAttribute(ErrorCode::E2002, "stash_type",
                                  "expects 1 (float)");
  llvm::Expected<Value> plain =
      normalizeGroups(importer, groups, importer.constantFloat(1), {});
  if (!plain)
    return plain.takeError();
  Shape spread(input.shape.size(), 1);
  spread[1] = channels;
  Formula f(importer);
  return f.finish(
      f("graph.add",
        {f("graph.mul", {*plain, importer.reshape(importer.input(1), spread)}),
         importer.reshape(importer.input(2), spread)}));
}

/// x / (bias + alpha * mean over `size` channels of x^2) ^ beta. The mean is a
/// window over the channels, which stand as rows of one image; what lies beyond
/// the first and last channel counts as zeros.
static llvm::Error importLRN(NodeImporter &importer) {
  const Value &input = importer.input(0);
  int64_t size = importer.integer("size", 1);
  float beta = importer.number("beta", 0.75f);
  if (input.type != ElementType::f32)
    return importer.fail(ErrorCode::E2001, "takes elements of type " +
                                               name(input.type) +
                                               ", expects f32");
  constexpr int64_t largest = int64_t(1) << 31;
  if (size < 1 || size > largest || input.rank() < 3)
    return importer.fail(ErrorCode::E1009,
                         "has size " + llvm::Twine(size) +
                             " on an operand of rank " +
                             llvm::Twine(input.rank()) + ", expects 1 to " +
                             llvm::Twine(largest) + " and at least 3");
  if (beta != 0.5f && beta != 0.75f && beta != 1.0f)
    return importer.failAttribute(ErrorCode::E2002, "beta",
                                  "expects 0.5, 0.75 or 1");
  if (input.elements() == 0) {
    importer.setOutput(0, input);
    return llvm::Error::success();
  }
  Shape image = {input.shape[0], 1, input.shape[1],
                 input.elements() / input.shape[0] / input.shape[1]};
  Formula f(importer);
  Value squares = importer.reshape(f("graph.mul", {input, input}), image);
  Value mean = importer.reshape(
      importer.create<graph::WindowOp>(
          input.type, image, importer.ssa(squares), graph::WindowKind::average,
          llvm::ArrayRef<int64_t>{size, 1}, llvm::ArrayRef<int64_t>{1, 1},
          llvm::ArrayRef<int64_t>{(size - 1) / 2, 0, size / 2, 0},
          llvm::ArrayRef<int64_t>{1, 1}, /*count_include_pad=*/true),
      input.shape);
  Value scale =
      f("graph.add",
        {f("graph.mul",
           {mean, importer.constantFloat(importer.number("alpha", 1e-4f))}),
         importer.constantFloat(importer.number("bias", 1))});
  if (beta != 1.0f) {
    Value root = f("graph.sqrt", scale);
    scale = beta == 0.5f ? root : f("graph.mul", {root, f("graph.sqrt", root)});
  }
  return f.finish(f("graph.div", {input, scale}));
}

llvm::ArrayRef<OperatorRow> normalizationOperators() {
  static constexpr OperatorRow rows[] = {
      {"BatchNormalization", 7, importBatchNormalization},
      {"GroupNormalization", 21, importGroupNormalization},
      {"InstanceNormalization", 6, importInstanceNormalization},
      {"LRN", 1, importLRN},
      {"LayerNormalization", 17, importLayerNormalization},
      {"Softmax", 1, importSoftmax},
  };
  return rows;
}

} // namespace glia::onnx_import
