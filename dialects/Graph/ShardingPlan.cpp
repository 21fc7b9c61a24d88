//===- ShardingPlan.cpp - How each value is split -------------------------===//
//
// See Sharding.h. One sweep in program order decides all values from the
// inputs on. If a value has to be gathered that is split only because some
// product's columns are, these products are left whole and the sweep starts
// again: a gather of an activation costs more than the columns save.
//
//===----------------------------------------------------------------------===//
#include "dialects/Graph/ShapeRules.h"
#include "dialects/Graph/Sharding.h"

using namespace mlir;
using namespace glia;
using namespace glia::graph;

static bool isConstant(Value value) {
  return llvm::isa_and_present<ConstantOp>(value.getDefiningOp());
}

static Split wholeOf(Value value) {
  return Split(tensorType(value).getRank(), whole);
}

static bool isWhole(const Split &split) {
  return llvm::all_of(split, [](int64_t axis) { return axis == whole; });
}

/// The dimension of the operand that loop number `loop` walks by itself.
static std::optional<unsigned> dimensionOf(AffineMap map, unsigned loop) {
  for (auto [i, index] : llvm::enumerate(map.getResults()))
    if (auto dim = dyn_cast<AffineDimExpr>(index))
      if (dim.getPosition() == loop)
        return i;
  return std::nullopt;
}

static bool usesLoop(AffineMap map, unsigned loop) {
  return llvm::any_of(map.getResults(), [&](AffineExpr index) {
    return index.isFunctionOfDim(loop);
  });
}

ShardingPlan::ShardingPlan(func::FuncOp function, const Grid &grid)
    : function(function), cores(grid) {
  while (!propagate())
    for (Operation *product : toRefuse)
      refusedColumns.insert(product);
}

//===----------------------------------------------------------------------===//
// The loops of one op
//===----------------------------------------------------------------------===//

/// Whether part i of the loop reads and makes part i of all that it walks.
bool ShardingPlan::mayDivide(IndexingOpInterface op, unsigned loop,
                             int64_t axis) {
  int64_t extent = op.getLoopExtents()[loop];
  if (extent % cores.extent(axis) != 0)
    return false;
  auto divides = [&](AffineMap map, Value value) {
    if (!usesLoop(map, loop))
      return true;
    std::optional<unsigned> dim = dimensionOf(map, loop);
    return dim && tensorType(value).getDimSize(*dim) == extent;
  };
  for (auto [i, operand] : llvm::enumerate(op->getOperands()))
    if (!divides(op.getOperandMap(i), operand))
      return false;
  return divides(op.getResultMap(0), op->getResult(0)) &&
         (op.getLoops()[loop] == LoopKind::parallel ||
          llvm::isa<ContractOp>(op));
}

/// A product whose columns may be split: they are a constant's.
static bool isColumnLoop(Operation *op, unsigned loop) {
  auto contract = dyn_cast<ContractOp>(op);
  return contract && isConstant(contract.getRhs()) &&
         !isConstant(contract.getLhs()) &&
         loop + 1 == unsigned(tensorType(contract.getResult()).getRank());
}

int64_t ShardingPlan::chooseLoop(IndexingOpInterface op, unsigned loop) {
  std::optional<int64_t> chosen;
  for (auto [i, operand] : llvm::enumerate(op->getOperands())) {
    std::optional<unsigned> dim = dimensionOf(op.getOperandMap(i), loop);
    if (!dim || isConstant(operand))
      continue;
    int64_t axis = splits.at(operand)[*dim];
    if (chosen && *chosen != axis)
      return whole;
    chosen = axis;
  }
  if (!chosen && isColumnLoop(op, loop) && cores.extent(tensorAxis) > 1 &&
      !refusedColumns.contains(op))
    chosen = tensorAxis;
  if (!chosen || *chosen == whole || !mayDivide(op, loop, *chosen))
    return whole;
  return *chosen;
}

Split ShardingPlan::chooseLoops(IndexingOpInterface op) {
  Split loops(op.getLoops().size(), whole);
  // Reductions first: rows of a constant that meet a split operand need no
  // gather, and an axis splits one loop only.
  for (bool reductions : {true, false})
    for (auto [loop, kind] : llvm::enumerate(op.getLoops())) {
      if ((kind != LoopKind::parallel) != reductions)
        continue;
      int64_t axis = chooseLoop(op, loop);
      if (axis != whole && !llvm::is_contained(loops, axis))
        loops[loop] = axis;
    }
  return loops;
}

Split ShardingPlan::needed(Operation *op, unsigned operand) const {
  auto indexing = dyn_cast<IndexingOpInterface>(op);
  const Split &loops = loopSplits.at(op);
  if (!indexing) // a reshape
    return loops;
  AffineMap map = indexing.getOperandMap(operand);
  Split split = wholeOf(op->getOperand(operand));
  for (auto [loop, axis] : llvm::enumerate(loops))
    if (std::optional<unsigned> dim = dimensionOf(map, loop))
      split[*dim] = axis;
  return split;
}

int64_t ShardingPlan::partialAxis(Operation *op) const {
  auto indexing = dyn_cast<IndexingOpInterface>(op);
  if (!indexing)
    return whole;
  for (auto [kind, axis] : llvm::zip(indexing.getLoops(), loopSplits.at(op)))
    if (kind != LoopKind::parallel && axis != whole)
      return axis;
  return whole;
}

