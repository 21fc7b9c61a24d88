//===- FusionBuilder.cpp - Wrap ops into a fusion -------------------------===//
//
// See FusionBuilder.h.
//
//===----------------------------------------------------------------------===//
#include "dialects/Graph/FusionBuilder.h"
#include "dialects/Graph/NodeLocation.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;

namespace glia::graph {

bool isComputing(Operation *op) {
  return rootKind(op) || llvm::isa<ElementwiseOpInterface>(op);
}

/// The group's nodes, the root's first.
static Location fusedLocation(ArrayRef<Operation *> ops) {
  SmallVector<Location> locations;
  for (Operation *op : ops)
    if (rootKind(op))
      locations.push_back(op->getLoc());
  for (Operation *op : ops)
    locations.push_back(op->getLoc());
  return fuseNodeLocations(ops.front()->getContext(), locations);
}

FusionOp wrapIntoFusion(OpBuilder &builder, ArrayRef<Operation *> ops) {
  llvm::SmallPtrSet<Operation *, 8> inside(ops.begin(), ops.end());
  llvm::SetVector<Value> inputs;
  SmallVector<Value> outputs;
  FusionKind kind = FusionKind::elementwise;
  for (Operation *op : ops) {
    for (Value operand : op->getOperands())
      if (!inside.contains(operand.getDefiningOp()))
        inputs.insert(operand);
    if (llvm::any_of(op->getUsers(),
                     [&](Operation *user) { return !inside.contains(user); }))
      outputs.push_back(op->getResult(0));
    if (std::optional<FusionKind> root = rootKind(op))
      kind = *root;
  }
  auto fusion = FusionOp::create(builder, fusedLocation(ops),
                                 ValueRange(outputs).getTypes(),
                                 inputs.getArrayRef(), kind);
  Block *block = &fusion.getBody().emplaceBlock();
  for (Value input : inputs) {
    BlockArgument argument =
        block->addArgument(input.getType(), input.getLoc());
    input.replaceUsesWithIf(argument, [&](OpOperand &use) {
      return inside.contains(use.getOwner());
    });
  }
  for (Operation *op : ops)
    op->moveBefore(block, block->end());
  for (auto [output, result] : llvm::zip(outputs, fusion.getOutputs()))
    output.replaceUsesWithIf(result, [&](OpOperand &use) {
      return !inside.contains(use.getOwner());
    });
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToEnd(block);
  YieldOp::create(builder, fusion.getLoc(), outputs);
  return fusion;
}

} // namespace glia::graph
