//===- Collective.cpp - all_reduce, all_gather, reduce_scatter ------------===//
//
// Rules of the ops in Collective.td.
//
//===----------------------------------------------------------------------===//
#include "dialects/Graph/ShapeRules.h"

using namespace mlir;

namespace glia::graph {

/// Reports a negative grid axis under the op's rule c1.
static LogicalResult checkAxis(std::optional<Location> location, StringRef op,
                               int64_t axis) {
  if (axis >= 0)
    return success();
  return emitOptionalError(location, op,
                           "_c1: expects an axis of the grid, got ", axis);
}

/// The operand's type if `dim` and `parts` keep the op's rules c2 and c3.
static RankedTensorType checkParts(std::optional<Location> location,
                                   StringRef op, Type input, int64_t dim,
                                   int64_t parts) {
  auto type = dyn_cast<RankedTensorType>(input);
  if (!type)
    return {};
  if (dim < 0 || dim >= type.getRank()) {
    (void)emitOptionalError(location, op, "_c2: expects a dimension below ",
                            type.getRank(), ", got ", dim);
    return {};
  }
  if (parts < 2) {
    (void)emitOptionalError(location, op,
                            "_c3: expects at least 2 parts, got ", parts);
    return {};
  }
  return type;
}

static RankedTensorType withExtent(RankedTensorType type, int64_t dim,
                                   int64_t extent) {
  SmallVector<int64_t> shape(type.getShape());
  shape[dim] = extent;
  return type.clone(shape);
}

LogicalResult AllReduceOp::inferReturnTypes(MLIRContext *,
                                            std::optional<Location> location,
                                            Adaptor adaptor,
                                            SmallVectorImpl<Type> &types) {
  types.push_back(adaptor.getInput().getType());
  return checkAxis(location, "all_reduce", adaptor.getAxis());
}

LogicalResult AllGatherOp::inferReturnTypes(MLIRContext *,
                                            std::optional<Location> location,
                                            Adaptor adaptor,
                                            SmallVectorImpl<Type> &types) {
  int64_t dim = adaptor.getDim(), parts = adaptor.getParts();
  RankedTensorType type = checkParts(
      location, "all_gather", adaptor.getInput().getType(), dim, parts);
  if (!type)
    return failure();
  types.push_back(withExtent(type, dim, type.getDimSize(dim) * parts));
  return checkAxis(location, "all_gather", adaptor.getAxis());
}

LogicalResult
ReduceScatterOp::inferReturnTypes(MLIRContext *,
                                  std::optional<Location> location,
                                  Adaptor adaptor,
                                  SmallVectorImpl<Type> &types) {
  int64_t dim = adaptor.getDim(), parts = adaptor.getParts();
  RankedTensorType type = checkParts(
      location, "reduce_scatter", adaptor.getInput().getType(), dim, parts);
  if (!type)
    return failure();
  if (type.getDimSize(dim) % parts)
    return emitOptionalError(location, "reduce_scatter_c3: expects ", parts,
                             " parts to divide ", type.getDimSize(dim));
  types.push_back(withExtent(type, dim, type.getDimSize(dim) / parts));
  return checkAxis(location, "reduce_scatter", adaptor.getAxis());
}

} // namespace glia::graph