//===----------------------------------------------------------------------===//
// From op to op
//===----------------------------------------------------------------------===//

/// What each group of dimensions with the same number of elements is in both
/// shapes: [first, end) of each, the smallest groups.
static SmallVector<std::array<unsigned, 4>>
groupDimensions(ArrayRef<int64_t> from, ArrayRef<int64_t> to) {
  SmallVector<std::array<unsigned, 4>> groups;
  unsigned i = 0, j = 0;
  while (i < from.size() || j < to.size()) {
    unsigned firstFrom = i, firstTo = j;
    int64_t left = i < from.size() ? from[i++] : 1,
            right = j < to.size() ? to[j++] : 1;
    while (left != right) {
      if (left < right && i < from.size())
        left *= from[i++];
      else if (right < left && j < to.size())
        right *= to[j++];
      else
        break;
    }
    groups.push_back({firstFrom, i, firstTo, j});
  }
  return groups;
}

/// A split stays where it is on the outermost dimension of a group that is not
/// of size 1: its parts are contiguous then, and are so under the new shape.
void ShardingPlan::visitReshape(ReshapeOp op) {
  ArrayRef<int64_t> from = tensorType(op.getInput()).getShape(),
                    to = tensorType(op.getResult()).getShape();
  Split source = isConstant(op.getInput()) ? wholeOf(op.getInput())
                                           : splits.at(op.getInput());
  Split kept = wholeOf(op.getInput()), result = wholeOf(op.getResult());
  auto outermost = [](ArrayRef<int64_t> shape, unsigned first, unsigned end) {
    while (first < end && shape[first] == 1)
      ++first;
    return first;
  };
  for (auto [firstFrom, endFrom, firstTo, endTo] : groupDimensions(from, to)) {
    unsigned outerFrom = outermost(from, firstFrom, endFrom),
             outerTo = outermost(to, firstTo, endTo);
    if (outerFrom == endFrom || outerTo == endTo ||
        source[outerFrom] == whole ||
        to[outerTo] % cores.extent(source[outerFrom]) != 0)
      continue;
    kept[outerFrom] = result[outerTo] = source[outerFrom];
  }
  loopSplits[op] = kept;
  splits[op.getResult()] = result;
}

/// Hands the operands' origins on, and notes those of what is gathered here.
void ShardingPlan::recordOrigins(Operation *op) {
  Value result = op->getResult(0);
  auto &own = origins[result];
  own.clear();
  for (auto [i, operand] : llvm::enumerate(op->getOperands())) {
    if (isConstant(operand))
      continue;
    // A copy: `origins` may grow while it is walked.
    auto from = origins[operand];
    bool isGathered = false;
    for (auto [has, needs] : llvm::zip(splits.at(operand), needed(op, i)))
      isGathered |= has == tensorAxis && needs != has;
    if (isGathered)
      toRefuse.insert(from.begin(), from.end());
    origins[result].insert(from.begin(), from.end());
  }
  auto &all = origins[result];
  if (!llvm::is_contained(splits.at(result), tensorAxis))
    return all.clear();
  if (auto contract = dyn_cast<ContractOp>(op))
    if (isColumnLoop(op, tensorType(result).getRank() - 1) &&
        splits.at(result).back() == tensorAxis)
      all.insert(contract);
}

void ShardingPlan::visit(Operation *op) {
  if (auto reshape = dyn_cast<ReshapeOp>(op)) {
    visitReshape(reshape);
  } else {
    auto indexing = cast<IndexingOpInterface>(op);
    const Split &loops = loopSplits[op] = chooseLoops(indexing);
    Split result = wholeOf(op->getResult(0));
    AffineMap map = indexing.getResultMap(0);
    for (auto [loop, axis] : llvm::enumerate(loops))
      if (std::optional<unsigned> dim = dimensionOf(map, loop))
        result[*dim] = axis;
    splits[op->getResult(0)] = result;
  }
  recordOrigins(op);
}

/// The batch: the first dimension of each input whose size is the first input's
/// and divides.
void ShardingPlan::splitInputs() {
  std::optional<int64_t> batch;
  for (BlockArgument argument : function.getArguments()) {
    RankedTensorType type = tensorType(argument);
    Split split = wholeOf(argument);
    if (type.getRank() > 0 && !batch)
      batch = type.getDimSize(0);
    if (cores.extent(dataAxis) > 1 && type.getRank() > 0 &&
        type.getDimSize(0) == batch && *batch % cores.extent(dataAxis) == 0 &&
        !function.getArgAttr(argument.getArgNumber(), stateAttribute))
      split[0] = dataAxis;
    splits[argument] = split;
  }
}

bool ShardingPlan::propagate() {
  toRefuse.clear();
  splitInputs();
  for (Operation &op : function.getBody().front().without_terminator())
    if (!llvm::isa<ConstantOp>(op))
      visit(&op);
  // A state's next value lies where the state lies.
  Operation *end = function.getBody().front().getTerminator();
  for (auto [i, value] : llvm::enumerate(end->getOperands()))
    for (unsigned a = 0; a < function.getNumArguments(); ++a)
      if (function.getArgAttr(a, stateAttribute) &&
          function.getArgAttr(a, stateAttribute) ==
              function.getResultAttr(i, nameAttribute) &&
          !isConstant(value) && !isWhole(splits.at(value)))
        toRefuse.insert(origins[value].begin(), origins[value].end());
  return toRefuse.empty();
}
