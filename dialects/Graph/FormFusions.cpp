//===- FormFusions.cpp - Group ops into kernels ---------------------------===//
//
// A kernel that also does the elementwise work after its root saves a round
// trip of the activation through HBM. Values do not change: the ops, and so
// the roundings, stay what they are.
//
// Groups are numbered by their first op. An op may join a group only if its
// other operands come from groups with smaller numbers; so each dependency
// goes from a smaller number to a larger one, and there is no circle. What is
// computed from constants alone (the scale of a normalisation, say) is numbered
// before all else, wherever it stands: nothing has to wait for it.
//
//===----------------------------------------------------------------------===//
#include "dialects/Graph/FusionBuilder.h"
#include "dialects/Graph/Passes.h"
#include "dialects/Graph/ShapeRules.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/MapVector.h"

#define DEBUG_TYPE "graph-form-fusions"

namespace glia::graph {
#define GEN_PASS_DEF_FORMFUSIONSPASS
#include "dialects/Graph/Passes.h.inc"
} // namespace glia::graph

using namespace mlir;
using namespace glia::graph;

namespace {

struct Group {
  SmallVector<Operation *> ops; // in block order
  SmallVector<int64_t> shape;   // of every value in it
  bool hasRoot = false;
  bool isOpen = true; // takes elementwise ops
};

/// Decides the groups of one block, then builds them.
class Grouping {
public:
  Grouping(Block &block, unsigned maxOps) : block(block), maxOps(maxOps) {}
  void decide();
  /// Returns {groups, ops that joined another one's group}.
  std::pair<unsigned, unsigned> build();

private:
  static constexpr int none = -1;

  int groupOf(Value value) const;
  bool canJoin(Operation *op, int target) const;
  bool canDrawIn(int producer, Operation *user, int target) const;
  int chooseTarget(Operation *op) const;
  void startGroup(Operation *op);
  void join(Operation *op, int target);
  void placeReshape(Value value, Operation *before,
                    llvm::SmallPtrSetImpl<Operation *> &placed);

  Block &block;
  unsigned maxOps;
  std::vector<Group> groups;
  llvm::DenseMap<Operation *, int> groupOfOp;
};

} // namespace

/// The group that computes `value`, seen through reshapes; `none` for what no
/// group computes.
int Grouping::groupOf(Value value) const {
  Operation *op = value.getDefiningOp();
  while (auto reshape = dyn_cast_if_present<ReshapeOp>(op))
    op = reshape.getInput().getDefiningOp();
  auto found = groupOfOp.find(op);
  return found == groupOfOp.end() ? none : found->second;
}

/// Whether the producer's whole group can move into `target` for `user`: it is
/// elementwise and of the same shape, all it makes is used by itself and
/// `user`, and what it reads is computed before `target`.
bool Grouping::canDrawIn(int producer, Operation *user, int target) const {
  const Group &group = groups[producer];
  if (group.hasRoot || group.shape != groups[target].shape ||
      group.ops.size() + groups[target].ops.size() >= maxOps)
    return false;
  for (Operation *op : group.ops) {
    for (Operation *other : op->getUsers())
      if (other != user && !llvm::is_contained(group.ops, other))
        return false;
    for (Value operand : op->getOperands())
      if (int from = groupOf(operand); from != producer && from >= target)
        return false;
  }
  return true;
}

bool Grouping::canJoin(Operation *op, int target) const {
  const Group &group = groups[target];
  if (!group.isOpen || group.ops.size() >= maxOps ||
      ArrayRef<int64_t>(group.shape) != tensorType(op->getResult(0)).getShape())
    return false;
  for (Value operand : op->getOperands()) {
    int from = groupOf(operand);
    bool throughReshape =
        llvm::isa_and_present<ReshapeOp>(operand.getDefiningOp());
    if (from == target
            ? throughReshape
            : from > target && (throughReshape || !canDrawIn(from, op, target)))
      return false;
  }
  return true;
}

/// A group with a root is preferred (its kernel runs anyway), then the latest.
int Grouping::chooseTarget(Operation *op) const {
  int best = none;
  for (Value operand : op->getOperands()) {
    int candidate = groupOf(operand);
    if (candidate == none || llvm::isa<ReshapeOp>(operand.getDefiningOp()) ||
        !canJoin(op, candidate))
      continue;
    auto rank = [&](int group) {
      return std::make_pair(groups[group].hasRoot, group);
    };
    if (best == none || rank(candidate) > rank(best))
      best = candidate;
  }
  return best;
}

