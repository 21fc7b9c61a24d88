//===- Movement.cpp - Transpose, Concat, Expand, Pad, Identity ------------===//
//
// Operators that move whole tensors. Slice.cpp and Shape.cpp have the rest.
//
//===----------------------------------------------------------------------===//
#include "../Fold.h"
#include "Registry.h"
#include <cstring>

namespace glia::onnx_import {

static llvm::Error importIdentity(NodeImporter &importer) {
  importer.setOutput(0, importer.input(0));
  return llvm::Error::success();
}

/// At inference it passes its operand on.
static llvm::Error importDropout(NodeImporter &importer) {
  if (importer.wantsOutput(1)) { // everything is kept
    constexpr int boolMaskVersion = 10;
    ElementType type = importer.node.sinceVersion < boolMaskVersion
                           ? importer.input(0).type
                           : ElementType::boolean;
    importer.setOutput(1, importer.broadcast(importer.constantNumber(type, 1),
                                             importer.input(0).shape));
  }
  if (importer.has(2)) {
    llvm::Expected<Shape> training = importer.knownIntegers(2);
    if (!training)
      return training.takeError();
    if (training->size() != 1 || training->front() != 0)
      return importer.fail(ErrorCode::E2002, "trains, expects inference");
  }
  return importIdentity(importer);
}

static llvm::Error importTranspose(NodeImporter &importer) {
  const Value &input = importer.input(0);
  Shape reversed;
  for (int64_t axis = input.rank(); axis-- > 0;)
    reversed.push_back(axis);
  Shape permutation = importer.integers("perm").value_or(reversed),
        sorted = permutation;
  llvm::sort(sorted);
  std::reverse(reversed.begin(), reversed.end());
  if (sorted != reversed)
    return importer.failAttribute(ErrorCode::E1009, "perm",
                                  "does not name each of " +
                                      llvm::Twine(input.rank()) +
                                      " dimensions once");
  importer.setOutput(0, importer.transpose(input, permutation));
  return llvm::Error::success();
}

static llvm::Error importConcat(NodeImporter &importer) {
  llvm::SmallVector<Value> operands;
  for (size_t index = 0; index < importer.inputs(); ++index)
    operands.push_back(importer.input(index));
  llvm::Expected<int64_t> axis =
      importer.axis(importer.integer("axis", 1), operands[0].rank());
  if (!axis)
    return axis.takeError();
  Shape shape = operands[0].shape;
  shape[*axis] = 0;
  for (const Value &operand : operands) {
    Shape others = operand.shape;
    if (operand.rank() == operands[0].rank())
      others[*axis] = shape[*axis];
    if (others != shape)
      return importer.fail(ErrorCode::E1009,
                           "joins " + formatShape(operands[0].shape) + " and " +
                               formatShape(operand.shape) + " along axis " +
                               llvm::Twine(*axis) +
                               ", expects equal other dimensions");
    shape[*axis] += operand.shape[*axis];
  }
  llvm::Expected<std::optional<Value>> folded =
      foldConcat(importer, operands, shape, *axis);
  if (!folded)
    return folded.takeError();
  if (*folded || operands.size() == 1) {
    importer.setOutput(0, *folded ? **folded : operands[0]);
    return llvm::Error::success();
  }
  llvm::SmallVector<mlir::Value> values;
  for (const Value &operand : operands)
    values.push_back(importer.ssa(operand));
  importer.setOutput(0, importer.create<graph::ConcatOp>(operands[0].type,
                                                         shape, values, *axis));
  return llvm::Error::success();
}

static llvm::Error importExpand(NodeImporter &importer) {
  const Value &input = importer.input(0);
  llvm::Expected<Shape> wanted = importer.knownIntegers(1);
  if (!wanted)
    return wanted.takeError();
  for (int64_t extent : *wanted)
    if (extent < 0)
      return importer.fail(ErrorCode::E1009, "the shape has the dimension " +
                                                 llvm::Twine(extent) +
                                                 ", expects at least 0");
  std::optional<Shape> shape = broadcastShapes({input.shape, *wanted});
  if (!shape)
    return importer.fail(ErrorCode::E1009, "the shape " +
                                               formatShape(input.shape) +
                                               " does not broadcast with " +
                                               formatShape(*wanted));
  uint64_t bytes = bitWidth(input.type) / 8;
  for (int64_t extent : *shape)
    if (__builtin_mul_overflow(bytes, static_cast<uint64_t>(extent), &bytes))
      bytes = UINT64_MAX;
  if (bytes > importer.state.limits.tensorBytes ||
      shape->size() > importer.state.limits.rank)
    return importer.fail(ErrorCode::E4004,
                         "makes a tensor of shape " + formatShape(*shape) +
                             ", expects at most " +
                             llvm::Twine(importer.state.limits.tensorBytes) +
                             " bytes");
  importer.setOutput(0, importer.broadcast(input, *shape));
  return llvm::Error::success();
}

/// The value to pad with: an operand from opset 11 on, an attribute before.
static llvm::Expected<double> padValue(NodeImporter &importer,
                                       ElementType type) {
  if (!importer.has(2))
    return importer.number("value", 0);
  const Value &value = importer.input(2);
  if (!value.constant || value.elements() != 1 || type != ElementType::f32)
    return importer.fail(ErrorCode::E2002,
                         "pads with a value that is not one known f32");
  llvm::Expected<std::vector<uint8_t>> bytes =
      importer.state.store.read(*value.constant);
  if (!bytes)
    return bytes.takeError();
  float number;
  std::memcpy(&number, bytes->data(), sizeof(number));
  return number;
}

/// Which of `extent` elements stands `at` elements behind the first, which may
/// be negative: mirrored at the ends, the nearest one, or from the other end.
static int64_t paddedPosition(llvm::StringRef mode, int64_t at,
                              int64_t extent) {
  if (mode == "edge")
    return std::clamp<int64_t>(at, 0, extent - 1);
  if (mode == "wrap")
    return (at % extent + extent) % extent;
  return at < 0 ? -at : at >= extent ? 2 * (extent - 1) - at : at;
}

/// The modes that repeat the operand's own elements.
static llvm::Error padWithElements(NodeImporter &importer, llvm::StringRef mode,
                                   const Shape &low, const Shape &high) {
  Value value = importer.input(0);
  for (int64_t axis = 0; axis < value.rank(); ++axis) {
    int64_t extent = value.shape[axis], most = std::max(low[axis], high[axis]);
    if (most == 0)
      continue;
    if (extent == 0 || (mode == "reflect" && most >= extent))
      return importer.fail(ErrorCode::E1009,
                           "pads " + llvm::Twine(extent) + " elements by " +
                               llvm::Twine(most) + " of themselves");
    if (llvm::Error error = importer.charge(
            static_cast<uint64_t>(low[axis] + extent + high[axis]) *
            sizeof(int64_t)))
      return error;
    Shape positions;
    for (int64_t at = -low[axis]; at < extent + high[axis]; ++at)
      positions.push_back(paddedPosition(mode, at, extent));
    llvm::Expected<Value> next = importer.gather(value, axis, positions);
    if (!next)
      return next.takeError();
    value = *next;
  }
  importer.setOutput(0, value);
  return llvm::Error::success();
}

static llvm::Error importPad(NodeImporter &importer) {
  const Value &input = importer.input(0);
  llvm::StringRef mode = importer.string("mode", "constant");
  if (mode != "constant" && mode != "reflect" && mode != "edge" &&
      mode != "wrap")
    return importer.failAttribute(
        ErrorCode::E1004, "mode",
        "is `" + escapeForMessage(mode) +
            "`, expects `constant`, `reflect`, `edge` or `wrap`");
  llvm::Expected<std::optional<Shape>> pads = importer.knownIntegers("pads", 1);
  if (!pads)
    return pads.takeError();
  Shape axes;
  for (int64_t axis = 0; axis < input.rank(); ++axis)
    axes.push_back(axis);
  if (importer.has(3)) {
    llvm::Expected<Shape> given = importer.knownIntegers(3);
    if (!given)
      return given.takeError();
    llvm::Expected<Shape> sorted = importer.axes(*given, input.rank());
    if (!sorted)
      return sorted.takeError();
    axes.clear();
    for (int64_t axis : *given)
      axes.push_back(axis < 0 ? axis + input.rank() : axis);
  }
  if (!*pads || (*pads)->size() != 2 * axes.size())
    return importer.fail(ErrorCode::E1009,
                         "has " + llvm::Twine(*pads ? (*pads)->size() : 0) +
                             " pads, expects " + llvm::Twine(2 * axes.size()));
  Shape low(input.shape.size(), 0), high(input.shape.size(), 0),
      shape = input.shape;
  constexpr int64_t largest = int64_t(1) << 31;
  for (auto [index, axis] : llvm::enumerate(axes)) {
    low[axis] = (**pads)[index];
    high[axis] = (**pads)[axes.size() + index];
    if (low[axis] < 0 || high[axis] < 0 || low[axis] > largest ||
        high[axis] > largest)
      return importer.fail(ErrorCode::E2002,
                           "pads by " + llvm::Twine(low[axis]) + " and " +
                               llvm::Twine(high[axis]) + ", expects 0 to " +
                               llvm::Twine(largest));
    shape[axis] += low[axis] + high[axis];
  }
  if (mode != "constant")
    return padWithElements(importer, mode, low, high);
  llvm::Expected<double> value = padValue(importer, input.type);
  if (!value)
    return value.takeError();
  importer.setOutput(0, shape == input.shape
                            ? input
                            : importer.create<graph::PadOp>(
                                  input.type, shape, importer.ssa(input), low,
                                  high, llvm::APFloat(*value)));
  return llvm::Error::success();
}

llvm::ArrayRef<OperatorRow> movementOperators() {
  static constexpr OperatorRow rows[] = {
      {"Concat", 4, importConcat}, {"Dropout", 7, importDropout},
      {"Expand", 8, importExpand}, {"Identity", 1, importIdentity},
      {"Pad", 2, importPad},       {"Transpose", 1, importTranspose},
  };
  return rows;
}

} // namespace glia::onnx_import
