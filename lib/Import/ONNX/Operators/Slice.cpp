//===- Slice.cpp - Strided boxes ------------------------------------------===//
//
// Slice and Split. Bounds are clamped as ONNX says; INT64_MIN and MAX are
// ordinary there.
//
//===----------------------------------------------------------------------===//
#include "Registry.h"

namespace glia::onnx_import {

static llvm::Expected<Shape> listOr(const NodeImporter &importer,
                                    llvm::StringRef attribute, size_t operand,
                                    Shape otherwise) {
  llvm::Expected<std::optional<Shape>> given =
      importer.knownIntegers(attribute, operand);
  if (!given)
    return given.takeError();
  return *given ? **given : otherwise;
}

static int64_t clampBound(int64_t bound, int64_t extent, int64_t low,
                          int64_t high) {
  if (bound < 0)
    bound = bound < -extent ? low : bound + extent;
  return std::clamp(bound, low, high);
}

/// One axis of the box; an empty one stays as it is.
static void sliceAxis(SliceStep &step, int64_t axis, int64_t extent,
                      int64_t start, int64_t end, int64_t stride) {
  if (extent == 0)
    return;
  int64_t first = stride > 0 ? clampBound(start, extent, 0, extent)
                             : clampBound(start, extent, 0, extent - 1);
  int64_t last = stride > 0 ? clampBound(end, extent, 0, extent)
                            : clampBound(end, extent, -1, extent - 1);
  int64_t distance = stride > 0 ? last - first : first - last;
  uint64_t width = stride > 0 ? static_cast<uint64_t>(stride)
                              : -static_cast<uint64_t>(stride);
  int64_t size = distance <= 0
                     ? 0
                     : static_cast<int64_t>(
                           (static_cast<uint64_t>(distance) - 1) / width + 1);
  step.starts[axis] = size == 0 ? 0 : first;
  step.sizes[axis] = size;
  step.strides[axis] = size <= 1 ? 1 : stride;
}

static llvm::Error importSlice(NodeImporter &importer) {
  const Value &input = importer.input(0);
  llvm::Expected<Shape> starts = listOr(importer, "starts", 1, {});
  if (!starts)
    return starts.takeError();
  llvm::Expected<Shape> ends = listOr(importer, "ends", 2, {});
  if (!ends)
    return ends.takeError();
  Shape leading;
  for (size_t axis = 0; axis < starts->size(); ++axis)
    leading.push_back(axis);
  llvm::Expected<Shape> axes = listOr(importer, "axes", 3, leading);
  if (!axes)
    return axes.takeError();
  llvm::Expected<Shape> strides =
      listOr(importer, "", 4, Shape(starts->size(), 1));
  if (!strides)
    return strides.takeError();
  if (ends->size() != starts->size() || axes->size() != starts->size() ||
      strides->size() != starts->size())
    return importer.fail(ErrorCode::E1009,
                         "has " + llvm::Twine(starts->size()) + " starts, " +
                             llvm::Twine(ends->size()) + " ends, " +
                             llvm::Twine(axes->size()) + " axes and " +
                             llvm::Twine(strides->size()) +
                             " steps, expects equal numbers");
  if (llvm::Expected<Shape> unique = importer.axes(*axes, input.rank());
      !unique)
    return unique.takeError();
  SliceStep step{Shape(input.shape.size(), 0), input.shape,
                 Shape(input.shape.size(), 1)};
  for (auto [index, each] : llvm::enumerate(*axes)) {
    int64_t axis = each < 0 ? each + input.rank() : each;
    if ((*strides)[index] == 0)
      return importer.fail(ErrorCode::E1009, "has the step 0");
    sliceAxis(step, axis, input.shape[axis], (*starts)[index], (*ends)[index],
              (*strides)[index]);
  }
  importer.setOutput(0, importer.slice(input, step));
  return llvm::Error::success();
}

static llvm::Error importSplit(NodeImporter &importer) {
  const Value &input = importer.input(0);
  llvm::Expected<int64_t> axis =
      importer.axis(importer.integer("axis", 0), input.rank());
  if (!axis)
    return axis.takeError();
  int64_t extent = input.shape[*axis],
          count = static_cast<int64_t>(importer.node.outputs.size());
  int64_t parts = importer.integer("num_outputs", count);
  if (parts != count)
    return importer.failAttribute(ErrorCode::E1004, "num_outputs",
                                  "is " + llvm::Twine(parts) +
                                      ", the node has " + llvm::Twine(count) +
                                      " outputs");
  int64_t even = parts > 0 ? (extent + parts - 1) / parts : 0;
  Shape sizes;
  for (int64_t left = extent; static_cast<int64_t>(sizes.size()) < parts;
       left -= sizes.back())
    sizes.push_back(std::min(even, left));
  llvm::Expected<Shape> given = listOr(importer, "split", 1, sizes);
  if (!given)
    return given.takeError();
  int64_t total = 0;
  for (int64_t size : *given)
    if (size < 0 || size > extent)
      return importer.fail(ErrorCode::E1009, "a part has " + llvm::Twine(size) +
                                                 " of " + llvm::Twine(extent) +
                                                 " elements");
    else
      total += size;
  if (static_cast<int64_t>(given->size()) != count || total != extent)
    return importer.fail(ErrorCode::E1009,
                         "splits " + llvm::Twine(extent) + " elements into " +
                             llvm::Twine(given->size()) + " parts of " +
                             llvm::Twine(total) + " in all, for " +
                             llvm::Twine(count) + " outputs");
  SliceStep step{Shape(input.shape.size(), 0), input.shape,
                 Shape(input.shape.size(), 1)};
  Value whole = input;
  for (auto [index, size] : llvm::enumerate(*given)) {
    step.sizes[*axis] = size;
    if (importer.wantsOutput(index))
      importer.setOutput(index, importer.slice(whole, step));
    step.starts[*axis] += size;
  }
  return llvm::Error::success();
}

llvm::ArrayRef<OperatorRow> sliceOperators() {
  static constexpr OperatorRow rows[] = {
      {"Slice", 1, importSlice},
      {"Split", 2, importSplit},
  };
  return rows;
}

} // namespace glia::onnx_import
