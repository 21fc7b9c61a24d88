//===- Fold.cpp - Small constants computed while importing ----------------===//
//
// See Fold.h. All arithmetic is on int64 and wraps to the type's width.
//
//===----------------------------------------------------------------------===//
#include "Fold.h"
#include <cmath>
#include <cstring>

namespace glia::onnx_import {

static bool isFoldable(ElementType type) {
  return type == ElementType::i64 || type == ElementType::i32 ||
         type == ElementType::i8 || type == ElementType::u8 ||
         type == ElementType::boolean;
}

static bool isFoldable(llvm::ArrayRef<Value> values) {
  return llvm::all_of(values, [](const Value &value) {
    return value.constant && isFoldable(value.type) &&
           value.elements() <= foldedElements;
  });
}

static int64_t wrap(ElementType type, int64_t value) {
  switch (type) {
  case ElementType::i32:
    return static_cast<int32_t>(value);
  case ElementType::i8:
    return static_cast<int8_t>(value);
  case ElementType::u8:
    return static_cast<uint8_t>(value);
  case ElementType::boolean:
    return value != 0;
  default:
    return value;
  }
}

std::vector<uint8_t> packIntegers(ElementType type,
                                  llvm::ArrayRef<int64_t> elements) {
  size_t width = bitWidth(type) / 8;
  std::vector<uint8_t> bytes(elements.size() * width);
  for (auto [index, element] : llvm::enumerate(elements)) {
    int64_t wrapped = wrap(type, element);
    std::memcpy(bytes.data() + index * width, &wrapped, width);
  }
  return bytes;
}

static int64_t unpack(ElementType type, const uint8_t *bytes) {
  int64_t value = 0;
  std::memcpy(&value, bytes, bitWidth(type) / 8);
  return wrap(type, value);
}

llvm::Expected<Shape> readIntegers(GraphState &state, const Value &value) {
  uint64_t size = state.store.bytes(*value.constant);
  if (size > state.limits.foldedBytes)
    return makeError(ErrorCode::E4005,
                     "a constant of " + llvm::Twine(size) +
                         " bytes must be known, expects at most " +
                         llvm::Twine(state.limits.foldedBytes));
  llvm::Expected<std::vector<uint8_t>> bytes =
      state.store.read(*value.constant);
  if (!bytes)
    return bytes.takeError();
  size_t width = bitWidth(value.type) / 8;
  Shape elements;
  for (size_t at = 0; at < bytes->size(); at += width)
    elements.push_back(unpack(value.type, bytes->data() + at));
  return elements;
}

/// ONNX: a float goes towards zero; what doesn't fit is undefined there and
/// saturates here.
static int64_t truncate(ElementType type, float value) {
  if (type == ElementType::boolean)
    return value != 0;
  if (std::isnan(value))
    return 0;
  double low = type == ElementType::i64   ? -0x1p63
               : type == ElementType::i32 ? -0x1p31
               : type == ElementType::i8  ? -128
                                          : 0;
  double high = type == ElementType::i64   ? 0x1.fffffffffffffp62
                : type == ElementType::i32 ? 0x1p31 - 1
                : type == ElementType::i8  ? 127
                                           : 255;
  return static_cast<int64_t>(
      std::min(std::max(std::trunc(static_cast<double>(value)), low), high));
}

llvm::Expected<std::optional<Value>>
foldCast(NodeImporter &importer, const Value &value, ElementType type) {
  bool fromFloat = value.type == ElementType::f32,
       toFloat = type == ElementType::f32;
  if (!value.constant || value.elements() > foldedElements ||
      !(fromFloat || isFoldable(value.type)) || !(toFloat || isFoldable(type)))
    return std::optional<Value>();
  if (llvm::Error error =
          importer.charge(value.elements() * bitWidth(type) / 8))
    return std::move(error);
  llvm::Expected<std::vector<uint8_t>> bytes =
      importer.state.store.read(*value.constant);
  if (!bytes)
    return bytes.takeError();
  size_t width = bitWidth(value.type) / 8;
  Shape integers;
  std::vector<uint8_t> floats;
  for (size_t at = 0; at < bytes->size(); at += width) {
    float number = 0;
    if (fromFloat)
      std::memcpy(&number, bytes->data() + at, width);
    else
      number = static_cast<float>(
          unpack(value.type, bytes->data() + at)); // rounds to nearest even
    if (toFloat)
      floats.insert(floats.end(), reinterpret_cast<uint8_t *>(&number),
                    reinterpret_cast<uint8_t *>(&number) + sizeof(number));
    else
      integers.push_back(fromFloat ? truncate(type, number)
                                   : unpack(value.type, bytes->data() + at));
  }
  return std::optional(
      toFloat ? importer.constant(type, value.shape, std::move(floats))
              : importer.constantIntegers(type, value.shape, integers));
}

static int64_t addWrapping(int64_t a, int64_t b) {
  return static_cast<int64_t>(static_cast<uint64_t>(a) +
                              static_cast<uint64_t>(b));
}
static int64_t subtractWrapping(int64_t a, int64_t b) {
  return static_cast<int64_t>(static_cast<uint64_t>(a) -
                              static_cast<uint64_t>(b));
}
static int64_t multiplyWrapping(int64_t a, int64_t b) {
  return static_cast<int64_t>(static_cast<uint64_t>(a) *
                              static_cast<uint64_t>(b));
}

using FoldFunction = int64_t (*)(const int64_t *operands);
static const std::pair<llvm::StringLiteral, FoldFunction> foldRows[] = {
    {"graph.add", [](const int64_t *x) { return addWrapping(x[0], x[1]); }},
    {"graph.sub",
     [](const int64_t *x) { return subtractWrapping(x[0], x[1]); }},
    {"graph.mul",
     [](const int64_t *x) { return multiplyWrapping(x[0], x[1]); }},
    {"graph.div",
     [](const int64_t *x) {
       return x[1] == -1 ? subtractWrapping(0, x[0]) : x[0] / x[1];
     }},
    {"graph.min", [](const int64_t *x) { return std::min(x[0], x[1]); }},
    {"graph.max", [](const int64_t *x) { return std::max(x[0], x[1]); }},
    {"graph.equal", [](const int64_t *x) -> int64_t { return x[0] == x[1]; }},
    {"graph.less", [](const int64_t *x) -> int64_t { return x[0] < x[1]; }},
    {"graph.less_equal",
     [](const int64_t *x) -> int64_t { return x[0] <= x[1]; }},
    {"graph.greater", [](const int64_t *x) -> int64_t { return x[0] > x[1]; }},
    {"graph.greater_equal",
     [](const int64_t *x) -> int64_t { return x[0] >= x[1]; }},
    {"graph.logical_and",
     [](const int64_t *x) -> int64_t { return x[0] & x[1]; }},
    {"graph.logical_or",
     [](const int64_t *x) -> int64_t { return x[0] | x[1]; }},
    {"graph.logical_xor",
     [](const int64_t *x) -> int64_t { return x[0] ^ x[1]; }},
    {"graph.logical_not", [](const int64_t *x) -> int64_t { return !x[0]; }},
    {"graph.neg", [](const int64_t *x) { return subtractWrapping(0, x[0]); }},
    {"graph.abs",
     [](const int64_t *x) {
       return x[0] < 0 ? subtractWrapping(0, x[0]) : x[0];
     }},
    {"graph.select", [](const int64_t *x) { return x[0] ? x[1] : x[2]; }},
};

llvm::Expected<std::optional<Value>>
foldElementwise(NodeImporter &importer, llvm::StringRef graphOp,
                ElementType type, llvm::ArrayRef<Value> operands) {
  const auto *row = llvm::find_if(
      foldRows, [&](const auto &each) { return each.first == graphOp; });
  llvm::SmallVector<Shape> shapes;
  for (const Value &operand : operands)
    shapes.push_back(operand.shape);
  std::optional<Shape> shape = broadcastShapes(shapes);
  if (row == std::end(foldRows) || !isFoldable(operands) || !isFoldable(type) ||
      !shape)
    return std::optional<Value>();
  Value result{type, *shape, nullptr, std::nullopt};
  if (result.elements() > foldedElements)
    return std::optional<Value>();
  if (llvm::Error error =
          importer.charge(result.elements() * bitWidth(type) / 8))
    return std::move(error);
  llvm::SmallVector<Shape> elements;
  for (const Value &operand : operands) {
    llvm::Expected<Shape> each =
        readIntegers(importer.state, importer.broadcast(operand, *shape));
    if (!each)
      return each.takeError();
    elements.push_back(std::move(*each));
  }
  Shape results;
  for (int64_t index = 0; index < result.elements(); ++index) {
    int64_t arguments[3] = {};
    for (size_t each = 0; each < elements.size(); ++each)
      arguments[each] = elements[each][index];
    if (graphOp == "graph.div" && arguments[1] == 0)
      return importer.fail(ErrorCode::E1009,
                           "divides an integer constant by zero");
    results.push_back(row->second(arguments));
  }
  return std::optional(importer.constantIntegers(type, *shape, results));
}

llvm::Expected<std::optional<Value>> foldConcat(NodeImporter &importer,
                                                llvm::ArrayRef<Value> operands,
                                                llvm::ArrayRef<int64_t> shape,
                                                int64_t axis) {
  Value result{operands[0].type, Shape(shape), nullptr, std::nullopt};
  bool known = llvm::all_of(
      operands, [](const Value &value) { return value.constant.has_value(); });
  if (!known || result.elements() > foldedElements || bitWidth(result.type) < 8)
    return std::optional<Value>();
  uint64_t width = bitWidth(result.type) / 8, outer = 1, inner = width;
  if (llvm::Error error = importer.charge(result.elements() * width))
    return std::move(error);
  for (auto [each, extent] : llvm::enumerate(shape))
    (static_cast<int64_t>(each) < axis ? outer : inner) *=
        static_cast<int64_t>(each) == axis ? 1 : extent;
  std::vector<std::vector<uint8_t>> parts;
  for (const Value &operand : operands) {
    llvm::Expected<std::vector<uint8_t>> bytes =
        importer.state.store.read(*operand.constant);
    if (!bytes)
      return bytes.takeError();
    parts.push_back(std::move(*bytes));
  }
  std::vector<uint8_t> joined;
  for (uint64_t row = 0; row < outer; ++row)
    for (auto [part, operand] : llvm::zip_equal(parts, operands)) {
      uint64_t piece = inner * operand.shape[axis];
      joined.insert(joined.end(), part.begin() + row * piece,
                    part.begin() + (row + 1) * piece);
    }
  return std::optional(
      importer.constant(result.type, shape, std::move(joined)));
}

llvm::Expected<std::optional<Value>>
foldGather(NodeImporter &importer, const Value &data, const Value &indices,
           llvm::ArrayRef<int64_t> shape, int64_t axis) {
  Value result{data.type, Shape(shape), nullptr, std::nullopt};
  if (!data.constant || !indices.constant ||
      result.elements() > foldedElements || data.elements() > foldedElements ||
      bitWidth(data.type) < 8)
    return std::optional<Value>();
  uint64_t width = bitWidth(data.type) / 8, outer = 1, inner = width;
  for (auto [each, extent] : llvm::enumerate(data.shape))
    (static_cast<int64_t>(each) < axis ? outer : inner) *=
        static_cast<int64_t>(each) == axis ? 1 : extent;
  if (llvm::Error error = importer.charge(result.elements() * width))
    return std::move(error);
  llvm::Expected<Shape> wanted = readIntegers(importer.state, indices);
  if (!wanted)
    return wanted.takeError();
  llvm::Expected<std::vector<uint8_t>> bytes =
      importer.state.store.read(*data.constant);
  if (!bytes)
    return bytes.takeError();
  int64_t extent = data.shape[axis];
  std::vector<uint8_t> taken;
  for (uint64_t row = 0; row < outer; ++row)
    for (int64_t index : *wanted) {
      if (index < -extent || index >= extent)
        return importer.fail(ErrorCode::E1009,
                             "the index " + llvm::Twine(index) +
                                 " is outside a dimension of " +
                                 llvm::Twine(extent));
      auto first =
          bytes->begin() +
          (row * extent + (index < 0 ? index + extent : index)) * inner;
      taken.insert(taken.end(), first, first + inner);
    }
  return std::optional(importer.constant(data.type, shape, std::move(taken)));
}

} // namespace glia::onnx_import
