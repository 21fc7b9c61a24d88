//===- SimplifyConstants.cpp - Movements of constants ---------------------===//
//
// Patterns of graph-simplify: what happens to a constant alone is a step of
// its program in the ConstantStore, run when the object is written. Nothing
// is read here, so weights stay in their file.
//
//===----------------------------------------------------------------------===//
#include "dialects/Graph/ShapeRules.h"
#include "dialects/Graph/SimplifyPatterns.h"

using namespace mlir;

namespace glia::graph {

static ConstantStep stepOf(TransposeOp op) {
  return TransposeStep{Shape(op.getPermutation())};
}
static ConstantStep stepOf(ReshapeOp op) {
  return ReshapeStep{Shape(op.getResult().getType().getShape())};
}
static ConstantStep stepOf(SliceOp op) {
  return SliceStep{Shape(op.getStarts()), Shape(op.getSizes()),
                   Shape(op.getStrides())};
}
static ConstantStep stepOf(CastOp op) {
  return CastStep{*toElementType(op.getResult().getType().getElementType())};
}

namespace {

///   %w = graph.constant 0 : tensor<64x300xf32>
///   %t = graph.transpose %w permutation = [1, 0] : (tensor<64x300xf32>) ->
///   tensor<300x64xf32>
/// becomes
///   %t = graph.constant 1 : tensor<300x64xf32>
/// where 1 is constant 0 with a transpose recorded.
template <typename Op>
struct DeriveConstant : public OpRewritePattern<Op> {
  DeriveConstant(MLIRContext *context, ConstantStore &constants,
                 unsigned &derived)
      : OpRewritePattern<Op>(context), constants(constants), derived(derived) {}

  LogicalResult matchAndRewrite(Op op,
                                PatternRewriter &rewriter) const override {
    auto constant = op.getInput().template getDefiningOp<ConstantOp>();
    if (!constant)
      return rewriter.notifyMatchFailure(op, "operand is no constant");
    if (size_t(constant.getId()) >= constants.size())
      return rewriter.notifyMatchFailure(op, "the store has no such constant");
    ConstantStore::Id id = constants.derive(constant.getId(), stepOf(op));
    rewriter.replaceOpWithNewOp<ConstantOp>(op, op.getResult().getType(), id);
    ++derived;
    return success();
  }

  ConstantStore &constants;
  unsigned &derived;
};

} // namespace

void populateConstantPatterns(RewritePatternSet &patterns,
                              ConstantStore &constants, unsigned &derived) {
  patterns.add<DeriveConstant<TransposeOp>, DeriveConstant<ReshapeOp>,
               DeriveConstant<SliceOp>, DeriveConstant<CastOp>>(
      patterns.getContext(), constants, derived);
}

} // namespace glia::graph
