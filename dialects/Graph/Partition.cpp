//===- Partition.cpp - The function that one core runs --------------------===//
//
// See Sharding.h. Every value becomes a core's part of it. Types, and the few
// attributes that hold sizes, are the parts' from here on; constants are split
// by a step of their program.
//
//===----------------------------------------------------------------------===//
#include "dialects/Graph/ShapeRules.h"
#include "dialects/Graph/Sharding.h"
#include <map>

using namespace mlir;
using namespace glia;
using namespace glia::graph;

namespace {

class Partitioner {
public:
  Partitioner(const ShardingPlan &plan, func::FuncOp function,
              ConstantStore &constants)
      : plan(plan), function(function), constants(constants),
        builder(function.getContext()) {}

  void run();

private:
  RankedTensorType partType(Value value, const Split &split) const;
  Value partOf(Value value, const Split &needed);
  Value gather(Value part, Value value, const Split &needed);
  void localise(Operation *op);
  void describe(unsigned argumentOrResult, const Split &split, bool isResult);

  const ShardingPlan &plan;
  func::FuncOp function;
  ConstantStore &constants;
  OpBuilder builder;
  DenseMap<Value, Value> parts; // by the value, split as the plan says
  std::map<std::pair<void *, Split>, Value> reshaped; // constants, gathered
};

} // namespace

RankedTensorType Partitioner::partType(Value value, const Split &split) const {
  RankedTensorType type = tensorType(value);
  SmallVector<int64_t> shape(type.getShape());
  for (auto [extent, part] : llvm::zip(shape, split))
    if (part.axis != whole)
      extent = part.size;
  return type.clone(shape);
}

/// Joins the dimensions that `needed` wants whole.
Value Partitioner::gather(Value part, Value value, const Split &needed) {
  for (auto [dim, has] : llvm::enumerate(plan.split(value))) {
    if (has == needed[dim])
      continue;
    assert(needed[dim] == Part() && "parts are never cut out of a value");
    int64_t parts = plan.grid().extent(has.axis);
    assert(has.size * parts == tensorType(value).getDimSize(dim) &&
           "padding is never gathered");
    part = AllGatherOp::create(builder, value.getLoc(), part, dim, has.axis,
                               parts);
  }
  return part;
}

Value Partitioner::partOf(Value value, const Split &needed) {
  auto constant = value.getDefiningOp<ConstantOp>();
  if (!constant && plan.split(value) == needed)
    return parts.at(value);
  Value &made = reshaped[{value.getAsOpaquePointer(), needed}];
  if (made)
    return made;
  if (!constant)
    return made = gather(parts.at(value), value, needed);
  ConstantStore::Id id = constant.getId();
  for (auto [dim, part] : llvm::enumerate(needed)) {
    if (part.axis == whole)
      continue;
    int64_t number = dim, parts = plan.grid().extent(part.axis);
    if (part.size * parts != tensorType(value).getDimSize(dim))
      id = constants.derive(id, PadStep{number, part.size * parts});
    id = constants.derive(
        id, ShardStep{number, parts, plan.grid().stride(part.axis)});
  }
  return made = ConstantOp::create(builder, constant.getLoc(),
                                   partType(value, needed), id);
}

void Partitioner::localise(Operation *op) {
  builder.setInsertionPoint(op);
  Value result = op->getResult(0);
  SmallVector<Value> local;
  for (unsigned i = 0; i < op->getNumOperands(); ++i)
    local.push_back(partOf(op->getOperand(i), plan.needed(op, i)));
  Operation *clone = builder.clone(*op);
  clone->setOperands(local);
  Split made = plan.split(result);
  if (std::optional<unsigned> dim = plan.scatteredDim(op))
    made[*dim] = {}; // until it is scattered
  RankedTensorType type = partType(result, made);
  clone->getResult(0).setType(type);
  if (auto slice = dyn_cast<SliceOp>(clone))
    slice.setSizes(type.getShape()); // split dimensions are taken in full
  Value part = clone->getResult(0);
  if (std::optional<unsigned> dim = plan.scatteredDim(op)) {
    int64_t axis = plan.partialAxis(op);
    part = ReduceScatterOp::create(builder, op->getLoc(), part, *dim, axis,
                                   plan.grid().extent(axis));
  } else if (int64_t axis = plan.partialAxis(op); axis != whole) {
    part = AllReduceOp::create(builder, op->getLoc(), part, axis);
  }
  parts[result] = part;
}

void Partitioner::describe(unsigned number, const Split &split, bool isResult) {
  SmallVector<int64_t> axes;
  for (Part part : split)
    axes.push_back(part.axis);
  if (llvm::all_of(axes, [](int64_t axis) { return axis == whole; }))
    return;
  Attribute value = builder.getDenseI64ArrayAttr(axes);
  if (isResult)
    function.setResultAttr(number, splitAttribute, value);
  else
    function.setArgAttr(number, splitAttribute, value);
}

void Partitioner::run() {
  Block &block = function.getBody().front();
  SmallVector<Operation *> old;
  for (Operation &op : block.without_terminator())
    old.push_back(&op);
  // The old ops keep their operands' old types until they are erased; the
  // arguments change at the end.
  SmallVector<Type> inputs, outputs;
  for (BlockArgument argument : block.getArguments()) {
    parts[argument] = argument;
    inputs.push_back(partType(argument, plan.split(argument)));
    describe(argument.getArgNumber(), plan.split(argument), /*isResult=*/false);
  }
  for (Operation *op : old)
    if (!llvm::isa<ConstantOp>(op))
      localise(op);
  Operation *end = block.getTerminator();
  builder.setInsertionPoint(end);
  for (auto [i, value] : llvm::enumerate(end->getOperands())) {
    Split split(tensorType(value).getRank());
    bool isState = false;
    for (unsigned a = 0; a < function.getNumArguments(); ++a)
      if (auto state = function.getArgAttr(a, stateAttribute);
          state && state == function.getResultAttr(i, nameAttribute)) {
        isState = true; // lies where its old value lies
        split = plan.split(function.getArgument(a));
      }
    if (!isState && !value.getDefiningOp<ConstantOp>())
      split = plan.split(value);
    outputs.push_back(partType(value, split));
    Value part = partOf(value, split);
    describe(i, split, /*isResult=*/true);
    end->setOperand(i, part);
  }
  for (auto [argument, type] : llvm::zip(block.getArguments(), inputs))
    argument.setType(type);
  function.setFunctionType(builder.getFunctionType(inputs, outputs));
  for (Operation *op : llvm::reverse(old))
    op->erase();
}

void glia::graph::partition(const ShardingPlan &plan, func::FuncOp function,
                            ConstantStore &constants) {
  Partitioner(plan, function, constants).run();
}
