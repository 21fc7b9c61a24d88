//===- Pooling.cpp - Windows over spatial dimensions ----------------------===//
//
// MaxPool and AveragePool become graph.window; the global ones are reductions.
//
//===----------------------------------------------------------------------===//
#include "Registry.h"
#include "Spatial.h"

namespace glia::onnx_import {

static llvm::Error importPool(NodeImporter &importer, graph::WindowKind kind) {
  const Value &input = importer.input(0);
  if (importer.wantsOutput(1))
    return importer.fail(
        ErrorCode::E2002,
        "returns the indices of maxima, which Glia does not support");
  if (!isFloat(input.type))
    return importer.fail(ErrorCode::E2001, "takes elements of type " +
                                               name(input.type) +
                                               ", expects floats");
  if (input.rank() < 3)
    return importer.fail(ErrorCode::E1009, "has an operand of rank " +
                                               llvm::Twine(input.rank()) +
                                               ", expects at least 3");
  if (input.rank() > 4)
    return importer.fail(ErrorCode::E2002,
                         "has " + llvm::Twine(input.rank() - 2) +
                             " spatial dimensions, expects 1 or 2");
  Shape kernel = *importer.integers("kernel_shape");
  if (kernel.size() != input.shape.size() - 2)
    return importer.failAttribute(ErrorCode::E1009, "kernel_shape",
                                  "has " + llvm::Twine(kernel.size()) +
                                      " entries, expects " +
                                      llvm::Twine(input.rank() - 2));
  llvm::Expected<Spatial> spatial = readSpatial(importer, input, kernel);
  if (!spatial)
    return spatial.takeError();
  size_t rank = kernel.size();
  for (size_t each = 0; each < 2 * rank; ++each)
    if (spatial->pads[each] >
        (kernel[each % rank] - 1) * spatial->dilations[each % rank])
      return importer.failAttribute(ErrorCode::E1009, "pads",
                                    "has the entry " +
                                        llvm::Twine(spatial->pads[each]) +
                                        ", expects less than the kernel");
  bool countPads = importer.integer("count_include_pad", 0) != 0;
  if (countPads && spatial->grewByCeiling)
    return importer.failAttribute(
        ErrorCode::E2002, "ceil_mode",
        "is not supported together with count_include_pad");
  Shape shape = {input.shape[0], input.shape[1]};
  shape.append(spatial->outputs);
  importer.setOutput(0, importer.create<graph::WindowOp>(
                            input.type, shape, importer.ssa(input), kind,
                            spatial->kernel, spatial->strides, spatial->pads,
                            spatial->dilations, countPads));
  return llvm::Error::success();
}

static llvm::Error importMaxPool(NodeImporter &importer) {
  return importPool(importer, graph::WindowKind::max);
}
static llvm::Error importAveragePool(NodeImporter &importer) {
  return importPool(importer, graph::WindowKind::average);
}

static llvm::Error importGlobalPool(NodeImporter &importer,
                                    graph::ReduceKind kind) {
  const Value &input = importer.input(0);
  if (input.rank() < 3 ||
      llvm::is_contained(llvm::ArrayRef(input.shape).drop_front(2), 0))
    return importer.fail(
        ErrorCode::E1009,
        "has an operand of shape " + formatShape(input.shape) +
            ", expects a rank of at least 3 and no empty spatial dimension");
  Shape axes, shape = input.shape;
  for (int64_t axis = 2; axis < input.rank(); ++axis) {
    axes.push_back(axis);
    shape[axis] = 1;
  }
  importer.setOutput(0, importer.create<graph::ReduceOp>(
                            input.type, shape, importer.ssa(input), kind, axes,
                            /*keepdims=*/true, 2048));
  return llvm::Error::success();
}

static llvm::Error importGlobalMaxPool(NodeImporter &importer) {
  return importGlobalPool(importer, graph::ReduceKind::max);
}
static llvm::Error importGlobalAveragePool(NodeImporter &importer) {
  return importGlobalPool(importer, graph::ReduceKind::mean);
}

llvm::ArrayRef<OperatorRow> poolingOperators() {
  static constexpr OperatorRow rows[] = {
      {"AveragePool", 1, importAveragePool},
      {"GlobalAveragePool", 1, importGlobalAveragePool},
      {"GlobalMaxPool", 1, importGlobalMaxPool},
      {"MaxPool", 1, importMaxPool},
  };
  return rows;
}

} // namespace glia::onnx_import
