//===- DataMovement.cpp - Constants and ops that move elements ------------===//
//
// Rules and type inference; loops are in DataMovementLoops.cpp. Labels in
// messages are those of the ops' descriptions in DataMovement.td.
//
//===----------------------------------------------------------------------===//
#include "dialects/Graph/ShapeRules.h"

using namespace mlir;

namespace glia::graph {

LogicalResult ConstantOp::verify() {
  if (int64_t(getId()) < 0)
    return emitOpError("constant_c1: expects an id of at least 0, got ")
           << int64_t(getId());
  return success();
}

/// The type of the rows of `data` that `indices` name: the data's shape with
/// dimension `axis` replaced by the indices' shape. Null, and said if it is the
/// axis, where there is none.
static RankedTensorType rowsType(std::optional<Location> location,
                                 StringRef label, Type dataType,
                                 Type indicesType, int64_t axis) {
  auto data = dyn_cast<RankedTensorType>(dataType),
       indices = dyn_cast<RankedTensorType>(indicesType);
  if (!data || !indices)
    return {};
  if (axis < 0 || axis >= data.getRank()) {
    (void)emitOptionalError(location, label, ": expects an axis from 0 to ",
                            data.getRank() - 1, ", got ", axis);
    return {};
  }
  SmallVector<int64_t> shape(data.getShape().take_front(axis));
  llvm::append_range(shape, indices.getShape());
  llvm::append_range(shape, data.getShape().drop_front(axis + 1));
  return RankedTensorType::get(shape, data.getElementType());
}

LogicalResult GatherOp::inferReturnTypes(MLIRContext *,
                                         std::optional<Location> location,
                                         Adaptor adaptor,
                                         SmallVectorImpl<Type> &types) {
  RankedTensorType rows =
      rowsType(location, "gather_c1", adaptor.getData().getType(),
               adaptor.getIndices().getType(), adaptor.getAxis());
  if (!rows)
    return failure();
  types.push_back(rows);
  return success();
}

LogicalResult ScatterOp::inferReturnTypes(MLIRContext *,
                                          std::optional<Location> location,
                                          Adaptor adaptor,
                                          SmallVectorImpl<Type> &types) {
  RankedTensorType updates =
      rowsType(location, "scatter_c1", adaptor.getData().getType(),
               adaptor.getIndices().getType(), adaptor.getAxis());
  if (!updates)
    return failure();
  if (adaptor.getUpdates().getType() != updates)
    return emitOptionalError(location, "scatter_c2: expects updates of type ",
                             updates, ", got ", adaptor.getUpdates().getType());
  types.push_back(adaptor.getData().getType());
  return success();
}

LogicalResult TransposeOp::inferReturnTypes(MLIRContext *,
                                            std::optional<Location> location,
                                            Adaptor adaptor,
                                            SmallVectorImpl<Type> &types) {
  auto input = dyn_cast<RankedTensorType>(adaptor.getInput().getType());
  if (!input)
    return failure();
  SmallVector<int64_t> seen(input.getRank(), 0), shape;
  for (int64_t d : adaptor.getPermutation()) {
    if (d < 0 || d >= input.getRank() || seen[d]++)
      return emitOptionalError(
          location, "transpose_c1: expects each dimension from 0 to ",
          input.getRank() - 1, " once, got ", d);
    shape.push_back(input.getDimSize(d));
  }
  if (int64_t(shape.size()) != input.getRank())
    return emitOptionalError(location, "transpose_c1: expects ",
                             input.getRank(), " dimensions, got ",
                             shape.size());
  types.push_back(RankedTensorType::get(shape, input.getElementType()));
  return success();
}

LogicalResult ReshapeOp::verify() {
  RankedTensorType from = getInput().getType(), to = getResult().getType();
  if (from.getNumElements() != to.getNumElements())
    return emitOpError("reshape_c1: expects as many elements as the operand's ")
           << from.getNumElements() << ", got " << to.getNumElements();
  if (from.getElementType() != to.getElementType())
    return emitOpError("reshape_c2: expects the operand's element type ")
           << from.getElementType() << ", got " << to.getElementType();
  return success();
}

LogicalResult BroadcastOp::verify() {
  RankedTensorType from = getInput().getType(), to = getResult().getType();
  std::optional<SmallVector<int64_t>> joined =
      broadcastShapes(from.getShape(), to.getShape());
  if (!joined || ArrayRef<int64_t>(*joined) != to.getShape())
    return emitOpError("broadcast_c1: expects an operand that broadcasts to ")
           << formatShape(to.getShape()) << ", got "
           << formatShape(from.getShape());
  if (from.getElementType() != to.getElementType())
    return emitOpError("broadcast_c2: expects the operand's element type ")
           << from.getElementType() << ", got " << to.getElementType();
  return success();
}

LogicalResult SliceOp::inferReturnTypes(MLIRContext *,
                                        std::optional<Location> location,
                                        Adaptor adaptor,
                                        SmallVectorImpl<Type> &types) {
  auto input = dyn_cast<RankedTensorType>(adaptor.getInput().getType());
  if (!input)
    return failure();
  size_t rank = input.getRank();
  ArrayRef<int64_t> starts = adaptor.getStarts(), sizes = adaptor.getSizes(),
                    strides = adaptor.getStrides();
  if (starts.size() != rank || sizes.size() != rank || strides.size() != rank)
    return emitOptionalError(location, "slice_c1: expects ", rank,
                             " starts, sizes and strides, got ", starts.size(),
                             ", ", sizes.size(), " and ", strides.size());
  for (size_t d = 0; d < rank; ++d) {
    if (strides[d] == 0 || sizes[d] < 0)
      return emitOptionalError(location,
                               "slice_c2: expects a stride other than 0 and a "
                               "size of at least 0 in dimension ",
                               d, ", got ", strides[d], " and ", sizes[d]);
    int64_t span, last, extent = input.getDimSize(d);
    bool overflows = llvm::MulOverflow(std::max<int64_t>(sizes[d] - 1, 0),
                                       strides[d], span) ||
                     llvm::AddOverflow(starts[d], span, last);
    if (sizes[d] && (overflows || starts[d] < 0 || starts[d] >= extent ||
                     last < 0 || last >= extent))
      return emitOptionalError(
          location, "slice_c3: expects elements from 0 to ", extent - 1,
          " in dimension ", d, ", got start ", starts[d], ", size ", sizes[d],
          ", stride ", strides[d]);
  }
  types.push_back(RankedTensorType::get(sizes, input.getElementType()));
  return success();
}

LogicalResult ConcatOp::inferReturnTypes(MLIRContext *,
                                         std::optional<Location> location,
                                         Adaptor adaptor,
                                         SmallVectorImpl<Type> &types) {
  if (adaptor.getInputs().empty())
    return emitOptionalError(location,
                             "concat_c1: expects at least one operand, got 0");
  auto first =
      dyn_cast<RankedTensorType>(adaptor.getInputs().front().getType());
  if (!first)
    return failure();
  int64_t axis = adaptor.getAxis();
  if (axis < 0 || axis >= first.getRank())
    return emitOptionalError(location, "concat_c2: expects an axis from 0 to ",
                             first.getRank() - 1, ", got ", axis);
  SmallVector<int64_t> shape(first.getShape());
  for (Value input : adaptor.getInputs().drop_front()) {
    auto type = cast<RankedTensorType>(input.getType());
    SmallVector<int64_t> other(type.getShape());
    if (other.size() == shape.size())
      std::swap(other[axis], shape[axis]);
    bool agrees =
        other.size() == shape.size() &&
        llvm::all_of(llvm::seq<int64_t>(0, shape.size()), [&](int64_t d) {
          return d == axis || other[d] == shape[d];
        });
    if (!agrees || type.getElementType() != first.getElementType())
      return emitOptionalError(
          location, "concat_c3: expects operands that differ in dimension ",
          axis, " only, got ", first, " and ", type);
    shape[axis] += other[axis];
  }
  types.push_back(RankedTensorType::get(shape, first.getElementType()));
  return success();
}

LogicalResult PadOp::inferReturnTypes(MLIRContext *,
                                      std::optional<Location> location,
                                      Adaptor adaptor,
                                      SmallVectorImpl<Type> &types) {
  auto input = dyn_cast<RankedTensorType>(adaptor.getInput().getType());
  if (!input)
    return failure();
  size_t rank = input.getRank();
  ArrayRef<int64_t> low = adaptor.getLow(), high = adaptor.getHigh();
  auto isNegative = [](int64_t value) { return value < 0; };
  if (low.size() != rank || high.size() != rank ||
      llvm::any_of(low, isNegative) || llvm::any_of(high, isNegative))
    return emitOptionalError(location, "pad_c1: expects ", rank,
                             " low and high sizes of at least 0");
  SmallVector<int64_t> shape(input.getShape());
  for (size_t d = 0; d < rank; ++d)
    shape[d] += low[d] + high[d];
  types.push_back(RankedTensorType::get(shape, input.getElementType()));
  return success();
}

/// Whether `value` is exactly one of the element type's.
static bool isRepresentable(double value, Type type) {
  if (auto floatType = dyn_cast<FloatType>(type)) {
    bool loses = false;
    llvm::APFloat converted(value);
    converted.convert(floatType.getFloatSemantics(),
                      llvm::APFloat::rmNearestTiesToEven, &loses);
    return !loses || std::isnan(value);
  }
  if (type.isInteger(1))
    return value == 0 || value == 1;
  bool isUnsigned = type.isUnsignedInteger();
  double limit =
      std::ldexp(1.0, type.getIntOrFloatBitWidth() - (isUnsigned ? 0 : 1));
  return value == std::trunc(value) && value < limit &&
         value >= (isUnsigned ? 0 : -limit);
}

LogicalResult PadOp::verify() {
  double value = getValue().convertToDouble();
  Type type = getInput().getType().getElementType();
  if (!isRepresentable(value, type))
    return emitOpError("pad_c2: expects a value of ")
           << type << ", got " << getValueAttr();
  return success();
}

} // namespace glia::graph
