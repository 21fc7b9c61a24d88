//===- Window.cpp - window (pooling) --------------------------------------===//
//
// Rules, type inference and loops. Labels in messages are those of the op's
// description in Reduction.td.
//
//===----------------------------------------------------------------------===//
#include "dialects/Graph/ShapeRules.h"

using namespace mlir;

namespace glia::graph {

LogicalResult WindowOp::inferReturnTypes(MLIRContext *context,
                                         std::optional<Location> location,
                                         Adaptor adaptor,
                                         SmallVectorImpl<Type> &types) {
  auto input = dyn_cast<RankedTensorType>(adaptor.getInput().getType());
  if (!input)
    return failure();
  if (input.getRank() < 3 || input.getRank() > 4)
    return emitOptionalError(
        location, "window_c1: expects an operand of rank 3 or 4, got ",
        input.getRank());
  unsigned spatial = input.getRank() - 2;
  for (ArrayRef<int64_t> values :
       {adaptor.getKernel(), adaptor.getStrides(), adaptor.getDilations()})
    if (values.size() != spatial ||
        llvm::any_of(values, [](int64_t value) { return value < 1; }))
      return emitOptionalError(
          location, "window_c2: expects ", spatial,
          " kernel sizes, strides and dilations of at least 1");
  ArrayRef<int64_t> pads = adaptor.getPads();
  if (pads.size() != 2 * spatial)
    return emitOptionalError(location, "window_c3: expects ", 2 * spatial,
                             " pads, got ", pads.size());
  SmallVector<int64_t> shape(input.getShape().take_front(2));
  for (unsigned d = 0; d < spatial; ++d) {
    int64_t kernel =
        (adaptor.getKernel()[d] - 1) * adaptor.getDilations()[d] + 1;
    for (int64_t pad : {pads[d], pads[spatial + d]})
      if (pad < 0 || pad >= kernel)
        return emitOptionalError(location, "window_c3: expects pads from 0 to ",
                                 kernel - 1, " in spatial dimension ", d,
                                 ", got ", pad);
    int64_t padded = input.getDimSize(2 + d) + pads[d] + pads[spatial + d];
    if (padded < kernel)
      return emitOptionalError(location,
                               "window_c4: expects a padded input that holds "
                               "the dilated kernel, got ",
                               padded, " and ", kernel,
                               " in spatial dimension ", d);
    shape.push_back((padded - kernel) / adaptor.getStrides()[d] + 1);
  }
  types.push_back(RankedTensorType::get(shape, input.getElementType()));
  return success();
}

// Loops: the result's dimensions, then the kernel's.
PrecisionClass WindowOp::getPrecisionClass() { return PrecisionClass::full; }

SmallVector<LoopKind> WindowOp::getLoops() {
  SmallVector<LoopKind> loops(getResult().getType().getRank(),
                              LoopKind::parallel);
  loops.append(getKernel().size(), LoopKind::window);
  return loops;
}

SmallVector<int64_t> WindowOp::getLoopExtents() {
  SmallVector<int64_t> extents(getResult().getType().getShape());
  llvm::append_range(extents, getKernel());
  return extents;
}

AffineMap WindowOp::getOperandMap(unsigned) {
  unsigned spatial = getKernel().size(), loops = 2 + 2 * spatial;
  auto dim = [&](unsigned i) { return getAffineDimExpr(i, getContext()); };
  SmallVector<AffineExpr> indices{dim(0), dim(1)};
  for (unsigned d = 0; d < spatial; ++d)
    indices.push_back(dim(2 + d) * getStrides()[d] +
                      dim(2 + spatial + d) * getDilations()[d] - getPads()[d]);
  return AffineMap::get(loops, 0, indices, getContext());
}

AffineMap WindowOp::getResultMap(unsigned) {
  unsigned spatial = getKernel().size();
  return AffineMap::getMultiDimIdentityMap(2 + 2 * spatial, getContext())
      .getMajorSubMap(2 + spatial);
}

} // namespace glia::graph
