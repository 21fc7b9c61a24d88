//===- CastPrecision.cpp - Place the casts that round ---------------------===//
//
// Makes phase `cast`: what --auto-cast asks for becomes ops, and from here on
// no pass adds or removes a rounding. What each op bears is its own answer
// (PrecisionOpInterface); here stands where the casts go.
//
//===----------------------------------------------------------------------===//
#include "dialects/Graph/NodeLocation.h"
#include "dialects/Graph/NumberConstants.h"
#include "dialects/Graph/Passes.h"
#include "dialects/Graph/ShapeRules.h"
#include "glia/Support/Error.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSwitch.h"

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

/// Whether sums are still to be added up: of parts that each core has.
static bool isPartialSum(Value value) {
  return llvm::any_of(value.getUsers(), [](Operation *user) {
    return llvm::isa<AllReduceOp, ReduceScatterOp>(user);
  });
}

namespace {

/// To which type an op is narrowed: what is said of its node by name or index
/// path, else of its operator, else of all.
class Choice {
public:
  explicit Choice(Type all) : all(all) {}
  void add(StringRef key, Type type) { overrides[key] = {type, false}; }

  /// Null: fp32.
  Type typeOf(Operation *op) {
    if (auto node = parseNodeLocation(op->getLoc()))
      for (StringRef key : {node->name, node->path, node->opType})
        if (auto found = overrides.find(key); found != overrides.end()) {
          found->second.second = true;
          return found->second.first;
        }
    return all;
  }
  /// The overrides that no op has asked for.
  SmallVector<StringRef> unused() const {
    SmallVector<StringRef> keys;
    for (auto &entry : overrides)
      if (!entry.second.second)
        keys.push_back(entry.first());
    llvm::sort(keys);
    return keys;
  }

private:
  Type all;
  llvm::StringMap<std::pair<Type, bool>> overrides; // type, whether used
};

class Placement {
public:
  Placement(func::FuncOp function, Choice &choice, ConstantStore &constants)
      : function(function), choice(choice), constants(constants),
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
  Value placed(Value value, Type type, StringRef why, Location location);
  bool feedsProductsOnly(Value value, Type type);
  Value narrow(Value value, Type type, Location use);
  void narrowOperands(Operation *op);
  void round(Value value, Type type);
  void moveNarrow(Operation *op);

  func::FuncOp function;
  Choice &choice;
  ConstantStore &constants;
  OpBuilder builder;
  DenseMap<std::pair<Value, Type>, Value> narrowed; // an fp32 value in a type
  DenseMap<Value, Value> rounded; // fp32 value that a type holds -> in it
};

} // namespace

Value Placement::cast(Value value, Type to, Location location) {
  return CastOp::create(builder, location, tensorType(value).clone(to), value);
}

/// A cast of an activation that rounds.
Value Placement::placed(Value value, Type type, StringRef why,
                        Location location) {
  Value result = cast(value, type, location);
  result.getDefiningOp()->setAttr(whyAttribute, builder.getStringAttr(why));
  return result;
}

/// Whether all that reads `value` in the end are products of `type`.
bool Placement::feedsProductsOnly(Value value, Type type) {
  return !value.use_empty() &&
         llvm::all_of(value.getUsers(), [&](Operation *user) {
           if (isProduct(user))
             return choice.typeOf(user) == type;
           return llvm::isa<ReshapeOp, TransposeOp, SliceOp, BroadcastOp>(
                      user) &&
                  feedsProductsOnly(user->getResult(0), type);
         });
}

/// `value` in `type`, made once. A chain of movements that only products read
/// moves what is narrow already:
///   %r = reshape %y, %t = transpose %r, contract %t, ..
/// becomes
///   %c = cast %y, %r = reshape %c, %t = transpose %r, contract %t, ..
/// so that the cast stands beside what makes the value.
Value Placement::narrow(Value value, Type type, Location use) {
  if (Value known = narrowed.lookup({value, type}))
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
             feedsProductsOnly(value, type)) {
    Value operand = narrow(op->getOperand(0), type, use);
    builder.setInsertionPoint(op);
    Operation *clone = builder.clone(*op);
    clone->setOperand(0, operand);
    clone->getResult(0).setType(tensorType(value).clone(type));
    result = clone->getResult(0);
  } else {
    builder.setInsertionPointAfterValue(value);
    result = placed(value, type, "operand", op ? op->getLoc() : use);
  }
  return narrowed[{value, type}] = result;
}

