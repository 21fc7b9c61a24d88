//===- CastPrecision.cpp - Place the casts that round ---------------------===//
//
// Makes phase `cast`: what --auto-cast asks for becomes ops, and from here on
// no pass adds or removes a rounding. What each op bears is its own answer
// (PrecisionOpInterface); here stands where the casts go.
//
//===----------------------------------------------------------------------===//
#include "dialects/Graph/NumberConstants.h"
#include "dialects/Graph/Passes.h"
#include "dialects/Graph/ShapeRules.h"
#include "glia/Support/Error.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace glia::graph {
#define GEN_PASS_DEF_CASTPRECISIONPASS
#include "dialects/Graph/Passes.h.inc"
} // namespace glia::graph

using namespace mlir;
using namespace glia;
using namespace glia::graph;

static PrecisionClass classOf(Operation *op) {
  auto precision = dyn_cast<PrecisionOpInterface>(op);
  return precision ? precision.getPrecisionClass() : PrecisionClass::full;
}
static bool isProduct(Operation *op) {
  return classOf(op) == PrecisionClass::product;
}
static bool isSingle(Value value) {
  return tensorType(value).getElementType().isF32();
}

/// Whether the result is new numbers, and not the operands' in another place.
static bool computes(Operation *op) {
  return llvm::isa<ElementwiseOpInterface, ContractOp, ConvolutionOp,
                   AllReduceOp, ReduceScatterOp>(op);
}

/// Whether `op` only moves elements, so that a rounding may go before it. A
/// state is updated where it lies and keeps its type; what pads is fp32.
static bool onlyMoves(Operation *op) {
  return llvm::isa<AllGatherOp, BroadcastOp, ConcatOp, GatherOp, ReshapeOp,
                   SliceOp, TransposeOp>(op);
}

/// Whether all that reads `value` in the end are products.
static bool feedsProductsOnly(Value value) {
  return !value.use_empty() &&
         llvm::all_of(value.getUsers(), [](Operation *user) {
           return isProduct(user) ||
                  (llvm::isa<ReshapeOp, TransposeOp, SliceOp, BroadcastOp>(
                       user) &&
                   feedsProductsOnly(user->getResult(0)));
         });
}

/// Whether sums are still to be added up: of parts that each core has.
static bool isPartialSum(Value value) {
  return llvm::any_of(value.getUsers(), [](Operation *user) {
    return llvm::isa<AllReduceOp, ReduceScatterOp>(user);
  });
}

namespace {

class Placement {
public:
  Placement(func::FuncOp function, Type type, ConstantStore &constants)
      : function(function), type(type), constants(constants),
        builder(function.getContext()) {}

  void narrowProducts();
  /// `narrowProducts`, and results round.
  void roundAll();
  /// Numbers the casts that are left.
  void finish();
  /// Reports each of them, if there is one.
  LogicalResult refuse();
  unsigned casts = 0, constantCasts = 0;

private:
  Value cast(Value value, Type to, Location location);
  Value placed(Value value, StringRef why, Location location);
  Value narrow(Value value, Location use);
  void narrowOperands(Operation *op);
  void round(Value value);
  void moveNarrow(Operation *op);

  func::FuncOp function;
  Type type;
  ConstantStore &constants;
  OpBuilder builder;
  DenseMap<Value, Value> narrowed; // fp32 value -> the same in `type`
};

} // namespace

Value Placement::cast(Value value, Type to, Location location) {
  return CastOp::create(builder, location, tensorType(value).clone(to), value);
}

/// A cast of an activation that rounds.
Value Placement::placed(Value value, StringRef why, Location location) {
  Value result = cast(value, type, location);
  result.getDefiningOp()->setAttr(whyAttribute, builder.getStringAttr(why));
  return result;
}

/// `value` in `type`, made once. A chain of movements that only products read
/// moves what is narrow already:
///   %r = reshape %y, %t = transpose %r, contract %t, ..
/// becomes
///   %c = cast %y, %r = reshape %c, %t = transpose %r, contract %t, ..
/// so that the cast stands beside what makes the value.
Value Placement::narrow(Value value, Location use) {
  if (Value known = narrowed.lookup(value))
    return known;
  Operation *op = value.getDefiningOp();
  OpBuilder::InsertionGuard guard(builder);
  Value result;
  if (auto constant = dyn_cast_if_present<ConstantOp>(op)) {
    builder.setInsertionPoint(op);
    result = ConstantOp::create(
        builder, op->getLoc(), tensorType(value).clone(type),
        constants.derive(constant.getId(), CastStep{*toElementType(type)}));
    ++constantCasts;
  } else if (auto wide = dyn_cast_if_present<CastOp>(op);
             wide && wide.getInput().getType().getElementType() == type) {
    result = wide.getInput();
  } else if (llvm::isa_and_present<ReshapeOp, TransposeOp, SliceOp,
                                   BroadcastOp>(op) &&
             feedsProductsOnly(value)) {
    Value operand = narrow(op->getOperand(0), use);
    builder.setInsertionPoint(op);
    Operation *clone = builder.clone(*op);
    clone->setOperand(0, operand);
    clone->getResult(0).setType(tensorType(value).clone(type));
    result = clone->getResult(0);
  } else {
    builder.setInsertionPointAfterValue(value);
    result = placed(value, "operand", op ? op->getLoc() : use);
  }
  return narrowed[value] = result;
}

