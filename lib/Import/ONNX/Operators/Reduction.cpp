//===- Reduction.cpp - Reductions over axes -------------------------------===//
//
// Axes came as an attribute in older opsets and come as an operand in newer
// ones; both must be known.
//
//===----------------------------------------------------------------------===//
#include "Registry.h"

namespace glia::onnx_import {

static llvm::Error importReduce(NodeImporter &importer,
                                graph::ReduceKind kind) {
  const Value &input = importer.input(0);
  llvm::Expected<std::optional<Shape>> given =
      importer.knownIntegers("axes", 1);
  if (!given)
    return given.takeError();
  bool all = !*given || (*given)->empty();
  if (all && importer.integer("noop_with_empty_axes", 0) != 0) {
    importer.setOutput(0, input);
    return llvm::Error::success();
  }
  Shape everything;
  for (int64_t axis = 0; axis < input.rank(); ++axis)
    everything.push_back(axis);
  llvm::Expected<Shape> axes =
      importer.axes(all ? everything : **given, input.rank());
  if (!axes)
    return axes.takeError();
  if (input.type == ElementType::boolean ||
      (kind == graph::ReduceKind::mean && !isFloat(input.type)))
    return importer.fail(ErrorCode::E2001,
                         "takes elements of type " + name(input.type) +
                             ", which `graph.reduce` does not");
  bool keep = importer.integer("keepdims", 1) != 0;
  Shape shape;
  for (int64_t axis = 0; axis < input.rank(); ++axis)
    if (!llvm::is_contained(*axes, axis))
      shape.push_back(input.shape[axis]);
    else if (input.shape[axis] == 0 && kind != graph::ReduceKind::sum)
      return importer.fail(ErrorCode::E2002,
                           "reduces no elements, expects at least one");
    else if (keep)
      shape.push_back(1);
  if (axes->empty()) {
    importer.setOutput(0, input); // a scalar
    return llvm::Error::success();
  }
  importer.setOutput(
      0, importer.create<graph::ReduceOp>(
             input.type, shape, importer.ssa(input), kind, *axes, keep, 2048));
  return llvm::Error::success();
}

template <graph::ReduceKind kind>
static llvm::Error importReduce(NodeImporter &importer) {
  return importReduce(importer, kind);
}

llvm::ArrayRef<OperatorRow> reductionOperators() {
  static constexpr OperatorRow rows[] = {
      {"ReduceMax", 1, importReduce<graph::ReduceKind::max>},
      {"ReduceMean", 1, importReduce<graph::ReduceKind::mean>},
      {"ReduceMin", 1, importReduce<graph::ReduceKind::min>},
      {"ReduceSum", 1, importReduce<graph::ReduceKind::sum>},
  };
  return rows;
}

} // namespace glia::onnx_import
