//===- SimplifyLayout.cpp - Movements where they cost least ---------------===//
//
// Patterns of graph-simplify. Exporters put reshapes and transposes between a
// product and its scaling and turn operands that a contract can take turned.
// Here elementwise work moves up to what makes its operand (into whose kernel
// it then fuses), transposes meet and merge, and the innermost dimension stays
// innermost. No value changes, nor the order of any sum.
//
//===----------------------------------------------------------------------===//
#include "dialects/Graph/ShapeRules.h"
#include "dialects/Graph/SimplifyPatterns.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;

namespace glia::graph {

namespace {

///   %t = graph.transpose %x permutation = [1, 0]
///   %r = graph.mul %t, %scalar
/// becomes
///   %m = graph.mul %x, %scalar
///   %r = graph.transpose %m permutation = [1, 0]
/// likewise over a reshape, for every elementwise op with one operand that is
/// no scalar, if nothing else uses the moved value.
struct HoistElementwise
    : public OpInterfaceRewritePattern<ElementwiseOpInterface> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;

  LogicalResult matchAndRewrite(ElementwiseOpInterface op,
                                PatternRewriter &rewriter) const override {
    OpOperand *moved = nullptr;
    int64_t scalarRank = 0;
    for (OpOperand &operand : op->getOpOperands()) {
      RankedTensorType type = tensorType(operand.get());
      if (type.getNumElements() == 1)
        scalarRank = std::max(scalarRank, type.getRank());
      else if (moved)
        return rewriter.notifyMatchFailure(op, "two operands have elements");
      else
        moved = &operand;
    }
    if (!moved || !moved->get().hasOneUse())
      return rewriter.notifyMatchFailure(op, "operand is used elsewhere");
    Operation *movement = moved->get().getDefiningOp();
    if (!llvm::isa_and_present<TransposeOp, ReshapeOp>(movement))
      return rewriter.notifyMatchFailure(op, "operand is not moved");
    Value source = movement->getOperand(0);
    Type elementType = tensorType(op->getResult(0)).getElementType();
    if (scalarRank > tensorType(source).getRank() ||
        tensorType(op->getResult(0)).getShape() !=
            tensorType(moved->get()).getShape())
      return rewriter.notifyMatchFailure(op, "a scalar changes the rank");

    IRMapping mapping;
    mapping.map(moved->get(), source);
    Operation *hoisted = rewriter.clone(*op, mapping);
    hoisted->getResult(0).setType(
        RankedTensorType::get(tensorType(source).getShape(), elementType));
    IRMapping below;
    below.map(source, hoisted->getResult(0));
    Operation *sunk = rewriter.clone(*movement, below);
    sunk->getResult(0).setType(op->getResult(0).getType());
    rewriter.replaceOp(op, sunk->getResults());
    return success();
  }
};

///   %s = graph.reshape %x : (tensor<1x12x128x64xf32>) -> tensor<12x128x64xf32>
///   %t = graph.transpose %s permutation = [0, 2, 1]
/// becomes
///   %t = graph.transpose %x permutation = [0, 1, 3, 2]
///   %r = graph.reshape %t : (tensor<1x12x64x128xf32>) -> tensor<12x64x128xf32>
/// where the reshape adds or drops dimensions of size 1, or joins leading ones
/// that the transpose leaves where they are (a batch and its heads).
struct SinkReshape : public OpRewritePattern<TransposeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(TransposeOp op,
                                PatternRewriter &rewriter) const override {
    auto reshape = op.getInput().getDefiningOp<ReshapeOp>();
    if (!reshape)
      return rewriter.notifyMatchFailure(op, "operand is no reshape");
    RankedTensorType from = reshape.getInput().getType(),
                     to = reshape.getResult().getType();
    SmallVector<int64_t> fromDims = properDims(from);
    std::optional<SmallVector<SmallVector<int64_t>>> joined =
        joinedDims(from, fromDims, to);
    if (!joined)
      return rewriter.notifyMatchFailure(op, "the reshape splits dimensions");
    bool isLeading = true; // all dimensions up to here stay
    for (auto [d, parts] : llvm::enumerate(*joined)) {
      isLeading &= op.getPermutation()[d] == int64_t(d);
      if (parts.size() > 1 && !isLeading)
        return rewriter.notifyMatchFailure(op, "what the reshape joins moves");
    }
    // The source's dimensions of size 1 stay where they are; its other ones
    // take their places in the order that the transpose gives them.
    SmallVector<int64_t> order;
    for (int64_t d : op.getPermutation())
      llvm::append_range(order, (*joined)[d]);
    SmallVector<int64_t> permutation =
        llvm::to_vector(llvm::seq<int64_t>(0, from.getRank()));
    for (auto [place, d] : llvm::zip(fromDims, order))
      permutation[place] = d;
    Value moved = TransposeOp::create(rewriter, op.getLoc(), reshape.getInput(),
                                      permutation);
    rewriter.replaceOpWithNewOp<ReshapeOp>(op, op.getResult().getType(), moved);
    return success();
  }

