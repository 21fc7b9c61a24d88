//===- ShapeRules.cpp - Type inference and indexing that ops share --------===//
//
// See ShapeRules.h.
//
//===----------------------------------------------------------------------===//
#include "dialects/Graph/ShapeRules.h"

using namespace mlir;

namespace glia::graph {

std::string formatShape(ArrayRef<int64_t> shape) {
  if (shape.empty())
    return "scalar";
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::interleave(shape, os, "x");
  return text;
}

std::optional<SmallVector<int64_t>> broadcastShapes(ArrayRef<int64_t> left,
                                                    ArrayRef<int64_t> right) {
  if (left.size() < right.size())
    std::swap(left, right);
  SmallVector<int64_t> shape(left);
  size_t lead = left.size() - right.size();
  for (auto [i, size] : llvm::enumerate(right)) {
    int64_t &target = shape[lead + i];
    if (target == 1)
      target = size;
    else if (size != 1 && size != target)
      return std::nullopt;
  }
  return shape;
}

LogicalResult inferElementwise(MLIRContext *context,
                               std::optional<Location> location,
                               StringRef opName, ValueRange operands,
                               Type elementType, SmallVectorImpl<Type> &types) {
  SmallVector<int64_t> shape;
  size_t first = opName == SelectOp::getOperationName() ? 1 : 0;
  for (auto [i, operand] : llvm::enumerate(operands)) {
    auto type = dyn_cast<RankedTensorType>(operand.getType());
    if (!type)
      return failure();
    std::optional<SmallVector<int64_t>> joined =
        broadcastShapes(shape, type.getShape());
    if (!joined)
      return emitOptionalError(
          location, "elementwise_c1: expects operands that broadcast, got ",
          formatShape(shape), " and ", formatShape(type.getShape()));
    shape = *joined;
    Type expected =
        cast<RankedTensorType>(operands[first].getType()).getElementType();
    if (i > first && type.getElementType() != expected)
      return emitOptionalError(
          location,
          "elementwise_c2: expects operands of one element type, got ",
          expected, " and ", type.getElementType());
  }
  if (!elementType)
    elementType =
        cast<RankedTensorType>(operands.back().getType()).getElementType();
  types.push_back(RankedTensorType::get(shape, elementType));
  return success();
}

AffineMap broadcastMap(MLIRContext *context, ArrayRef<int64_t> shape,
                       ArrayRef<int64_t> result, unsigned loops) {
  SmallVector<AffineExpr> indices;
  size_t lead = result.size() - shape.size();
  for (auto [i, size] : llvm::enumerate(shape)) {
    bool repeats = size == 1 && result[lead + i] != 1;
    indices.push_back(repeats ? getAffineConstantExpr(0, context)
                              : getAffineDimExpr(lead + i, context));
  }
  return AffineMap::get(loops, 0, indices, context);
}

static ArrayRef<int64_t> resultShape(Operation *op) {
  return tensorType(op->getResult(0)).getShape();
}

SmallVector<LoopKind> elementwiseLoops(Operation *op) {
  return SmallVector<LoopKind>(resultShape(op).size(), LoopKind::parallel);
}

SmallVector<int64_t> elementwiseExtents(Operation *op) {
  return SmallVector<int64_t>(resultShape(op));
}

AffineMap elementwiseOperandMap(Operation *op, unsigned operand) {
  return broadcastMap(op->getContext(),
                      tensorType(op->getOperand(operand)).getShape(),
                      resultShape(op), resultShape(op).size());
}

AffineMap elementwiseResultMap(Operation *op) {
  return AffineMap::getMultiDimIdentityMap(resultShape(op).size(),
                                           op->getContext());
}

} // namespace glia::graph
