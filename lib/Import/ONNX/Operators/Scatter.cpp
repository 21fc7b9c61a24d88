//===- Scatter.cpp - Elements replaced by index ---------------------------===//
//
// ScatterND replaces slices of the data. With known indices the result is a
// gather from data and updates together. With indices that arrive at run time
// each update is chosen where a position equals its index; an index out of
// range writes nothing.
//
//===----------------------------------------------------------------------===//
#include "Registry.h"

namespace glia::onnx_import {

/// More updates at run time would walk the data too often.
static constexpr int64_t mostUpdates = 16;

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

/// The linear row of each update, at run time: [count, 1].
static Value linearIndices(NodeImporter &importer, Formula &f,
                           const Scatter &scatter) {
  const Value &data = importer.input(0);
  Value indices =
      importer.reshape(importer.input(1), {scatter.count, scatter.depth});
  auto number = [&](int64_t value) {
    return importer.constantNumber(ElementType::i64, value);
  };
  std::optional<Value> linear;
  for (int64_t axis = 0; axis < scatter.depth; ++axis) {
    Value index = importer.slice(
        indices, SliceStep{{0, axis}, {scatter.count, 1}, {1, 1}});
    Value extent = number(data.shape[axis]);
    index = f.select(f.compare("graph.less", {index, number(0)}),
                     f("graph.add", {index, extent}), index);
    linear = linear ? f("graph.add", {f("graph.mul", {*linear, extent}), index})
                    : index;
  }
  return *linear;
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
  if (scatter.count > mostUpdates || indices.type != ElementType::i64)
    return importer.fail(ErrorCode::E2002,
                         "has " + llvm::Twine(scatter.count) +
                             " updates with indices of run time, expects at "
                             "most " +
                             llvm::Twine(mostUpdates));
  Formula f(importer);
  Value linear = linearIndices(importer, f, scatter);
  if (llvm::Error error = importer.charge(scatter.rows * sizeof(int64_t)))
    return error;
  Shape numbers;
  for (int64_t row = 0; row < scatter.rows; ++row)
    numbers.push_back(row);
  Value positions =
      importer.constantIntegers(ElementType::i64, {scatter.rows, 1}, numbers);
  Value result = rows;
  for (int64_t update = 0; update < scatter.count; ++update) {
    Value index =
        importer.slice(linear, SliceStep{{update, 0}, {1, 1}, {1, 1}});
    Value value =
        importer.slice(news, SliceStep{{update, 0}, {1, scatter.row}, {1, 1}});
    result =
        f.select(f.compare("graph.equal", {positions, index}), value, result);
  }
  return f.finish(importer.reshape(result, data.shape));
}

llvm::ArrayRef<OperatorRow> scatterOperators() {
  static constexpr OperatorRow rows[] = {
      {"ScatterND", 11, importScatterND},
  };
  return rows;
}

} // namespace glia::onnx_import
