//===- Builders.cpp - Making graph ops or deriving constants --------------===//
//
// Every move of elements has two forms: a step on a constant's program, or an
// op of the graph dialect.
//
//===----------------------------------------------------------------------===//
#include "Fold.h"
#include "NodeImporter.h"
#include "dialects/Graph/NodeLocation.h"

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