void Placement::narrowOperands(Operation *op) {
  Type type = choice.typeOf(op);
  if (!type)
    return;
  for (OpOperand &operand : op->getOpOperands())
    if (isSingle(operand.get()))
      operand.set(narrow(operand.get(), type, op->getLoc()));
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
void Placement::round(Value value, Type type) {
  builder.setInsertionPointAfterValue(value);
  Value narrow = placed(value, type, "result", value.getLoc());
  Value wide =
      cast(narrow, Float32Type::get(builder.getContext()), value.getLoc());
  value.replaceAllUsesExcept(wide, narrow.getDefiningOp());
  narrowed[{wide, type}] = rounded[wide] = narrow;
}

/// An op that moves values that were rounded to one type moves them in it.
void Placement::moveNarrow(Operation *op) {
  Type type;
  for (Value operand : op->getOperands()) {
    if (!isSingle(operand))
      continue;
    Value narrow = rounded.lookup(operand);
    if (!narrow || (type && tensorType(narrow).getElementType() != type))
      return;
    type = tensorType(narrow).getElementType();
  }
  if (!type)
    return;
  builder.setInsertionPoint(op);
  Operation *clone = builder.clone(*op);
  for (OpOperand &operand : clone->getOpOperands())
    if (isSingle(operand.get()))
      operand.set(rounded.lookup(operand.get()));
  Value result = op->getResult(0), moved = clone->getResult(0);
  moved.setType(tensorType(result).clone(type));
  Value wide = cast(moved, tensorType(result).getElementType(), op->getLoc());
  result.replaceAllUsesWith(wide);
  narrowed[{wide, type}] = rounded[wide] = moved;
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
      if (Type type = choice.typeOf(op))
        round(op->getResult(0), type);
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
  Type narrowType(StringRef name) {
    MLIRContext *context = &getContext();
    Type type = llvm::StringSwitch<Type>(name)
                    .Case("bf16", BFloat16Type::get(context))
                    .Case("fp16", Float16Type::get(context))
                    .Case("tf32", FloatTF32Type::get(context))
                    .Case("fp8_e4m3", Float8E4M3Type::get(context))
                    .Case("fp8_e5m2", Float8E5M2Type::get(context))
                    .Default(Type());
    if (!type)
      getOperation().emitError() << "type expects `bf16`, `fp16`, `tf32`, "
                                    "`fp8_e4m3` or `fp8_e5m2`, got `"
                                 << name << "`";
    return type;
  }

  /// What mode, type and overrides say; none: reported.
  std::optional<Choice> makeChoice() {
    if (mode != "none" && mode != "matmult" && mode != "all") {
      getOperation().emitError()
          << "mode expects `none`, `matmult` or `all`, got `" << mode << "`";
      return std::nullopt;
    }
    Type all = narrowType(type);
    if (!all)
      return std::nullopt;
    Choice choice(mode == "none" ? Type() : all);
    for (const std::string &text : overrides) {
      auto [key, name] = StringRef(text).rsplit('=');
      Type type = name == "fp32" ? Type() : narrowType(name);
      if (!type && name != "fp32")
        return std::nullopt;
      choice.add(key, type);
    }
    return choice;
  }

  void runOnOperation() override {
    if (mode == "none" && overrides.empty())
      return markAllAnalysesPreserved();
    std::optional<Choice> choice = makeChoice();
    if (!choice)
      return signalPassFailure();
    ConstantStore own;
    if (!constants)
      own = numberConstants(getOperation());
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      Placement placement(function, *choice, constants ? *constants : own);
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
    for (StringRef key : choice->unused())
      getOperation().emitError()
          << formatCode(ErrorCode::E1800)
          << ": `--auto-cast-override` expects the name or the index path of a "
             "node that may be cast, or its operator, got `"
          << key << "`";
    if (!choice->unused().empty())
      signalPassFailure();
  }

  ConstantStore *constants = nullptr;
};
} // namespace

std::unique_ptr<Pass>
glia::graph::createGraphCastPrecisionPass(const CastPrecisionPassOptions &options,
                                          ConstantStore *constants) {
  return std::make_unique<::CastPrecisionPass>(options, constants);
}
