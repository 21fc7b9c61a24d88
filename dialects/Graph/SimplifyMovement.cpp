//===- SimplifyMovement.cpp - Movements that need not happen --------------===//
//
// Patterns of graph-simplify. Elements keep their bits in each, since nothing
// here computes.
//
//===----------------------------------------------------------------------===//
#include "dialects/Graph/ShapeRules.h"
#include "dialects/Graph/SimplifyPatterns.h"

using namespace mlir;

namespace glia::graph {

//===----------------------------------------------------------------------===//
// Ops that give their operand back
//===----------------------------------------------------------------------===//

static bool isIdentity(ReshapeOp) { return true; }
static bool isIdentity(BroadcastOp) { return true; }
static bool isIdentity(CastOp) { return true; }
static bool isIdentity(PadOp) { return true; }
static bool isIdentity(TransposeOp op) {
  return llvm::equal(op.getPermutation(),
                     llvm::seq<int64_t>(0, op.getPermutation().size()));
}
static bool isIdentity(SliceOp op) {
  return llvm::all_of(llvm::zip(op.getSizes(), op.getStrides()), [](auto pair) {
    return std::get<0>(pair) <= 1 || std::get<1>(pair) == 1;
  });
}

namespace {

///   %y = graph.reshape %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
/// is %x; likewise for each op above, whose result has the operand's type.
template <typename Op>
struct ElideIdentity : public OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;
  LogicalResult matchAndRewrite(Op op,
                                PatternRewriter &rewriter) const override {
    if (op.getInput().getType() != op.getResult().getType() || !isIdentity(op))
      return rewriter.notifyMatchFailure(op, "changes its operand");
    rewriter.replaceOp(op, op.getInput());
    return success();
  }
};

///   %y = graph.concat %x, %empty axis = 0   with one operand that has elements
/// is %x.
struct ElideConcat : public OpRewritePattern<ConcatOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ConcatOp op,
                                PatternRewriter &rewriter) const override {
    SmallVector<Value> inputs(
        llvm::make_filter_range(op.getInputs(), [&](Value input) {
          return tensorType(input).getDimSize(op.getAxis());
        }));
    if (inputs.size() == op.getInputs().size() && inputs.size() != 1)
      return rewriter.notifyMatchFailure(op, "joins several tensors");
    if (inputs.empty())
      return rewriter.notifyMatchFailure(op, "joins empty tensors");
    if (inputs.size() == 1)
      rewriter.replaceOp(op, inputs.front());
    else
      rewriter.modifyOpInPlace(op,
                               [&] { op.getInputsMutable().assign(inputs); });
    return success();
  }
};

//===----------------------------------------------------------------------===//
// Chains
//===----------------------------------------------------------------------===//

///   graph.reshape(graph.reshape(%x))  ->  graph.reshape(%x)
struct MergeReshapes : public OpRewritePattern<ReshapeOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ReshapeOp op,
                                PatternRewriter &rewriter) const override {
    auto producer = op.getInput().getDefiningOp<ReshapeOp>();
    if (!producer)
      return rewriter.notifyMatchFailure(op, "operand is no reshape");
    rewriter.replaceOpWithNewOp<ReshapeOp>(op, op.getResult().getType(),
                                           producer.getInput());
    return success();
  }
};

///   graph.transpose(graph.transpose(%x) [p]) [q]  ->  graph.transpose(%x) [p o
///   q]
struct MergeTransposes : public OpRewritePattern<TransposeOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(TransposeOp op,
                                PatternRewriter &rewriter) const override {
    auto producer = op.getInput().getDefiningOp<TransposeOp>();
    if (!producer)
      return rewriter.notifyMatchFailure(op, "operand is no transpose");
    SmallVector<int64_t> permutation;
    for (int64_t d : op.getPermutation())
      permutation.push_back(producer.getPermutation()[d]);
    rewriter.replaceOpWithNewOp<TransposeOp>(op, producer.getInput(),
                                             permutation);
    return success();
  }
};

///   %y = graph.transpose %x permutation = [0, 2, 1] : (tensor<4x1x5xf32>) ->
///   tensor<4x5x1xf32>
/// keeps the order of the elements and so is a reshape.
struct TransposeToReshape : public OpRewritePattern<TransposeOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(TransposeOp op,
                                PatternRewriter &rewriter) const override {
    RankedTensorType type = op.getInput().getType();
    SmallVector<int64_t> moved(
        llvm::make_filter_range(op.getPermutation(), [&](int64_t d) {
          return type.getDimSize(d) != 1;
        }));
    if (!llvm::is_sorted(moved))
      return rewriter.notifyMatchFailure(op, "reorders elements");
    rewriter.replaceOpWithNewOp<ReshapeOp>(op, op.getResult().getType(),
                                           op.getInput());
    return success();
  }
};

//===----------------------------------------------------------------------===//
// Broadcasts
//===----------------------------------------------------------------------===//

///   %b = graph.broadcast %y : (tensor<3xf32>) -> tensor<2x3xf32>
///   %z = graph.add %x, %b : (tensor<2x3xf32>, tensor<2x3xf32>) ->
///   tensor<2x3xf32>
/// becomes
///   %z = graph.add %x, %y : (tensor<2x3xf32>, tensor<3xf32>) ->
///   tensor<2x3xf32>
/// unless only the broadcast gives the result its shape.
struct ElideBroadcast
    : public OpInterfaceRewritePattern<ElementwiseOpInterface> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;
  LogicalResult matchAndRewrite(ElementwiseOpInterface op,
                                PatternRewriter &rewriter) const override {
    SmallVector<int64_t> result(tensorType(op->getResult(0)).getShape());
    for (OpOperand &operand : op->getOpOperands()) {
      auto broadcast = operand.get().getDefiningOp<BroadcastOp>();
      if (!broadcast)
        continue;
      SmallVector<int64_t> shape(broadcast.getInput().getType().getShape());
      for (OpOperand &other : op->getOpOperands())
        if (&other != &operand)
          shape = *broadcastShapes(shape, tensorType(other.get()).getShape());
      if (shape != result)
        continue;
      rewriter.modifyOpInPlace(op, [&] { operand.set(broadcast.getInput()); });
      return success();
    }
    return rewriter.notifyMatchFailure(op,
                                       "no operand is a broadcast that can go");
  }
};

} // namespace

void populateMovementPatterns(RewritePatternSet &patterns) {
  patterns
      .add<ElideIdentity<ReshapeOp>, ElideIdentity<BroadcastOp>,
           ElideIdentity<CastOp>, ElideIdentity<PadOp>,
           ElideIdentity<TransposeOp>, ElideIdentity<SliceOp>, ElideConcat,
           MergeReshapes, MergeTransposes, TransposeToReshape, ElideBroadcast>(
          patterns.getContext());
}

} // namespace glia::graph
