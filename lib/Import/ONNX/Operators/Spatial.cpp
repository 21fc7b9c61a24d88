//===- Spatial.cpp - Kernels, strides and pads ----------------------------===//
//
// auto_pad and ceil_mode end here as explicit pads.
//
//===----------------------------------------------------------------------===//
#include "Spatial.h"

namespace glia::onnx_import {

// Far above what any model has; keeps all sums within 64 bits.
static constexpr int64_t largest = int64_t(1) << 31;

static llvm::Expected<Shape> readList(const NodeImporter &importer,
                                      llvm::StringRef name, size_t count,
                                      int64_t otherwise, int64_t least) {
  std::optional<Shape> given = importer.integers(name);
  if (!given)
    return Shape(count, otherwise);
  if (given->size() != count)
    return importer.failAttribute(ErrorCode::E1004, name,
                                  "has " + llvm::Twine(given->size()) +
                                      " entries, expects " +
                                      llvm::Twine(count));
  for (int64_t each : *given)
    if (each < least || each > largest)
      return importer.failAttribute(ErrorCode::E1004, name,
                                    "has the entry " + llvm::Twine(each) +
                                        ", expects " + llvm::Twine(least) +
                                        " to " + llvm::Twine(largest));
  return *given;
}

/// SAME_UPPER and SAME_LOWER: ceil(extent / stride) results, the odd element of
/// padding at the end or at the beginning.
static void padSame(Spatial &spatial, size_t axis, int64_t extent,
                    int64_t reach, bool upper) {
  size_t rank = spatial.kernel.size();
  int64_t count = (extent + spatial.strides[axis] - 1) / spatial.strides[axis];
  int64_t total = std::max<int64_t>(0, (count - 1) * spatial.strides[axis] +
                                           reach - extent);
  spatial.pads[axis] = upper ? total / 2 : total - total / 2;
  spatial.pads[rank + axis] = total - spatial.pads[axis];
}

/// ceil_mode: one more result where the last window still begins inside the
/// input or the padding before it.
static void padCeiling(Spatial &spatial, size_t axis, int64_t extent,
                       int64_t reach) {
  size_t rank = spatial.kernel.size();
  int64_t stride = spatial.strides[axis], begin = spatial.pads[axis];
  int64_t rest = extent + begin + spatial.pads[rank + axis] - reach;
  if (rest < 0 || rest % stride == 0)
    return;
  int64_t count = rest / stride + 2;
  if ((count - 1) * stride >= extent + begin)
    return;
  spatial.pads[rank + axis] += (count - 1) * stride - rest;
  spatial.grewByCeiling = true;
}

llvm::Error checkConvolutionRanks(const NodeImporter &importer,
                                  const Value &input, const Value &weight) {
  if (input.rank() < 3 || input.rank() != weight.rank())
    return importer.fail(
        ErrorCode::E1009,
        "input and weights have rank " + llvm::Twine(input.rank()) + " and " +
            llvm::Twine(weight.rank()) + ", expects the same from 3 on");
  if (input.rank() > 4)
    return importer.fail(ErrorCode::E2002,
                         "has " + llvm::Twine(input.rank() - 2) +
                             " spatial dimensions, expects 1 or 2");
  return llvm::Error::success();
}

llvm::Expected<Spatial> readSpatial(const NodeImporter &importer,
                                    const Value &input, Shape kernel) {
  size_t rank = input.shape.size() - 2;
  Spatial spatial;
  spatial.kernel = std::move(kernel);
  llvm::StringRef autoPad = importer.string("auto_pad", "NOTSET");
  llvm::Expected<Shape> strides = readList(importer, "strides", rank, 1, 1),
                        dilations = readList(importer, "dilations", rank, 1, 1),
                        pads = readList(importer, "pads", 2 * rank, 0, 0);
  if (!strides || !dilations || !pads)
    return llvm::joinErrors(
        llvm::joinErrors(strides.takeError(), dilations.takeError()),
        pads.takeError());
  spatial.strides = *strides;
  spatial.dilations = *dilations;
  spatial.pads = *pads;
  if (autoPad != "NOTSET" && autoPad != "VALID" && autoPad != "SAME_UPPER" &&
      autoPad != "SAME_LOWER")
    return importer.failAttribute(
        ErrorCode::E1004, "auto_pad",
        "is `" + escapeForMessage(autoPad) +
            "`, expects NOTSET, VALID, SAME_UPPER or SAME_LOWER");
  if (autoPad != "NOTSET" && importer.integers("pads"))
    return importer.failAttribute(ErrorCode::E1004, "pads",
                                  "stands beside auto_pad `" + autoPad +
                                      "`, expects one of the two");
  for (size_t axis = 0; axis < rank; ++axis) {
    int64_t extent = input.shape[axis + 2], width = spatial.kernel[axis];
    if (width < 1 || width > largest || extent > largest)
      return importer.fail(ErrorCode::E1009,
                           "the kernel has the extent " + llvm::Twine(width) +
                               ", expects 1 to " + llvm::Twine(largest));
    int64_t reach = (width - 1) * spatial.dilations[axis] + 1;
    if (autoPad.starts_with("SAME"))
      padSame(spatial, axis, extent, reach, autoPad == "SAME_UPPER");
    else if (autoPad == "VALID")
      spatial.pads[axis] = spatial.pads[rank + axis] = 0;
    if (importer.integer("ceil_mode", 0) != 0)
      padCeiling(spatial, axis, extent, reach);
    int64_t rest =
        extent + spatial.pads[axis] + spatial.pads[rank + axis] - reach;
    if (rest < 0)
      return importer.fail(ErrorCode::E1009,
                           "the dilated kernel of " + llvm::Twine(reach) +
                               " does not fit into " +
                               llvm::Twine(rest + reach) + " padded elements");
    spatial.outputs.push_back(rest / spatial.strides[axis] + 1);
  }
  return spatial;
}

} // namespace glia::onnx_import