  /// For each dimension of `to` those of `from` that a reshape makes it of,
  /// dimensions of size 1 left out; none where it splits one.
  static std::optional<SmallVector<SmallVector<int64_t>>>
  joinedDims(RankedTensorType from, ArrayRef<int64_t> fromDims,
             RankedTensorType to) {
    SmallVector<SmallVector<int64_t>> joined(to.getRank());
    for (auto [d, size] : llvm::enumerate(to.getShape())) {
      int64_t product = 1;
      while (product < size && !fromDims.empty()) {
        joined[d].push_back(fromDims.front());
        product *= from.getDimSize(fromDims.front());
        fromDims = fromDims.drop_front();
      }
      if (product != size)
        return std::nullopt;
    }
    return joined;
  }

  static SmallVector<int64_t> properDims(RankedTensorType type) {
    return llvm::filter_to_vector(
        llvm::seq<int64_t>(0, type.getRank()),
        [&](int64_t d) { return type.getDimSize(d) != 1; });
  }
};

///   %t = graph.transpose %y permutation = [0, 2, 3, 1]
///   %r = graph.contract %x, %t
/// becomes
///   %t = graph.transpose %y permutation = [0, 2, 1, 3]
///   %r = graph.contract %x, %t transpose_rhs
/// when that leaves the innermost dimension in its place: rows move whole then,
/// or not at all.
struct TurnContractOperand : public OpRewritePattern<ContractOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ContractOp op,
                                PatternRewriter &rewriter) const override {
    for (OpOperand &operand : op->getOpOperands()) {
      auto transpose = operand.get().getDefiningOp<TransposeOp>();
      if (!transpose)
        continue;
      SmallVector<int64_t> permutation(transpose.getPermutation());
      size_t rank = permutation.size();
      if (permutation[rank - 2] != int64_t(rank) - 1)
        continue;
      std::swap(permutation[rank - 2], permutation[rank - 1]);
      rewriter.setInsertionPoint(op);
      Value turned = TransposeOp::create(rewriter, transpose.getLoc(),
                                         transpose.getInput(), permutation);
      rewriter.modifyOpInPlace(op, [&] {
        operand.set(turned);
        if (operand.getOperandNumber() == 0)
          op.setTransposeLhs(!op.getTransposeLhs());
        else
          op.setTransposeRhs(!op.getTransposeRhs());
      });
      return success();
    }
    return rewriter.notifyMatchFailure(op, "no operand is turned");
  }
};

///   %t = graph.transpose %x permutation = [2, 0, 1, 3]
///   %r = graph.scatter %t, %i, %u axis = 0
/// becomes
///   %v = graph.transpose %u permutation = [1, 2, 0, 3]
///   %s = graph.scatter %x, %i, %v axis = 2
///   %r = graph.transpose %s permutation = [2, 0, 1, 3]
/// so that a cache whose rows are replaced is not turned for it and back.
struct SinkBelowScatter : public OpRewritePattern<ScatterOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ScatterOp op,
                                PatternRewriter &rewriter) const override {
    auto transpose = op.getData().getDefiningOp<TransposeOp>();
    if (!transpose)
      return rewriter.notifyMatchFailure(op, "the data is not turned");
    ArrayRef<int64_t> permutation = transpose.getPermutation();
    int64_t axis = op.getAxis(), sourceAxis = permutation[axis],
            indicesRank = op.getIndices().getType().getRank();
    // Dimensions of the updates in the order of the source's.
    SmallVector<int64_t> turned;
    for (int64_t d = 0; d < int64_t(permutation.size()); ++d) {
      int64_t place = llvm::find(permutation, d) - permutation.begin();
      if (d == sourceAxis)
        llvm::append_range(turned, llvm::seq(axis, axis + indicesRank));
      else
        turned.push_back(place < axis ? place : place + indicesRank - 1);
    }
    Value updates = TransposeOp::create(rewriter, op.getLoc(), op.getUpdates(),
                                        turned);
    Value scattered =
        ScatterOp::create(rewriter, op.getLoc(), transpose.getInput(),
                          op.getIndices(), updates, sourceAxis);
    rewriter.replaceOpWithNewOp<TransposeOp>(op, scattered, permutation);
    return success();
  }
};

} // namespace

void populateLayoutPatterns(RewritePatternSet &patterns) {
  patterns
      .add<HoistElementwise, SinkReshape, TurnContractOperand, SinkBelowScatter>(
          patterns.getContext());
}

} // namespace glia::graph
