//===- Builders.cpp - Making graph ops or deriving constants --------------===//
//
// Every move of elements has two forms: a step on a constant's program, or an
// op of the graph dialect.
//
//===----------------------------------------------------------------------===//
#include "Fold.h"
#include "NodeImporter.h"
#include "dialects/Graph/NodeLocation.h"
#include "glia/Support/Numerics.h"

namespace glia::onnx_import {

mlir::RankedTensorType GraphState::tensorType(ElementType type,
                                              llvm::ArrayRef<int64_t> shape) {
  return mlir::RankedTensorType::get(
      shape, graph::fromElementType(builder.getContext(), type));
}

mlir::Value GraphState::materialize(const Value &value) {
  if (value.ssa)
    return value.ssa;
  mlir::Value &made = constants[*value.constant];
  if (!made) {
    mlir::Location location =
        graph::makeNodeLocation(builder.getContext(), "", "Initializer",
                                store.get(*value.constant).name);
    made = graph::ConstantOp::create(builder, location,
                                     tensorType(value.type, value.shape),
                                     *value.constant);
  }
  return made;
}

llvm::Expected<Value> NodeImporter::elementwise(llvm::StringRef graphOp,
                                                ElementType type,
                                                llvm::ArrayRef<Value> values) {
  llvm::SmallVector<Shape> shapes;
  llvm::SmallVector<mlir::Value> arguments;
  for (const Value &value : values)
    shapes.push_back(value.shape);
  std::optional<Shape> shape = broadcastShapes(shapes);
  if (!shape) {
    std::string list;
    for (const Shape &each : shapes)
      list += (list.empty() ? "" : " and ") + formatShape(each);
    return fail(ErrorCode::E1009, "the shapes " + list + " do not broadcast");
  }
  llvm::Expected<std::optional<Value>> folded =
      foldElementwise(*this, graphOp, type, values);
  if (!folded)
    return folded.takeError();
  if (*folded)
    return **folded;
  for (const Value &value : values)
    arguments.push_back(ssa(value));
  mlir::OperationState operation(location, graphOp);
  operation.addOperands(arguments);
  operation.addTypes(state.tensorType(type, *shape));
  return Value{type, *shape, state.builder.create(operation)->getResult(0),
               std::nullopt};
}

/// A new value whose constant has one more step.
static Value derive(GraphState &state, const Value &value,
                    llvm::ArrayRef<int64_t> shape, ConstantStep step) {
  return Value{value.type, Shape(shape), nullptr,
               state.store.derive(*value.constant, std::move(step))};
}

Value NodeImporter::transpose(const Value &value,
                              llvm::ArrayRef<int64_t> permutation) {
  if (llvm::is_sorted(permutation))
    return value;
  Shape shape;
  for (int64_t axis : permutation)
    shape.push_back(value.shape[axis]);
  if (value.constant)
    return derive(state, value, shape, TransposeStep{Shape(permutation)});
  return create<graph::TransposeOp>(value.type, shape, ssa(value), permutation);
}

Value NodeImporter::reshape(const Value &value, llvm::ArrayRef<int64_t> shape) {
  if (llvm::ArrayRef<int64_t>(value.shape) == shape)
    return value;
  if (value.constant)
    return derive(state, value, shape, ReshapeStep{Shape(shape)});
  return create<graph::ReshapeOp>(value.type, shape, ssa(value));
}

Value NodeImporter::slice(const Value &value, const SliceStep &step) {
  bool all = true;
  for (size_t axis = 0; axis < step.sizes.size(); ++axis)
    all &= step.sizes[axis] == value.shape[axis] &&
           (step.strides[axis] == 1 || step.sizes[axis] <= 1);
  if (all)
    return value;
  if (value.constant)
    return derive(state, value, step.sizes, step);
  return create<graph::SliceOp>(value.type, step.sizes, ssa(value), step.starts,
                                step.sizes, step.strides);
}

Value NodeImporter::broadcast(const Value &value,
                              llvm::ArrayRef<int64_t> shape) {
  if (llvm::ArrayRef<int64_t>(value.shape) == shape)
    return value;
  if (value.constant)
    return derive(state, value, shape, BroadcastStep{Shape(shape)});
  return create<graph::BroadcastOp>(value.type, shape, ssa(value));
}

llvm::Expected<Value> NodeImporter::cast(const Value &value, ElementType type) {
  if (value.type == type)
    return value;
  llvm::Expected<std::optional<Value>> folded = foldCast(*this, value, type);
  if (!folded)
    return folded.takeError();
  if (*folded)
    return **folded;
  return create<graph::CastOp>(type, value.shape, ssa(value));
}

Value NodeImporter::constant(ElementType type, llvm::ArrayRef<int64_t> shape,
                             std::vector<uint8_t> bytes) {
  return Value{type, Shape(shape), nullptr,
               state.store.addMemory("", type, shape, std::move(bytes))};
}

Value NodeImporter::constantIntegers(ElementType type,
                                     llvm::ArrayRef<int64_t> shape,
                                     llvm::ArrayRef<int64_t> elements) {
  return constant(type, shape, packIntegers(type, elements));
}

Value NodeImporter::constantFloat(float value) {
  const auto *first = reinterpret_cast<const uint8_t *>(&value);
  return constant(ElementType::f32, {}, {first, first + sizeof(float)});
}

Value NodeImporter::constantNumber(ElementType type, int64_t value) {
  if (!isFloat(type))
    return constantIntegers(type, {}, value);
  float number = static_cast<float>(value);
  std::vector<uint8_t> bytes(bitWidth(type) / 8);
  numerics::convert(ElementType::f32, &number, type, bytes.data(), 1);
  return constant(type, {}, std::move(bytes));
}

llvm::Expected<std::optional<double>>
NodeImporter::knownNumber(const Value &value) const {
  if (!value.constant || value.elements() != 1)
    return std::nullopt;
  llvm::Expected<std::vector<uint8_t>> bytes =
      state.store.read(*value.constant);
  if (!bytes)
    return bytes.takeError();
  if (isFloat(value.type)) {
    float number;
    numerics::convert(value.type, bytes->data(), ElementType::f32, &number, 1);
    return number;
  }
  int64_t number;
  numerics::convertIntegers(value.type, bytes->data(), ElementType::i64,
                            &number, 1);
  return static_cast<double>(number);
}

llvm::Expected<Value> NodeImporter::gather(const Value &value, int64_t axis,
                                           llvm::ArrayRef<int64_t> positions) {
  int64_t extent = value.shape[axis],
          count = static_cast<int64_t>(positions.size());
  Shape shape = value.shape;
  shape[axis] = count;
  // Each element the same number of times is a broadcast.
  int64_t times = extent > 0 ? count / extent : 0;
  bool repeats = extent > 0 && count == times * extent;
  for (auto [index, position] : llvm::enumerate(positions))
    repeats = repeats && position == static_cast<int64_t>(index) / times;
  if (repeats) {
    Shape single = value.shape, several;
    single.insert(single.begin() + axis + 1, 1);
    several = single;
    several[axis + 1] = times;
    return reshape(broadcast(reshape(value, single), several), shape);
  }
  if (llvm::Error error = charge(positions.size() * sizeof(int64_t)))
    return std::move(error);
  Value indices = constantIntegers(ElementType::i64, {count}, positions);
  llvm::Expected<std::optional<Value>> folded =
      foldGather(*this, value, indices, shape, axis);
  if (!folded)
    return folded.takeError();
  if (*folded)
    return **folded;
  return create<graph::GatherOp>(value.type, shape, ssa(value), ssa(indices),
                                 axis);
}

Value Formula::keep(llvm::Expected<Value> made, const Value &otherwise) {
  if (made)
    return *made;
  if (first)
    llvm::consumeError(made.takeError());
  else
    first = made.takeError();
  return otherwise;
}

Value Formula::apply(llvm::StringRef graphOp, ElementType type,
                     llvm::ArrayRef<Value> operands) {
  if (first)
    return operands.front();
  return keep(importer.elementwise(graphOp, type, operands), operands.front());
}

Value Formula::cast(const Value &value, ElementType type) {
  return first ? value : keep(importer.cast(value, type), value);
}

llvm::Error Formula::finish(const Value &result) {
  if (first)
    return std::move(first);
  importer.setOutput(0, result);
  return llvm::Error::success();
}

llvm::Error NodeImporter::charge(uint64_t bytes) {
  state.foldedBytes += bytes;
  if (bytes <= state.limits.foldedBytes &&
      state.foldedBytes <= state.limits.foldedTotalBytes)
    return llvm::Error::success();
  return fail(ErrorCode::E4005,
              "folding this node needs " + llvm::Twine(bytes) +
                  " bytes, after " + llvm::Twine(state.foldedBytes - bytes) +
                  " before, expects at most " +
                  llvm::Twine(state.limits.foldedBytes) + " and " +
                  llvm::Twine(state.limits.foldedTotalBytes) + " in all");
}

} // namespace glia::onnx_import
