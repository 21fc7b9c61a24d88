//===- DataMovementLoops.cpp - Loops of the ops that move elements --------===//
//
// One loop per dimension of the result, all parallel; only the maps differ.
// A map's index outside an operand means that the element is not from there
// (pad, concat).
//
//===----------------------------------------------------------------------===//
#include "dialects/Graph/ShapeRules.h"

using namespace mlir;

namespace glia::graph {

static SmallVector<LoopKind> parallelLoops(Operation *op) {
  return elementwiseLoops(op);
}
static SmallVector<AffineExpr> dims(Operation *op) {
  return SmallVector<AffineExpr>(elementwiseResultMap(op).getResults());
}
static AffineMap mapOf(Operation *op, ArrayRef<AffineExpr> indices) {
  return AffineMap::get(tensorType(op->getResult(0)).getRank(), 0, indices,
                        op->getContext());
}

// The row that an index names is not affine: one more loop runs over it.
SmallVector<LoopKind> GatherOp::getLoops() {
  SmallVector<LoopKind> loops = parallelLoops(*this);
  loops.push_back(LoopKind::reduction);
  return loops;
}
SmallVector<int64_t> GatherOp::getLoopExtents() {
  SmallVector<int64_t> extents = elementwiseExtents(*this);
  extents.push_back(getData().getType().getDimSize(getAxis()));
  return extents;
}
AffineMap GatherOp::getOperandMap(unsigned operand) {
  unsigned rank = getResult().getType().getRank(),
           indicesRank = getIndices().getType().getRank();
  SmallVector<AffineExpr> result = dims(*this);
  ArrayRef<AffineExpr> all(result);
  if (operand == 1)
    return AffineMap::get(rank + 1, 0, all.slice(getAxis(), indicesRank),
                          getContext());
  SmallVector<AffineExpr> indices(all.take_front(getAxis()));
  indices.push_back(getAffineDimExpr(rank, getContext()));
  llvm::append_range(indices, all.drop_front(getAxis() + indicesRank));
  return AffineMap::get(rank + 1, 0, indices, getContext());
}
AffineMap GatherOp::getResultMap(unsigned) {
  unsigned rank = getResult().getType().getRank();
  return AffineMap::getMultiDimIdentityMap(rank + 1, getContext())
      .getMajorSubMap(rank);
}

// One more loop for each dimension of the indices: which update a slice gets is
// not affine.
SmallVector<LoopKind> ScatterOp::getLoops() {
  SmallVector<LoopKind> loops = parallelLoops(*this);
  loops.append(getIndices().getType().getRank(), LoopKind::reduction);
  return loops;
}
SmallVector<int64_t> ScatterOp::getLoopExtents() {
  SmallVector<int64_t> extents = elementwiseExtents(*this);
  llvm::append_range(extents, getIndices().getType().getShape());
  return extents;
}
AffineMap ScatterOp::getOperandMap(unsigned operand) {
  unsigned rank = getResult().getType().getRank(),
           indicesRank = getIndices().getType().getRank();
  if (operand == 0)
    return getResultMap(0);
  SmallVector<AffineExpr> inIndices;
  for (unsigned d = 0; d < indicesRank; ++d)
    inIndices.push_back(getAffineDimExpr(rank + d, getContext()));
  if (operand == 1)
    return AffineMap::get(rank + indicesRank, 0, inIndices, getContext());
  SmallVector<AffineExpr> all = dims(*this),
                          indices(ArrayRef(all).take_front(getAxis()));
  llvm::append_range(indices, inIndices);
  llvm::append_range(indices, ArrayRef(all).drop_front(getAxis() + 1));
  return AffineMap::get(rank + indicesRank, 0, indices, getContext());
}
AffineMap ScatterOp::getResultMap(unsigned) {
  unsigned rank = getResult().getType().getRank();
  return AffineMap::getMultiDimIdentityMap(
             rank + getIndices().getType().getRank(), getContext())
      .getMajorSubMap(rank);
}

SmallVector<LoopKind> TransposeOp::getLoops() { return parallelLoops(*this); }
SmallVector<int64_t> TransposeOp::getLoopExtents() {
  return elementwiseExtents(*this);
}
AffineMap TransposeOp::getOperandMap(unsigned) {
  SmallVector<AffineExpr> result = dims(*this), indices(result.size());
  for (auto [i, d] : llvm::enumerate(getPermutation()))
    indices[d] = result[i];
  return mapOf(*this, indices);
}
AffineMap TransposeOp::getResultMap(unsigned) {
  return elementwiseResultMap(*this);
}

SmallVector<LoopKind> BroadcastOp::getLoops() { return parallelLoops(*this); }
SmallVector<int64_t> BroadcastOp::getLoopExtents() {
  return elementwiseExtents(*this);
}
AffineMap BroadcastOp::getOperandMap(unsigned) {
  return elementwiseOperandMap(*this, 0);
}
AffineMap BroadcastOp::getResultMap(unsigned) {
  return elementwiseResultMap(*this);
}

SmallVector<LoopKind> SliceOp::getLoops() { return parallelLoops(*this); }
SmallVector<int64_t> SliceOp::getLoopExtents() {
  return elementwiseExtents(*this);
}
AffineMap SliceOp::getOperandMap(unsigned) {
  SmallVector<AffineExpr> indices = dims(*this);
  for (auto [d, index] : llvm::enumerate(indices))
    index = index * getStrides()[d] + getStarts()[d];
  return mapOf(*this, indices);
}
AffineMap SliceOp::getResultMap(unsigned) {
  return elementwiseResultMap(*this);
}

SmallVector<LoopKind> ConcatOp::getLoops() { return parallelLoops(*this); }
SmallVector<int64_t> ConcatOp::getLoopExtents() {
  return elementwiseExtents(*this);
}
AffineMap ConcatOp::getOperandMap(unsigned operand) {
  int64_t offset = 0;
  for (Value input : getInputs().take_front(operand))
    offset += tensorType(input).getDimSize(getAxis());
  SmallVector<AffineExpr> indices = dims(*this);
  indices[getAxis()] = indices[getAxis()] - offset;
  return mapOf(*this, indices);
}
AffineMap ConcatOp::getResultMap(unsigned) {
  return elementwiseResultMap(*this);
}

SmallVector<LoopKind> PadOp::getLoops() { return parallelLoops(*this); }
SmallVector<int64_t> PadOp::getLoopExtents() {
  return elementwiseExtents(*this);
}
AffineMap PadOp::getOperandMap(unsigned) {
  SmallVector<AffineExpr> indices = dims(*this);
  for (auto [d, index] : llvm::enumerate(indices))
    index = index - getLow()[d];
  return mapOf(*this, indices);
}
AffineMap PadOp::getResultMap(unsigned) { return elementwiseResultMap(*this); }

} // namespace glia::graph
