//===- NarrowContractions.cpp - Products that are cut apart behind --------===//
//
//   %p = contract %x, %w : [.., 768] x [768, 2304]
//   %s = add %p, %b
//   %q = slice %s [.., 0:768]; %k = slice %s [.., 768:1536]; ...
// becomes
//   %q = add (contract %x, %w[:, 0:768]), %b[0:768]; ...
//
// See Sharding.h. Slices of constants are steps of their programs.
//
//===----------------------------------------------------------------------===//
#include "dialects/Graph/ShapeRules.h"
#include "dialects/Graph/Sharding.h"

using namespace mlir;
using namespace glia;
using namespace glia::graph;

/// Whether a slice takes all of every dimension but the last, and neighbours
/// of that.
static bool cutsLastDimension(SliceOp slice) {
  ArrayRef<int64_t> from = tensorType(slice.getInput()).getShape();
  if (from.empty() || slice.getStrides().back() != 1)
    return false;
  for (size_t d = 0; d + 1 < from.size(); ++d)
    if (slice.getStarts()[d] != 0 || slice.getStrides()[d] != 1 ||
        slice.getSizes()[d] != from[d])
      return false;
  return true;
}

static int64_t lastExtent(Value value) {
  ArrayRef<int64_t> shape = tensorType(value).getShape();
  return shape.empty() ? 1 : shape.back();
}

namespace {

/// The ops from a product to what is cut, each the only user of the one before.
struct Chain {
  ContractOp product;
  SmallVector<Operation *> ops; // behind the product, in order
};

} // namespace

static std::optional<Chain> findChain(Value cut) {
  Chain chain;
  int64_t columns = lastExtent(cut);
  Value value = cut;
  while (Operation *op = value.getDefiningOp()) {
    if (value != cut && !value.hasOneUse())
      return std::nullopt;
    if (auto contract = dyn_cast<ContractOp>(op)) {
      if (!contract.getRhs().getDefiningOp<ConstantOp>())
        return std::nullopt;
      chain.product = contract;
      std::reverse(chain.ops.begin(), chain.ops.end());
      return chain;
    }
    Value next;
    if (auto reshape = dyn_cast<ReshapeOp>(op)) {
      next = reshape.getInput();
    } else if (llvm::isa<ElementwiseOpInterface>(op)) {
      for (Value operand : op->getOperands()) {
        if (operand.getDefiningOp<ConstantOp>())
          continue;
        if (next)
          return std::nullopt;
        next = operand;
      }
    }
    if (!next || lastExtent(next) != columns)
      return std::nullopt;
    chain.ops.push_back(op);
    value = next;
  }
  return std::nullopt;
}

namespace {

/// Makes the ops of a chain again for columns [start, start + size).
class Narrower {
public:
  Narrower(OpBuilder &builder, ConstantStore &constants, int64_t columns,
           int64_t start, int64_t size)
      : builder(builder), constants(constants), columns(columns), start(start),
        size(size) {}

  Value product(ContractOp op) {
    unsigned rank = tensorType(op.getRhs()).getRank();
    Value rhs = cut(op.getRhs(), op.getTransposeRhs() ? rank - 2 : rank - 1);
    return again(op, {op.getLhs(), rhs});
  }
  Value behind(Operation *op, Value narrow) {
    SmallVector<Value> operands;
    for (Value operand : op->getOperands()) {
      bool isConstant = operand.getDefiningOp<ConstantOp>() != nullptr;
      operands.push_back(!isConstant ? narrow
                         : lastExtent(operand) == columns
                             ? cut(operand, tensorType(operand).getRank() - 1)
                             : operand);
    }
    return again(op, operands);
  }

private:
  Value cut(Value constant, unsigned dim) {
    RankedTensorType type = tensorType(constant);
    SliceStep step;
    step.starts.assign(type.getRank(), 0);
    step.strides.assign(type.getRank(), 1);
    step.sizes.assign(type.getShape().begin(), type.getShape().end());
    step.starts[dim] = start;
    step.sizes[dim] = size;
    auto op = constant.getDefiningOp<ConstantOp>();
    SmallVector<int64_t> shape(step.sizes);
    return ConstantOp::create(builder, op.getLoc(), type.clone(shape),
                              constants.derive(op.getId(), step));
  }
  Value again(Operation *op, ArrayRef<Value> operands) {
    Operation *clone = builder.clone(*op);
    clone->setOperands(operands);
    RankedTensorType type = tensorType(op->getResult(0));
    SmallVector<int64_t> shape(type.getShape());
    shape.back() = size;
    clone->getResult(0).setType(type.clone(shape));
    return clone->getResult(0);
  }

  OpBuilder &builder;
  ConstantStore &constants;
  int64_t columns, start, size;
};

} // namespace

void glia::graph::narrowContractions(func::FuncOp function,
                                     ConstantStore &constants) {
  llvm::SetVector<Value> candidates;
  for (auto slice : function.getBody().front().getOps<SliceOp>())
    candidates.insert(slice.getInput());
  for (Value value : candidates) {
    std::optional<Chain> chain = findChain(value);
    if (!chain || !llvm::all_of(value.getUsers(), [](Operation *user) {
          auto slice = dyn_cast<SliceOp>(user);
          return slice && cutsLastDimension(slice);
        }))
      continue;
    for (Operation *user : llvm::make_early_inc_range(value.getUsers())) {
      auto slice = cast<SliceOp>(user);
      OpBuilder builder(value.getDefiningOp());
      Narrower narrower(builder, constants, lastExtent(value),
                        slice.getStarts().back(), slice.getSizes().back());
      Value narrow = narrower.product(chain->product);
      for (Operation *op : chain->ops)
        narrow = narrower.behind(op, narrow);
      slice.getResult().replaceAllUsesWith(narrow);
      slice.erase();
    }
    for (Operation *op : llvm::reverse(chain->ops))
      op->erase();
    chain->product.erase();
  }
}
