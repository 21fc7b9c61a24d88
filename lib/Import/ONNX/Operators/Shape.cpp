//===- Shape.cpp - The same elements under another shape ------------------===//
//
// Reshape, Flatten, Squeeze, Unsqueeze.
//
//===----------------------------------------------------------------------===//
#include "Registry.h"

namespace glia::onnx_import {

static llvm::Error importReshape(NodeImporter &importer) {
  const Value &input = importer.input(0);
  llvm::Expected<Shape> wanted = importer.knownIntegers(1);
  if (!wanted)
    return wanted.takeError();
  bool allowZero = importer.integer("allowzero", 0) != 0;
  Shape shape = *wanted;
  std::optional<size_t> open;
  int64_t known = 1;
  bool overflow = shape.size() > importer.state.limits.rank;
  for (size_t axis = 0; axis < shape.size(); ++axis) {
    if (shape[axis] == 0 && !allowZero) {
      if (axis >= input.shape.size())
        return importer.fail(ErrorCode::E1009, "copies dimension " +
                                                   llvm::Twine(axis) +
                                                   " of an operand of rank " +
                                                   llvm::Twine(input.rank()));
      shape[axis] = input.shape[axis];
    }
    if (shape[axis] < -1 || (shape[axis] == -1 && open))
      return importer.fail(
          ErrorCode::E1009,
          "the shape " + formatShape(*wanted) + " has " +
              (shape[axis] < -1 ? "a dimension below -1" : "-1 twice"));
    if (shape[axis] == -1)
      open = axis;
    else
      overflow |= __builtin_mul_overflow(known, shape[axis], &known);
  }
  if (open && !overflow && known != 0 && input.elements() % known == 0)
    shape[*open] = input.elements() / known;
  Value result{input.type, shape, nullptr, std::nullopt};
  if (overflow || (open && shape[*open] == -1) ||
      result.elements() != input.elements())
    return importer.fail(ErrorCode::E1009, "the shape " + formatShape(*wanted) +
                                               " does not hold the " +
                                               llvm::Twine(input.elements()) +
                                               " elements of " +
                                               formatShape(input.shape));
  importer.setOutput(0, importer.reshape(input, shape));
  return llvm::Error::success();
}

static llvm::Error importFlatten(NodeImporter &importer) {
  const Value &input = importer.input(0);
  int64_t axis = importer.integer("axis", 1), rank = input.rank();
  if (axis < -rank || axis > rank)
    return importer.failAttribute(ErrorCode::E1009, "axis",
                                  "is " + llvm::Twine(axis) + ", expects " +
                                      llvm::Twine(-rank) + " to " +
                                      llvm::Twine(rank));
  Shape shape = {1, 1};
  for (int64_t each = 0; each < rank; ++each)
    shape[each < (axis < 0 ? axis + rank : axis) ? 0 : 1] *= input.shape[each];
  importer.setOutput(0, importer.reshape(input, shape));
  return llvm::Error::success();
}

static llvm::Error importSqueeze(NodeImporter &importer) {
  const Value &input = importer.input(0);
  llvm::Expected<std::optional<Shape>> given =
      importer.knownIntegers("axes", 1);
  if (!given)
    return given.takeError();
  Shape ones;
  for (int64_t axis = 0; axis < input.rank(); ++axis)
    if (input.shape[axis] == 1)
      ones.push_back(axis);
  // An empty list is as good as none, as ONNX Runtime reads it.
  llvm::Expected<Shape> axes = *given && !(*given)->empty()
                                   ? importer.axes(**given, input.rank())
                                   : llvm::Expected<Shape>(ones);
  if (!axes)
    return axes.takeError();
  Shape shape;
  for (int64_t axis = 0; axis < input.rank(); ++axis)
    if (!llvm::is_contained(*axes, axis))
      shape.push_back(input.shape[axis]);
    else if (input.shape[axis] != 1)
      return importer.fail(ErrorCode::E1009,
                           "takes away dimension " + llvm::Twine(axis) +
                               " of " + formatShape(input.shape) +
                               ", expects its extent to be 1");
  importer.setOutput(0, importer.reshape(input, shape));
  return llvm::Error::success();
}

static llvm::Error importUnsqueeze(NodeImporter &importer) {
  const Value &input = importer.input(0);
  llvm::Expected<std::optional<Shape>> given =
      importer.knownIntegers("axes", 1);
  if (!given)
    return given.takeError();
  int64_t rank = input.rank() + static_cast<int64_t>((*given)->size());
  if (rank > importer.state.limits.rank)
    return importer.fail(ErrorCode::E4004,
                         "makes a tensor of rank " + llvm::Twine(rank) +
                             ", expects at most " +
                             llvm::Twine(importer.state.limits.rank));
  llvm::Expected<Shape> axes = importer.axes(**given, rank);
  if (!axes)
    return axes.takeError();
  Shape shape;
  for (int64_t axis = 0, next = 0; axis < rank; ++axis)
    shape.push_back(llvm::is_contained(*axes, axis) ? 1 : input.shape[next++]);
  importer.setOutput(0, importer.reshape(input, shape));
  return llvm::Error::success();
}

llvm::ArrayRef<OperatorRow> shapeOperators() {
  static constexpr OperatorRow rows[] = {
      {"Flatten", 1, importFlatten},
      {"Reshape", 5, importReshape},
      {"Squeeze", 1, importSqueeze},
      {"Unsqueeze", 1, importUnsqueeze},
  };
  return rows;
}

} // namespace glia::onnx_import
