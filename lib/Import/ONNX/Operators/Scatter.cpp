//===- Scatter.cpp - Elements replaced by index ---------------------------===//
//
// ScatterND replaces slices of the data. With known indices the result is a
// gather from data and updates together; with indices that arrive at run time
// it is a scatter, along the first dimension where the indices name no more.
//
//===----------------------------------------------------------------------===//
#include "Registry.h"

namespace glia::onnx_import {

namespace {
/// Data as rows that an index chooses, and the updates likewise.
struct Scatter {
  int64_t depth;            // of an index
  int64_t rows, row, count; // rows of the data, elements in one, updates
};
} // namespace

static llvm::Expected<Value> scatterKnown(NodeImporter &importer,
                                          const Scatter &scatter,
                                          const Value &data,
                                          const Value &updates) {
  llvm::Expected<Shape> elements = importer.knownIntegers(1);
  if (!elements)
    return elements.takeError();
  if (llvm::Error error =
          importer.charge((elements->size() + scatter.rows) * sizeof(int64_t)))
    return std::move(error);
  Shape from;
  for (int64_t row = 0; row < scatter.rows; ++row)
    from.push_back(row);
  for (int64_t update = 0; update < scatter.count; ++update) {
    llvm::Expected<int64_t> position = importer.linearPosition(
        llvm::ArrayRef(*elements).slice(update * scatter.depth, scatter.depth),
        importer.input(0).shape);
    if (!position)
      return position.takeError();
    from[*position] = scatter.rows + update;
  }
  Value both = importer.create<graph::ConcatOp>(
      data.type, {scatter.rows + scatter.count, scatter.row},
      llvm::SmallVector<mlir::Value>{importer.ssa(data), importer.ssa(updates)},
      0);
  return importer.gather(both, 0, from);
}

/// The linear row of each update, at run time: [count, 1]. Each component goes
/// through a gather of 0, 1, ..., which wraps it and traps if it is outside.
static llvm::Expected<Value> linearIndices(NodeImporter &importer,
                                           const Scatter &scatter) {
  const Value &data = importer.input(0);
  Value indices =
      importer.reshape(importer.input(1), {scatter.count, scatter.depth});
  Formula f(importer);
  std::optional<Value> linear;
  for (int64_t axis = 0; axis < scatter.depth; ++axis) {
    int64_t extent = data.shape[axis];
    if (llvm::Error error = importer.charge(extent * sizeof(int64_t)))
      return std::move(error);
    Value counted =
        importer.constantIntegers(ElementType::i64, {extent},
                                  llvm::to_vector(llvm::seq<int64_t>(0, extent)));
    Value given = importer.slice(
        indices, SliceStep{{0, axis}, {scatter.count, 1}, {1, 1}});
    Value index = importer.create<graph::GatherOp>(
        ElementType::i64, given.shape, importer.ssa(counted),
        importer.ssa(given), /*axis=*/0);
    linear = linear
                 ? f("graph.add", {f("graph.mul", {*linear,
                                                   importer.constantNumber(
                                                       ElementType::i64,
                                                       extent)}),
                                   index})
                 : index;
  }
  if (llvm::Error error = f.check())
    return std::move(error);
  return *linear;
}

/// Indices of one component keep the data's shape, so that a transpose around
/// the node can leave (SimplifyLayout.cpp).
static llvm::Error scatterAtRunTime(NodeImporter &importer,
                                    const Scatter &scatter, const Value &rows,
                                    const Value &news) {
  const Value &data = importer.input(0), &indices = importer.input(1),
              &updates = importer.input(2);
  auto create = [&](const Value &into, const Value &at, const Value &from) {
    return importer.create<graph::ScatterOp>(
        data.type, into.shape, importer.ssa(into), importer.ssa(at),
        importer.ssa(from), /*axis=*/0);
  };
  if (scatter.depth == 1) {
    Shape shape(indices.shape.begin(), indices.shape.end() - 1);
    importer.setOutput(
        0, create(data, importer.reshape(indices, shape), updates));
    return llvm::Error::success();
  }
  llvm::Expected<Value> linear = linearIndices(importer, scatter);
  if (!linear)
    return linear.takeError();
  Value result =
      create(rows, importer.reshape(*linear, {scatter.count}), news);
  importer.setOutput(0, importer.reshape(result, data.shape));
  return llvm::Error::success();
}

static llvm::Error importScatterND(NodeImporter &importer) {
  const Value &data = importer.input(0), &indices = importer.input(1),
              &updates = importer.input(2);
  int64_t depth = indices.rank() > 0 ? indices.shape.back() : 0;
  if (llvm::StringRef reduction = importer.string("reduction", "none");
      reduction != "none")
    return importer.failAttribute(ErrorCode::E2002, "reduction",
                                  "is `" + escapeForMessage(reduction) +
                                      "`, expects `none`");
  if (depth < 1 || depth > data.rank())
    return importer.fail(ErrorCode::E1009,
                         "the last dimension of the indices is " +
                             llvm::Twine(depth) + ", expects 1 to " +
                             llvm::Twine(data.rank()));
  Shape expected(indices.shape.begin(), indices.shape.end() - 1);
  Scatter scatter{depth, 1, 1, 1};
  for (int64_t extent : expected)
    scatter.count *= extent;
  for (int64_t axis = 0; axis < data.rank(); ++axis)
    if (axis < depth) {
      scatter.rows *= data.shape[axis];
    } else {
      scatter.row *= data.shape[axis];
      expected.push_back(data.shape[axis]);
    }
  if (updates.shape != expected)
    return importer.fail(ErrorCode::E1009, "the updates have the shape " +
                                               formatShape(updates.shape) +
                                               ", expects " +
                                               formatShape(expected));
  if (data.elements() == 0 || updates.elements() == 0) {
    importer.setOutput(0, data);
    return llvm::Error::success();
  }
  Value rows = importer.reshape(data, {scatter.rows, scatter.row}),
        news = importer.reshape(updates, {scatter.count, scatter.row});
  if (indices.constant) {
    llvm::Expected<Value> result = scatterKnown(importer, scatter, rows, news);
    if (!result)
      return result.takeError();
    importer.setOutput(0, importer.reshape(*result, data.shape));
    return llvm::Error::success();
  }
  return scatterAtRunTime(importer, scatter, rows, news);
}

llvm::ArrayRef<OperatorRow> scatterOperators() {
  static constexpr OperatorRow rows[] = {
      {"ScatterND", 11, importScatterND},
  };
  return rows;
}

} // namespace glia::onnx_import
