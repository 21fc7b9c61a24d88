//===- ShardingPlan.cpp - How each value is split -------------------------===//
//
// See Sharding.h. One sweep in program order decides all values from the
// inputs on. If a value has to be gathered that is split only because some
// product's columns are, these products are left whole and the sweep starts
// again: a gather of an activation costs more than the columns save. So it does
// where a reshape needs larger units of columns.
//
//===----------------------------------------------------------------------===//
#include "dialects/Graph/ShapeRules.h"
#include "dialects/Graph/Sharding.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>

using namespace mlir;
using namespace glia;
using namespace glia::graph;

static bool isConstant(Value value) {
  return llvm::isa_and_present<ConstantOp>(value.getDefiningOp());
}

static Split wholeOf(Value value) { return Split(tensorType(value).getRank()); }

static bool isSplitAlong(const Split &split, int64_t axis) {
  return llvm::any_of(split, [&](Part part) { return part.axis == axis; });
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

ShardingPlan::ShardingPlan(func::FuncOp function, const Grid &grid,
                           bool sequenceParallel)
    : function(function), cores(grid), sequenceParallel(sequenceParallel) {
  while (!propagate())
    if (!areUnitsWider)
      refusedColumns.insert(toRefuse.begin(), toRefuse.end());
}

bool ShardingPlan::isUneven(Value value) const {
  for (auto [part, extent] :
       llvm::zip(splits.at(value), tensorType(value).getShape()))
    if (isUneven(part, extent))
      return true;
  return false;
}

SmallVector<ContractOp> ShardingPlan::uneven() const {
  SmallVector<ContractOp> products;
  func::FuncOp walked = function; // its accessors are not const
  for (auto product : walked.getBody().front().getOps<ContractOp>()) {
    Value result = product.getResult();
    if (isUneven(splits.at(result).back(),
                 tensorType(result).getShape().back()) &&
        isConstant(product.getRhs()))
      products.push_back(product);
  }
  return products;
}

//===----------------------------------------------------------------------===//
// The loops of one op
//===----------------------------------------------------------------------===//

/// Whether elements of the loop that are padding give padding and nothing else.
/// Padding is zeros at first and has to stay finite, whatever becomes of other
/// elements: 0 * inf in the product that ends it is no zero. It must not be an
/// index either.
static bool keepsPadding(IndexingOpInterface op, unsigned loop) {
  if (op.getLoops()[loop] != LoopKind::parallel)
    return llvm::isa<ContractOp>(op.getOperation()) &&
           llvm::any_of(op->getOperands(), isConstant);
  if (llvm::isa<DivOp, GatherOp, ScatterOp>(op.getOperation()))
    return !usesLoop(op.getOperandMap(1), loop);
  if (auto norm = dyn_cast<LayerNormOp>(op.getOperation()))
    return norm.getEpsilon().convertToFloat() > 0;
  return !llvm::isa<PowerOp, ReciprocalOp, SqrtOp, LogOp, ExpOp>(
      op.getOperation());
}

/// Whether part i of the loop reads and makes part i of all that it walks.
bool ShardingPlan::mayDivide(IndexingOpInterface op, unsigned loop,
                             Part part) const {
  int64_t extent = op.getLoopExtents()[loop];
  if (isUneven(part, extent) && !keepsPadding(op, loop))
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

Part ShardingPlan::chooseColumns(ContractOp op, unsigned loop) const {
  int64_t columns = IndexingOpInterface(op).getLoopExtents()[loop],
          together = unit(op);
  if (cores.extent(tensorAxis) == 1 || refusedColumns.contains(op) ||
      columns % together != 0)
    return {};
  int64_t size =
      together * llvm::divideCeil(columns / together, cores.extent(tensorAxis));
  if (size >= columns) // all on one core
    return {};
  return {tensorAxis, size};
}

Part ShardingPlan::chooseLoop(IndexingOpInterface op, unsigned loop) {
  std::optional<Part> chosen;
  for (auto [i, operand] : llvm::enumerate(op->getOperands())) {
    std::optional<unsigned> dim = dimensionOf(op.getOperandMap(i), loop);
    if (!dim || isConstant(operand))
      continue;
    Part part = splits.at(operand)[*dim];
    if (chosen && *chosen != part)
      return {};
    chosen = part;
  }
  if (!chosen && isColumnLoop(op, loop))
    chosen = chooseColumns(cast<ContractOp>(op.getOperation()), loop);
  if (!chosen || chosen->axis == whole || !mayDivide(op, loop, *chosen))
    return {};
  return *chosen;
}

Split ShardingPlan::chooseLoops(IndexingOpInterface op) {
  Split loops(op.getLoops().size());
  // An axis splits one loop only. Reductions come first: rows of a constant
  // that meet a split operand need no gather. Then columns: rows of tokens are
  // gathered for them.
  auto order = [&](unsigned loop) {
    return op.getLoops()[loop] != LoopKind::parallel ? 0
           : isColumnLoop(op, loop)                  ? 1
                                                     : 2;
  };
  for (int turn : {0, 1, 2})
    for (unsigned loop = 0; loop < loops.size(); ++loop) {
      if (order(loop) != turn)
        continue;
      Part part = chooseLoop(op, loop);
      if (part.axis != whole && !isSplitAlong(loops, part.axis))
        loops[loop] = part;
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
  for (auto [loop, part] : llvm::enumerate(loops))
    if (std::optional<unsigned> dim = dimensionOf(map, loop))
      split[*dim] = part;
  return split;
}

int64_t ShardingPlan::partialAxis(Operation *op) const {
  auto indexing = dyn_cast<IndexingOpInterface>(op);
  if (!indexing)
    return whole;
  for (auto [kind, part] : llvm::zip(indexing.getLoops(), loopSplits.at(op)))
    if (kind != LoopKind::parallel && part.axis != whole)
      return part.axis;
  return whole;
}

std::optional<unsigned> ShardingPlan::scatteredDim(Operation *op) const {
  if (!sequenceParallel || partialAxis(op) != tensorAxis)
    return std::nullopt;
  RankedTensorType type = tensorType(op->getResult(0));
  unsigned rows = type.getRank() - 2; // where isTokens has the inputs' parts
  if (loopSplits.at(op)[rows].axis == whole &&
      type.getDimSize(rows) % cores.extent(tensorAxis) == 0)
    return rows;
  return std::nullopt;
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

/// Says of the products that a dimension's parts come from that parts have to
/// be a multiple of so many elements of it. One element is as many columns as
/// there are more of them than elements.
void ShardingPlan::widenUnits(Value value, unsigned dim, int64_t multiple) {
  int64_t extent = tensorType(value).getDimSize(dim);
  for (Operation *product : origins[value]) {
    int64_t columns = tensorType(product->getResult(0)).getShape().back();
    int64_t needed = multiple * columns / std::gcd(multiple * columns, extent);
    int64_t wider = std::lcm(needed, unit(product));
    areUnitsWider |= wider != unit(product);
    units[product] = wider;
  }
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
  auto inside = [](ArrayRef<int64_t> shape, unsigned dim, unsigned end) {
    int64_t count = 1; // elements in one of the dimension
    for (unsigned d = dim + 1; d < end; ++d)
      count *= shape[d];
    return count;
  };
  for (auto [firstFrom, endFrom, firstTo, endTo] : groupDimensions(from, to)) {
    unsigned outerFrom = outermost(from, firstFrom, endFrom),
             outerTo = outermost(to, firstTo, endTo);
    if (outerFrom == endFrom || outerTo == endTo ||
        source[outerFrom].axis == whole)
      continue;
    Part part = source[outerFrom];
    int64_t insideFrom = inside(from, outerFrom, endFrom),
            insideTo = inside(to, outerTo, endTo);
    if (part.size * insideFrom % insideTo != 0) {
      if (part.axis == tensorAxis)
        widenUnits(op.getInput(), outerFrom,
                   insideTo / std::gcd(insideFrom, insideTo));
      continue;
    }
    kept[outerFrom] = part;
    result[outerTo] = {part.axis, part.size * insideFrom / insideTo};
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
      isGathered |= has.axis == tensorAxis && needs != has;
    if (isGathered)
      toRefuse.insert(from.begin(), from.end());
    origins[result].insert(from.begin(), from.end());
  }
  auto &all = origins[result];
  // A sum over what was split ends a split by columns.
  if (!isSplitAlong(splits.at(result), tensorAxis) || scatteredDim(op))
    return all.clear();
  if (auto contract = dyn_cast<ContractOp>(op))
    if (isColumnLoop(op, tensorType(result).getRank() - 1) &&
        splits.at(result).back().axis == tensorAxis)
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
    for (auto [loop, part] : llvm::enumerate(loops))
      if (std::optional<unsigned> dim = dimensionOf(map, loop))
        result[*dim] = part;
    if (std::optional<unsigned> dim = scatteredDim(op))
      result[*dim] = {tensorAxis,
                      tensorType(op->getResult(0)).getDimSize(*dim) /
                          cores.extent(tensorAxis)};
    splits[op->getResult(0)] = result;
  }
  recordOrigins(op);
}

/// Whether an input of shape [batch, tokens] chooses rows of a table.
static bool isTokens(BlockArgument argument) {
  return tensorType(argument).getRank() == 2 &&
         llvm::any_of(argument.getUsers(), [&](Operation *user) {
           auto gather = dyn_cast<GatherOp>(user);
           return gather && gather.getIndices() == argument &&
                  isConstant(gather.getData());
         });
}

/// The batch: the first dimension of each input whose size is the first input's
/// and divides. With sequence parallelism the tokens, too.
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
      split[0] = {dataAxis, *batch / cores.extent(dataAxis)};
    if (sequenceParallel && isTokens(argument) &&
        type.getDimSize(1) % cores.extent(tensorAxis) == 0)
      split[1] = {tensorAxis, type.getDimSize(1) / cores.extent(tensorAxis)};
    splits[argument] = split;
  }
}

bool ShardingPlan::propagate() {
  toRefuse.clear();
  areUnitsWider = false;
  splitInputs();
  for (Operation &op : function.getBody().front().without_terminator())
    if (!llvm::isa<ConstantOp>(op))
      visit(&op);
  // A state's next value lies where the state lies; what the caller sees has no
  // padding.
  Operation *end = function.getBody().front().getTerminator();
  for (auto [i, value] : llvm::enumerate(end->getOperands())) {
    if (isConstant(value))
      continue;
    bool isState = false;
    for (unsigned a = 0; a < function.getNumArguments(); ++a)
      isState |= function.getArgAttr(a, stateAttribute) &&
                 function.getArgAttr(a, stateAttribute) ==
                     function.getResultAttr(i, nameAttribute);
    if (isState || isUneven(value))
      toRefuse.insert(origins[value].begin(), origins[value].end());
  }
  return toRefuse.empty() && !areUnitsWider;
}
