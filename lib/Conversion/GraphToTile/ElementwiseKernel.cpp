//===- ElementwiseKernel.cpp - Fusions without a root ---------------------===//
//
// A chain of elementwise ops over one broadcast shape: neighbouring dimensions
// that all values walk alike become one loop, one loop fills the partitions,
// and the chain is computed tile by tile.
//
//===----------------------------------------------------------------------===//
#include "ElementwiseEmitter.h"
#include "TilePlan.h"

using namespace glia;
using namespace mlir;

/// The shape that all values of the fusion broadcast to.
static std::optional<Sizes> domainShape(graph::FusionOp fusion) {
  SmallVector<int64_t> shape;
  auto join = [&](Value value) {
    auto joined = graph::broadcastShapes(
        shape, cast<RankedTensorType>(value.getType()).getShape());
    if (joined)
      shape = *joined;
    return joined.has_value();
  };
  for (Operation &op : fusion.getBlock()->without_terminator())
    if (!join(op.getResult(0)))
      return std::nullopt;
  for (Value value : fusion.getYield().getOperands())
    if (!join(value))
      return std::nullopt;
  return Sizes(shape.begin(), shape.end());
}

LogicalResult glia::lowerElementwise(KernelBuilder &kernel,
                                     graph::FusionOp fusion) {
  std::optional<Sizes> shape = domainShape(fusion);
  if (!shape)
    return fusion.emitOpError() << "expects all values of an elementwise "
                                   "fusion to broadcast to one shape";
  if (elementCount(*shape) == 0)
    return success();
  ElementwiseEmitter emitter(kernel, fusion, elementwiseOps(fusion), *shape,
                             llvm::to_vector(fusion.getYield().getOperands()));
  LogicalResult result = success();
  forEachTile(emitter.nest(), tileLimits(kernel, emitter.bytesPerElement()), 0,
              [&](const LoopNest &tile) {
                if (failed(result))
                  return;
                emitter.begin(tile);
                result = emitter.finish();
              });
  return result;
}
