//===- Constant.cpp - Operators whose result is known ---------------------===//
//
// Constant, ConstantOfShape, Range, Shape, Size: none leaves an op behind.
//
//===----------------------------------------------------------------------===//
#include "../Fold.h"
#include "Registry.h"

namespace glia::onnx_import {

static llvm::Error checkSupported(NodeImporter &importer,
                                  const StoredTensor &tensor,
                                  llvm::StringRef attribute) {
  if (tensor.type &&
      graph::fromElementType(importer.state.builder.getContext(), *tensor.type))
    return llvm::Error::success();
  return importer.failAttribute(ErrorCode::E2001, attribute,
                                "has elements of type " +
                                    onnxTypeName(tensor.onnxType) +
                                    ", which Glia does not support");
}

static Value addTensor(NodeImporter &importer, const StoredTensor &tensor) {
  std::string name = importer.wantsOutput(0) ? importer.node.outputs[0] : "";
  ConstantStore::Id id = importer.state.store.add(
      {name, *tensor.type, tensor.shape, tensor.source, {}});
  return Value{*tensor.type, tensor.shape, nullptr, id};
}

static llvm::Error importConstant(NodeImporter &importer) {
  if (importer.node.attributes.size() != 1)
    return importer.fail(ErrorCode::E1004,
                         "has " + llvm::Twine(importer.node.attributes.size()) +
                             " values, expects one");
  const Attribute &attribute = importer.node.attributes.front();
  if (attribute.name == "value") {
    if (llvm::Error error =
            checkSupported(importer, *attribute.tensor, "value"))
      return error;
    importer.setOutput(0, addTensor(importer, *attribute.tensor));
  } else if (attribute.name == "value_int") {
    importer.setOutput(
        0, importer.constantIntegers(ElementType::i64, {}, attribute.integer));
  } else if (attribute.name == "value_ints") {
    importer.setOutput(0, importer.constantIntegers(
                              ElementType::i64,
                              {static_cast<int64_t>(attribute.integers.size())},
                              attribute.integers));
  } else if (attribute.name == "value_float") {
    importer.setOutput(0, importer.constantFloat(attribute.number));
  } else if (attribute.name == "value_floats") {
    const auto *first =
        reinterpret_cast<const uint8_t *>(attribute.numbers.data());
    std::vector<uint8_t> bytes(first, first + attribute.numbers.size() *
                                                  sizeof(float));
    importer.setOutput(
        0, importer.constant(ElementType::f32,
                             {static_cast<int64_t>(attribute.numbers.size())},
                             std::move(bytes)));
  } else {
    return importer.failAttribute(ErrorCode::E2002, attribute.name,
                                  "this kind of constant is not supported");
  }
  return llvm::Error::success();
}

static llvm::Error checkShape(NodeImporter &importer,
                              llvm::ArrayRef<int64_t> shape, ElementType type) {
  uint64_t elements = 1, bytes = 0;
  for (int64_t extent : shape)
    if (extent < 0)
      return importer.fail(ErrorCode::E1009, "the shape has the dimension " +
                                                 llvm::Twine(extent) +
                                                 ", expects at least 0");
    else if (__builtin_mul_overflow(elements, static_cast<uint64_t>(extent),
                                    &elements))
      elements = UINT64_MAX;
  if (shape.size() > importer.state.limits.rank ||
      __builtin_mul_overflow(elements, uint64_t(bitWidth(type)), &bytes) ||
      bytes / 8 > importer.state.limits.tensorBytes)
    return importer.fail(
        ErrorCode::E4004,
        "makes a tensor of shape " + formatShape(shape) + ", expects at most " +
            llvm::Twine(importer.state.limits.tensorBytes) + " bytes");
  return llvm::Error::success();
}

static llvm::Error importConstantOfShape(NodeImporter &importer) {
  llvm::Expected<Shape> shape = importer.knownIntegers(0);
  if (!shape)
    return shape.takeError();
  Value fill = importer.constantFloat(0);
  if (const Attribute *value = importer.node.find("value")) {
    if (llvm::Error error = checkSupported(importer, *value->tensor, "value"))
      return error;
    fill = addTensor(importer, *value->tensor);
    if (fill.elements() != 1)
      return importer.failAttribute(ErrorCode::E1004, "value",
                                    "has " + llvm::Twine(fill.elements()) +
                                        " elements, expects one");
  }
  if (llvm::Error error = checkShape(importer, *shape, fill.type))
    return error;
  importer.setOutput(0, importer.broadcast(importer.reshape(fill, {}), *shape));
  return llvm::Error::success();
}

static llvm::Error importRange(NodeImporter &importer) {
  if (!isInteger(importer.input(0).type))
    return importer.fail(ErrorCode::E2002, "counts in " +
                                               name(importer.input(0).type) +
                                               ", expects integers");
  int64_t bounds[3];
  for (size_t index = 0; index < 3; ++index) {
    llvm::Expected<Shape> value = importer.knownIntegers(index);
    if (!value)
      return value.takeError();
    if (value->size() != 1)
      return importer.fail(ErrorCode::E1009,
                           "start, limit and delta have one element each");
    bounds[index] = value->front();
  }
  auto [start, limit, delta] = bounds;
  if (delta == 0)
    return importer.fail(ErrorCode::E1009, "delta is 0");
  __int128 distance = static_cast<__int128>(limit) - start, step = delta;
  __int128 count = distance == 0 || (distance < 0) != (step < 0)
                       ? 0
                       : (distance + step - (step > 0 ? 1 : -1)) / step;
  if (count > static_cast<__int128>(importer.state.limits.foldedBytes))
    return importer.fail(ErrorCode::E4005,
                         "makes more elements than the folding budget of " +
                             llvm::Twine(importer.state.limits.foldedBytes) +
                             " bytes");
  if (llvm::Error error = importer.charge(static_cast<uint64_t>(count) *
                                          bitWidth(importer.input(0).type) / 8))
    return error;
  Shape elements;
  for (int64_t index = 0; index < static_cast<int64_t>(count); ++index)
    elements.push_back(start + index * delta);
  importer.setOutput(0, importer.constantIntegers(
                            importer.input(0).type,
                            {static_cast<int64_t>(elements.size())}, elements));
  return llvm::Error::success();
}

static llvm::Error importShape(NodeImporter &importer) {
  int64_t rank = importer.input(0).rank();
  auto clamp = [&](int64_t at) {
    return std::clamp<int64_t>(at < 0 ? at + rank : at, 0, rank);
  };
  int64_t start = clamp(importer.integer("start", 0)),
          end = clamp(importer.integer("end", rank));
  llvm::ArrayRef<int64_t> shape = importer.input(0).shape;
  llvm::ArrayRef<int64_t> part =
      start < end ? shape.slice(start, end - start) : llvm::ArrayRef<int64_t>();
  importer.setOutput(
      0, importer.constantIntegers(ElementType::i64,
                                   {static_cast<int64_t>(part.size())}, part));
  return llvm::Error::success();
}

static llvm::Error importSize(NodeImporter &importer) {
  importer.setOutput(0,
                     importer.constantIntegers(ElementType::i64, {},
                                               importer.input(0).elements()));
  return llvm::Error::success();
}

llvm::ArrayRef<OperatorRow> constantOperators() {
  static constexpr OperatorRow rows[] = {
      {"Constant", 1, importConstant},
      {"ConstantOfShape", 9, importConstantOfShape},
      {"Range", 11, importRange},
      {"Shape", 1, importShape},
      {"Size", 1, importSize},
  };
  return rows;
}

} // namespace glia::onnx_import
