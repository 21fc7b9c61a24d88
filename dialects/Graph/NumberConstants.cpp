//===- NumberConstants.cpp - Constants without content --------------------===//
//
// See NumberConstants.h.
//
//===----------------------------------------------------------------------===//
#include "dialects/Graph/NumberConstants.h"
#include "dialects/Graph/GraphOps.h"

using namespace mlir;

glia::ConstantStore glia::graph::numberConstants(ModuleOp module) {
  ConstantStore store;
  module.walk([&](ConstantOp op) {
    RankedTensorType type = op.getResult().getType();
    while (int64_t(store.size()) <= int64_t(op.getId()))
      store.add(Constant{"",
                         *toElementType(type.getElementType()),
                         Shape(type.getShape()),
                         MemorySpan{},
                         {}});
  });
  return store;
}
