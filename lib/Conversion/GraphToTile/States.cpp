//===- States.cpp - Where a state's next value may be made ----------------===//
//
// Kernels are made in the order of the block, and hazards in one buffer are
// kept by every later phase: what stands before may read in peace.
//
//===----------------------------------------------------------------------===//
#include "States.h"
#include "KernelBuilder.h"
#include "dialects/Graph/GraphOps.h"

using namespace glia;
using namespace mlir;

/// Whether the fusion reads `state` only as the data whose slices it replaces.
static bool scattersOnto(graph::FusionOp fusion, Value state) {
  auto scatter = llvm::dyn_cast_or_null<graph::ScatterOp>(fusion.getRoot());
  return scatter && aliasedValue(scatter.getData()) == state &&
         llvm::count_if(fusion.getInputs(), [&](Value input) {
           return aliasedValue(input) == state;
         }) == 1;
}

bool glia::mayUpdateInPlace(BlockArgument state, Value next) {
  auto producer = next.getDefiningOp<graph::FusionOp>();
  if (!producer)
    return false;
  SmallVector<Value> same{state}; // the state and its reshapes
  while (!same.empty())
    for (Operation *user : same.pop_back_val().getUsers()) {
      if (auto reshape = llvm::dyn_cast<graph::ReshapeOp>(user)) {
        same.push_back(reshape.getResult());
        continue;
      }
      bool comesBefore =
          llvm::isa<graph::FusionOp>(user) && user->isBeforeInBlock(producer);
      bool replaces = user == producer && scattersOnto(producer, state);
      if (!comesBefore && !replaces)
        return false;
    }
  return true;
}