void Grouping::startGroup(Operation *op) {
  std::optional<FusionKind> kind = rootKind(op);
  Group group;
  group.ops.push_back(op);
  group.shape = SmallVector<int64_t>(tensorType(op->getResult(0)).getShape());
  group.hasRoot = kind.has_value();
  group.isOpen = kind != FusionKind::move && kind != FusionKind::scatter &&
                 kind != FusionKind::collective;
  groupOfOp[op] = groups.size();
  groups.push_back(std::move(group));
}

void Grouping::join(Operation *op, int target) {
  Group &group = groups[target];
  for (Value operand : op->getOperands()) {
    int from = groupOf(operand);
    if (from == none || from == target ||
        llvm::isa<ReshapeOp>(operand.getDefiningOp()) ||
        !canDrawIn(from, op, target))
      continue;
    for (Operation *moved : groups[from].ops)
      groupOfOp[moved] = target;
    llvm::append_range(group.ops, groups[from].ops);
    groups[from].ops.clear();
  }
  group.ops.push_back(op);
  groupOfOp[op] = target;
}

void Grouping::decide() {
  llvm::SmallPtrSet<Operation *, 16> fromConstants;
  for (Operation &op : block)
    if (llvm::all_of(op.getOperands(), [&](Value operand) {
          return fromConstants.contains(operand.getDefiningOp());
        }))
      fromConstants.insert(&op);
  for (bool early : {true, false})
    for (Operation &op : block) {
      if (!isComputing(&op) || fromConstants.contains(&op) != early)
        continue;
      int target = rootKind(&op) ? none : chooseTarget(&op);
      if (target == none)
        startGroup(&op);
      else
        join(&op, target);
    }
}

/// Moves the reshapes that `value` comes through before `before`.
void Grouping::placeReshape(Value value, Operation *before,
                            llvm::SmallPtrSetImpl<Operation *> &placed) {
  SmallVector<Operation *> chain;
  Operation *op = value.getDefiningOp();
  while (llvm::isa_and_present<ReshapeOp>(op) && placed.insert(op).second) {
    chain.push_back(op);
    op = op->getOperand(0).getDefiningOp();
  }
  for (Operation *reshape : llvm::reverse(chain))
    reshape->moveBefore(before);
}

// Constants first, then the groups by number, each behind the reshapes that it
// reads, then the reshapes that only the terminator reads.
std::pair<unsigned, unsigned> Grouping::build() {
  SmallVector<Operation *> constants, reshapes;
  llvm::DenseMap<Operation *, unsigned> position;
  for (auto [i, op] : llvm::enumerate(block)) {
    position[&op] = i;
    if (llvm::isa<ConstantOp>(op))
      constants.push_back(&op);
    else if (llvm::isa<ReshapeOp>(op))
      reshapes.push_back(&op);
  }
  Operation *end = block.getTerminator();
  for (Operation *constant : constants)
    constant->moveBefore(end);
  llvm::SmallPtrSet<Operation *, 16> placed;
  OpBuilder builder(end);
  unsigned count = 0, joined = 0;
  for (Group &group : groups) {
    if (group.ops.empty())
      continue;
    llvm::sort(group.ops, [&](Operation *left, Operation *right) {
      return position[left] < position[right];
    });
    for (Operation *op : group.ops)
      for (Value operand : op->getOperands())
        placeReshape(operand, end, placed);
    wrapIntoFusion(builder, group.ops);
    ++count;
    joined += group.ops.size() - 1;
  }
  for (Operation *reshape : reshapes)
    placeReshape(reshape->getResult(0), end, placed);
  return {count, joined};
}

namespace {
struct FormFusionsPass
    : public glia::graph::impl::FormFusionsPassBase<FormFusionsPass> {
  void runOnOperation() override {
    for (auto function : getOperation().getOps<func::FuncOp>())
      for (Block &block : function.getBody()) {
        Grouping grouping(block, std::max(1u, maxOps.getValue()));
        grouping.decide();
        auto [fusions, joined] = grouping.build();
        numFusions += fusions;
        numOpsFused += joined;
      }
  }
};
} // namespace

std::unique_ptr<Pass> glia::graph::createGraphFormFusionsPass() {
  return std::make_unique<::FormFusionsPass>();
}
