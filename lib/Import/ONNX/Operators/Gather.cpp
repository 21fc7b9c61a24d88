//===- Gather.cpp - Elements chosen by indices ----------------------------===//
//
// GatherND with known indices is a Gather over the flattened leading
// dimensions, at linear positions computed here.
//
//===----------------------------------------------------------------------===//
#include "../Fold.h"
#include "Registry.h"

namespace glia::onnx_import {

/// Known indices are checked here; what arrives at run time, the machine does.
static llvm::Error checkIndices(NodeImporter &importer, const Value &indices,
                                int64_t extent) {
  if (!indices.constant || indices.elements() > foldedElements)
    return llvm::Error::success();
  llvm::Expected<Shape> elements = readIntegers(importer.state, indices);
  if (!elements)
    return elements.takeError();
  for (int64_t index : *elements)
    if (index < -extent || index >= extent)
      return importer.fail(ErrorCode::E1009, "the index " + llvm::Twine(index) +
                                                 " is outside a dimension of " +
                                                 llvm::Twine(extent));
  return llvm::Error::success();
}

static llvm::Error importGather(NodeImporter &importer) {
  const Value &data = importer.input(0), &indices = importer.input(1);
  llvm::Expected<int64_t> axis =
      importer.axis(importer.integer("axis", 0), data.rank());
  if (!axis)
    return axis.takeError();
  if (llvm::Error error = checkIndices(importer, indices, data.shape[*axis]))
    return error;
  Shape shape(data.shape.begin(), data.shape.begin() + *axis);
  shape.append(indices.shape);
  shape.append(data.shape.begin() + *axis + 1, data.shape.end());
  llvm::Expected<std::optional<Value>> folded =
      foldGather(importer, data, indices, shape, *axis);
  if (!folded)
    return folded.takeError();
  if (*folded)
    importer.setOutput(0, **folded);
  else
    importer.setOutput(0, importer.create<graph::GatherOp>(
                              data.type, shape, importer.ssa(data),
                              importer.ssa(indices), *axis));
  return llvm::Error::success();
}

static llvm::Error importGatherND(NodeImporter &importer) {
  const Value &data = importer.input(0), &indices = importer.input(1);
  int64_t depth = indices.rank() > 0 ? indices.shape.back() : 0;
  if (importer.integer("batch_dims", 0) != 0)
    return importer.failAttribute(
        ErrorCode::E2002, "batch_dims",
        "is " + llvm::Twine(importer.integer("batch_dims", 0)) + ", expects 0");
  if (depth < 1 || depth > data.rank())
    return importer.fail(ErrorCode::E1009,
                         "the last dimension of the indices is " +
                             llvm::Twine(depth) + ", expects 1 to " +
                             llvm::Twine(data.rank()));
  llvm::Expected<Shape> elements = importer.knownIntegers(1);
  if (!elements)
    return elements.takeError();
  if (llvm::Error error = importer.charge(elements->size() * sizeof(int64_t)))
    return error;
  Shape linear;
  for (size_t at = 0; at < elements->size(); at += depth) {
    llvm::Expected<int64_t> position = importer.linearPosition(
        llvm::ArrayRef(*elements).slice(at, depth), data.shape);
    if (!position)
      return position.takeError();
    linear.push_back(*position);
  }
  Shape flat = {1}, positions(indices.shape.begin(), indices.shape.end() - 1),
        shape = positions;
  for (int64_t axis = 0; axis < data.rank(); ++axis)
    if (axis < depth) {
      flat[0] *= data.shape[axis];
    } else {
      flat.push_back(data.shape[axis]);
      shape.push_back(data.shape[axis]);
    }
  Value rows = importer.reshape(data, flat);
  Value at = importer.constantIntegers(ElementType::i64, positions, linear);
  llvm::Expected<std::optional<Value>> folded =
      foldGather(importer, rows, at, shape, 0);
  if (!folded)
    return folded.takeError();
  importer.setOutput(0, *folded ? **folded
                                : importer.create<graph::GatherOp>(
                                      data.type, shape, importer.ssa(rows),
                                      importer.ssa(at), 0));
  return llvm::Error::success();
}

llvm::ArrayRef<OperatorRow> gatherOperators() {
  static constexpr OperatorRow rows[] = {
      {"Gather", 1, importGather},
      {"GatherND", 11, importGatherND},
  };
  return rows;
}

} // namespace glia::onnx_import
