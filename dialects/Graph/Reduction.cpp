//===- Reduction.cpp - reduce, softmax and layer_norm ---------------------===//
//
// Rules, type inference and loops. Labels in messages are those of the ops'
// descriptions in Reduction.td.
//
//===----------------------------------------------------------------------===//
#include "dialects/Graph/NumericOrder.h"
#include "dialects/Graph/ShapeRules.h"

using namespace mlir;

namespace glia::graph {

static AffineMap identityMap(Operation *op) {
  return AffineMap::getMultiDimIdentityMap(
      tensorType(op->getResult(0)).getRank(), op->getContext());
}

//===----------------------------------------------------------------------===//
// reduce
//===----------------------------------------------------------------------===//

static LogicalResult verifyAxes(std::optional<Location> location,
                                ArrayRef<int64_t> axes, int64_t rank) {
  for (auto [i, axis] : llvm::enumerate(axes))
    if (axis < 0 || axis >= rank || (i && axis <= axes[i - 1]))
      return emitOptionalError(location,
                               "reduce_c1: expects axes that ascend from 0 to ",
                               rank - 1, ", got ", axis, " at position ", i);
  return success();
}

LogicalResult ReduceOp::inferReturnTypes(MLIRContext *context,
                                         std::optional<Location> location,
                                         Adaptor adaptor,
                                         SmallVectorImpl<Type> &types) {
  auto input = dyn_cast<RankedTensorType>(adaptor.getInput().getType());
  if (!input ||
      failed(verifyAxes(location, adaptor.getAxes(), input.getRank())))
    return failure();
  SmallVector<int64_t> shape;
  for (auto [i, size] : llvm::enumerate(input.getShape())) {
    if (!llvm::is_contained(adaptor.getAxes(), int64_t(i)))
      shape.push_back(size);
    else if (adaptor.getKeepdims())
      shape.push_back(1);
  }
  types.push_back(RankedTensorType::get(shape, input.getElementType()));
  return success();
}

int64_t ReduceOp::getReducedElements() {
  int64_t count = 1;
  for (int64_t axis : getAxes())
    count *= getInput().getType().getDimSize(axis);
  return count;
}

PrecisionClass ReduceOp::getPrecisionClass() { return PrecisionClass::full; }

LogicalResult ReduceOp::verify() {
  if (getKind() != ReduceKind::sum && getReducedElements() == 0)
    return emitOpError(
        "reduce_c2: expects at least one element to reduce, got 0");
  if (getCut() < 1 || getCut() > uint64_t(reductionCut))
    return emitOpError("reduce_c3: expects `cut` from 1 to ")
           << reductionCut << ", got " << getCut();
  if (getKind() == ReduceKind::mean &&
      !llvm::isa<FloatType>(getInput().getType().getElementType()))
    return emitOpError("reduce_c4: expects floats for a mean, got ")
           << getInput().getType().getElementType();
  return success();
}

// Loops: the kept dimensions (with `keepdims` one of extent 1 for each axis,
// so that every result dimension has its loop), then the axes.
SmallVector<LoopKind> ReduceOp::getLoops() {
  SmallVector<LoopKind> loops(getResult().getType().getRank(),
                              LoopKind::parallel);
  loops.append(getAxes().size(), LoopKind::reduction);
  return loops;
}

SmallVector<int64_t> ReduceOp::getLoopExtents() {
  SmallVector<int64_t> extents(getResult().getType().getShape());
  for (int64_t axis : getAxes())
    extents.push_back(getInput().getType().getDimSize(axis));
  return extents;
}

AffineMap ReduceOp::getOperandMap(unsigned) {
  unsigned rank = getResult().getType().getRank(), kept = 0, reduced = rank;
  SmallVector<AffineExpr> indices;
  for (int64_t d = 0; d < getInput().getType().getRank(); ++d) {
    bool isReduced = llvm::is_contained(getAxes(), d);
    indices.push_back(
        getAffineDimExpr(isReduced ? reduced++ : kept, getContext()));
    if (!isReduced || getKeepdims())
      ++kept;
  }
  return AffineMap::get(rank + getAxes().size(), 0, indices, getContext());
}

AffineMap ReduceOp::getResultMap(unsigned) {
  unsigned rank = getResult().getType().getRank();
  return AffineMap::getMultiDimIdentityMap(rank + getAxes().size(),
                                           getContext())
      .getMajorSubMap(rank);
}

//===----------------------------------------------------------------------===//
// softmax
//===----------------------------------------------------------------------===//

LogicalResult SoftmaxOp::inferReturnTypes(MLIRContext *,
                                          std::optional<Location>,
                                          Adaptor adaptor,
                                          SmallVectorImpl<Type> &types) {
  types.push_back(adaptor.getInput().getType());
  return success();
}

PrecisionClass SoftmaxOp::getPrecisionClass() { return PrecisionClass::full; }

LogicalResult SoftmaxOp::verify() {
  int64_t rank = getInput().getType().getRank(), axis = getAxis();
  if (axis < 0 || axis >= rank)
    return emitOpError("softmax_c1: expects an axis from 0 to ")
           << rank - 1 << ", got " << axis;
  if (getInput().getType().getDimSize(axis) == 0)
    return emitOpError(
        "softmax_c2: expects at least one element along the axis, got 0");
  return success();
}

// A row op makes each element of the row from all of it: its axes are
// reduction loops although the result has them, too.
SmallVector<LoopKind> SoftmaxOp::getLoops() {
  SmallVector<LoopKind> loops(getResult().getType().getRank(),
                              LoopKind::parallel);
  loops[getAxis()] = LoopKind::reduction;
  return loops;
}

SmallVector<int64_t> SoftmaxOp::getLoopExtents() {
  return SmallVector<int64_t>(getResult().getType().getShape());
}
AffineMap SoftmaxOp::getOperandMap(unsigned) { return identityMap(*this); }
AffineMap SoftmaxOp::getResultMap(unsigned) { return identityMap(*this); }

//===----------------------------------------------------------------------===//
// layer_norm
//===----------------------------------------------------------------------===//

LogicalResult LayerNormOp::inferReturnTypes(MLIRContext *,
                                            std::optional<Location>,
                                            Adaptor adaptor,
                                            SmallVectorImpl<Type> &types) {
  types.push_back(adaptor.getInput().getType());
  return success();
}

PrecisionClass LayerNormOp::getPrecisionClass() { return PrecisionClass::full; }

LogicalResult LayerNormOp::verify() {
  RankedTensorType input = getInput().getType();
  int64_t axis = getAxis();
  if (axis < 0 || axis >= input.getRank())
    return emitOpError("layer_norm_c1: expects an axis from 0 to ")
           << input.getRank() - 1 << ", got " << axis;
  for (Value operand : getOperands().drop_front()) {
    std::optional<SmallVector<int64_t>> joined =
        broadcastShapes(input.getShape(), tensorType(operand).getShape());
    if (!joined || ArrayRef<int64_t>(*joined) != input.getShape())
      return emitOpError(
                 "layer_norm_c2: expects scale and bias that broadcast to ")
             << formatShape(input.getShape()) << ", got "
             << formatShape(tensorType(operand).getShape());
    if (tensorType(operand).getElementType() != input.getElementType())
      return emitOpError(
                 "layer_norm_c3: expects operands of one element type, got ")
             << input.getElementType() << " and "
             << tensorType(operand).getElementType();
  }
  if (llvm::is_contained(input.getShape().drop_front(axis), 0))
    return emitOpError("layer_norm_c4: expects at least one element in the "
                       "normalised axes, got 0");
  return success();
}

SmallVector<LoopKind> LayerNormOp::getLoops() {
  SmallVector<LoopKind> loops(getAxis(), LoopKind::parallel);
  loops.resize(getResult().getType().getRank(), LoopKind::reduction);
  return loops;
}

SmallVector<int64_t> LayerNormOp::getLoopExtents() {
  return SmallVector<int64_t>(getResult().getType().getShape());
}
AffineMap LayerNormOp::getOperandMap(unsigned operand) {
  ArrayRef<int64_t> result = getResult().getType().getShape();
  return broadcastMap(getContext(), tensorType(getOperand(operand)).getShape(),
                      result, result.size());
}
AffineMap LayerNormOp::getResultMap(unsigned) { return identityMap(*this); }

} // namespace glia::graph