void Placement::narrowOperands(Operation *op) {
  for (OpOperand &operand : op->getOpOperands())
    if (isSingle(operand.get()))
      operand.set(narrow(operand.get(), op->getLoc()));
}

void Placement::narrowProducts() {
  SmallVector<Operation *> products;
  for (Operation &op : function.getBody().front())
    if (isProduct(&op))
      products.push_back(&op);
  // The operands of all before the first is changed: what feeds products only
  // is seen on the IR as it came.
  llvm::for_each(products, [&](Operation *op) { narrowOperands(op); });
}

///   %y = add ..
/// becomes
///   %y = add ..    %c = cast %y : bf16    %w = cast %c : f32
/// and all that read %y reads %w, products %c.
void Placement::round(Value value) {
  builder.setInsertionPointAfterValue(value);
  Value rounded = placed(value, "result", value.getLoc());
  Value wide = cast(rounded, Float32Type::get(builder.getContext()),
                    value.getLoc());
  value.replaceAllUsesExcept(wide, rounded.getDefiningOp());
  narrowed[value] = narrowed[wide] = rounded;
}

/// An op that moves rounded values moves them in `type`.
void Placement::moveNarrow(Operation *op) {
  for (Value operand : op->getOperands())
    if (isSingle(operand) && !narrowed.contains(operand))
      return;
  builder.setInsertionPoint(op);
  Operation *clone = builder.clone(*op);
  for (OpOperand &operand : clone->getOpOperands())
    if (isSingle(operand.get()))
      operand.set(narrowed.lookup(operand.get()));
  Value result = op->getResult(0), moved = clone->getResult(0);
  moved.setType(tensorType(result).clone(type));
  Value wide = cast(moved, tensorType(result).getElementType(), op->getLoc());
  result.replaceAllUsesWith(wide);
  narrowed[wide] = moved;
}

void Placement::roundAll() {
  SmallVector<Operation *> ops;
  for (Operation &op : function.getBody().front().without_terminator())
    ops.push_back(&op);
  for (Operation *op : ops) {
    if (isProduct(op))
      narrowOperands(op);
    if (classOf(op) == PrecisionClass::full || !isSingle(op->getResult(0)))
      continue;
    if (onlyMoves(op))
      moveNarrow(op);
    else if (computes(op) && !isPartialSum(op->getResult(0)))
      round(op->getResult(0));
  }
}

LogicalResult Placement::refuse() {
  bool isRefused = false;
  for (auto op : function.getOps<CastOp>())
    if (op->hasAttr(whyAttribute)) {
      op.emitError() << formatCode(ErrorCode::E1800)
                     << ": `--strict-precision` expects no cast that rounds, "
                        "got one of "
                     << op.getInput().getType() << " to "
                     << op.getResult().getType().getElementType() << ", "
                     << op->getAttrOfType<StringAttr>(whyAttribute).getValue();
      isRefused = true;
    }
  return failure(isRefused);
}

void Placement::finish() {
  for (Operation &op :
       llvm::make_early_inc_range(llvm::reverse(function.getBody().front())))
    if (isOpTriviallyDead(&op))
      op.erase();
  for (Operation &op : function.getBody().front())
    if (op.hasAttr(whyAttribute))
      op.setAttr(numberAttribute, builder.getI64IntegerAttr(casts++));
}

namespace {
struct CastPrecisionPass
    : public glia::graph::impl::CastPrecisionPassBase<CastPrecisionPass> {
  CastPrecisionPass() = default;
  CastPrecisionPass(const CastPrecisionPassOptions &options,
                    ConstantStore *constants)
      : CastPrecisionPassBase(options), constants(constants) {}
  CastPrecisionPass(const CastPrecisionPass &other)
      : CastPrecisionPassBase(other), constants(other.constants) {}

  /// Null: no such type, which has been reported.
  Type narrowType() {
    if (type == "bf16")
      return BFloat16Type::get(&getContext());
    if (type == "fp16")
      return Float16Type::get(&getContext());
    if (type == "tf32")
      return FloatTF32Type::get(&getContext());
    if (type == "fp8_e4m3")
      return Float8E4M3Type::get(&getContext());
    if (type == "fp8_e5m2")
      return Float8E5M2Type::get(&getContext());
    getOperation().emitError() << "type expects `bf16`, `fp16`, `tf32`, "
                                  "`fp8_e4m3` or `fp8_e5m2`, got `"
                               << type << "`";
    return {};
  }

  void runOnOperation() override {
    if (mode == "none")
      return markAllAnalysesPreserved();
    if (mode != "matmult" && mode != "all") {
      getOperation().emitError()
          << "mode expects `none`, `matmult` or `all`, got `" << mode << "`";
      return signalPassFailure();
    }
    Type narrow = narrowType();
    if (!narrow)
      return signalPassFailure();
    ConstantStore own;
    if (!constants)
      own = numberConstants(getOperation());
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      Placement placement(function, narrow, constants ? *constants : own);
      if (mode == "all")
        placement.roundAll();
      else
        placement.narrowProducts();
      placement.finish();
      if (strict && failed(placement.refuse()))
        return signalPassFailure();
      numCasts += placement.casts;
      numConstants += placement.constantCasts;
    }
  }

  ConstantStore *constants = nullptr;
};
} // namespace

std::unique_ptr<Pass>
glia::graph::createGraphCastPrecisionPass(const CastPrecisionPassOptions &options,
                                          ConstantStore *constants) {
  return std::make_unique<::CastPrecisionPass>(options, constants);
}
