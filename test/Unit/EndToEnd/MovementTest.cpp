//===- MovementTest.cpp - Moves and gathers, end to end -------------------===//
//
// Tables of shapes and random ones; a new kernel path is a new row.
//
//===----------------------------------------------------------------------===//
#include "Differential.h"
#include <catch2/catch.hpp>
#include <random>

using namespace glia;
using namespace mlir;

using Shape = llvm::SmallVector<int64_t, 6>;

static Type withShape(Value value, llvm::ArrayRef<int64_t> shape) {
  return llvm::cast<RankedTensorType>(value.getType()).clone(shape);
}

//===----------------------------------------------------------------------===//
// Moves
//===----------------------------------------------------------------------===//

static const ElementType moved[] = {ElementType::f32, ElementType::i64,
                                    ElementType::boolean};

TEST_CASE("transpose has the evaluator's bits in every type") {
  const std::pair<Shape, Shape> cases[] = {
      {{5, 7}, {1, 0}},
      {{2, 12, 20, 16}, {0, 2, 1, 3}},
      {{2, 3, 4, 5, 6, 7}, {5, 3, 1, 0, 2, 4}},
      {{1, 5, 1, 3}, {3, 2, 1, 0}},
      {{4}, {0}},
      {{300, 200}, {1, 0}}};
  for (const auto &[shape, permutation] : cases)
    for (ElementType type : moved) {
      INFO(glia::name(type).str() << " of " << shape.size() << " dimensions");
      CHECK(differential({integers(type, shape, 0, 1)},
                         [&](OpBuilder &b, ValueRange v) -> Value {
                           return graph::TransposeOp::create(
                               b, v[0].getLoc(), v[0],
                               llvm::ArrayRef<int64_t>(permutation));
                         }) == "");
    }
}

TEST_CASE("random slices have the evaluator's bits") {
  std::mt19937 random(3);
  for (int i = 0; i < 40; ++i) {
    Shape shape, starts, sizes, strides;
    for (unsigned rank = 1 + random() % 4; rank > 0; --rank) {
      int64_t extent = 1 + random() % 9, step = 1 + random() % 3,
              size = 1 + random() % ((extent + step - 1) / step);
      int64_t reach = (size - 1) * step, low = random() % (extent - reach);
      bool backwards = random() % 2;
      shape.push_back(extent), sizes.push_back(size);
      starts.push_back(backwards ? low + reach : low);
      strides.push_back(backwards ? -step : step);
    }
    INFO("slice " << i);
    CHECK(differential(
              {integers(moved[i % 3], shape, 0, 1)},
              [&](OpBuilder &b, ValueRange v) -> Value {
                return graph::SliceOp::create(b, v[0].getLoc(), v[0],
                                              llvm::ArrayRef<int64_t>(starts),
                                              llvm::ArrayRef<int64_t>(sizes),
                                              llvm::ArrayRef<int64_t>(strides));
              },
              i) == "");
  }
}

TEST_CASE("concat, pad and broadcast have the evaluator's bits") {
  for (ElementType type : moved) {
    INFO(glia::name(type).str());
    auto x = [&](const Shape &shape) { return integers(type, shape, 0, 1); };
    for (int64_t axis : {0, 1, 2})
      CHECK(differential({x({2, 3, 4}), x({2, 3, 4})},
                         [&](OpBuilder &b, ValueRange v) -> Value {
                           return graph::ConcatOp::create(b, v[0].getLoc(), v,
                                                          axis);
                         }) == "");
    const std::pair<Shape, Shape> pads[] = {{{0, 0, 0}, {0, 0, 0}},
                                            {{1, 2, 3}, {3, 2, 1}},
                                            {{0, 0, 200}, {0, 1, 0}},
                                            {{150, 0, 0}, {0, 0, 5}}};
    for (const auto &[low, high] : pads)
      CHECK(differential(
                {x({2, 3, 4})}, [&](OpBuilder &b, ValueRange v) -> Value {
                  return graph::PadOp::create(
                      b, v[0].getLoc(), v[0], llvm::ArrayRef<int64_t>(low),
                      llvm::ArrayRef<int64_t>(high), llvm::APFloat(1.0));
                }) == "");
    const std::pair<Shape, Shape> broadcasts[] = {
        {{4, 1}, {3, 4, 5}}, {{}, {2, 3}}, {{1, 3, 1}, {2, 3, 2}}, {{7}, {7}}};
    for (const auto &[from, to] : broadcasts)
      CHECK(differential({x(from)}, [&](OpBuilder &b, ValueRange v) -> Value {
              return graph::BroadcastOp::create(b, v[0].getLoc(),
                                                withShape(v[0], to), v[0]);
            }) == "");
  }
}

//===----------------------------------------------------------------------===//
// Gathers
//===----------------------------------------------------------------------===//

TEST_CASE("gather has the evaluator's bits along any axis") {
  struct Case {
    Shape data, indices;
    int64_t axis;
  };
  const Case cases[] = {{{50, 30}, {1, 20}, 0}, {{50, 30}, {300}, 0},
                        {{3, 50, 7}, {4}, 1},   {{3, 50, 7}, {2, 5}, 1},
                        {{3, 4, 50}, {6}, 2},   {{50}, {}, 0},
                        {{2, 50, 3}, {}, 1},    {{9, 40000}, {5}, 0},
                        {{1, 50}, {200}, 1},    {{50, 2, 2, 2, 3}, {140}, 0}};
  for (const Case &c : cases)
    for (ElementType type : {ElementType::i32, ElementType::i64})
      for (bool isConstant : {false, true}) {
        INFO(c.data.size() << " dimensions, axis " << c.axis << ", "
                           << c.indices.size() << " of indices, constant "
                           << isConstant);
        int64_t n = c.data[c.axis];
        TensorSpec indices{
            type, {c.indices.begin(), c.indices.end()}, isConstant, -n, n - 1};
        for (ElementType dataType : moved)
          CHECK(differential({integers(dataType, c.data, 0, 1), indices},
                             [&](OpBuilder &b, ValueRange v) -> Value {
                               return graph::GatherOp::create(
                                   b, v[0].getLoc(), v[0], v[1], c.axis);
                             }) == "");
      }
}

TEST_CASE("gather with an epilogue has the evaluator's bits") {
  for (bool isConstant : {false, true})
    CHECK(differential(
              {f32({50, 24}),
               TensorSpec{ElementType::i64, {2, 6}, isConstant, -50, 49},
               f32({6, 24}), constant({24})},
              [](OpBuilder &b, ValueRange v) -> Value {
                Value rows =
                    graph::GatherOp::create(b, v[0].getLoc(), v[0], v[1], 0);
                Value sum = graph::AddOp::create(b, v[0].getLoc(), rows, v[2]);
                return graph::MulOp::create(b, v[0].getLoc(), sum, v[3]);
              }) == "");
}

TEST_CASE("scatter has the evaluator's bits along any axis") {
  struct Case {
    Shape data, indices;
    int64_t axis;
  };
  // Indices that meet each other, more than partitions, slices in pieces.
  const Case cases[] = {{{50, 30}, {20}, 0},   {{5, 30}, {300}, 0},
                        {{3, 50, 7}, {2, 5}, 1}, {{3, 4, 50}, {6}, 2},
                        {{50}, {}, 0},         {{2, 50, 3}, {}, 1},
                        {{4, 20000}, {3}, 0},  {{600, 5, 40}, {2}, 1}};
  for (const Case &c : cases)
    for (ElementType type : {ElementType::i32, ElementType::i64})
      for (ElementType dataType : moved) {
        INFO(c.data.size() << " dimensions, axis " << c.axis << ", "
                           << c.indices.size() << " of indices");
        int64_t n = c.data[c.axis];
        Shape updates(c.data.begin(), c.data.begin() + c.axis);
        updates.append(c.indices.begin(), c.indices.end());
        updates.append(c.data.begin() + c.axis + 1, c.data.end());
        TensorSpec indices{type, c.indices, false, -n, n - 1};
        CHECK(differential({integers(dataType, c.data, 0, 1), indices,
                            integers(dataType, updates, 0, 1)},
                           [&](OpBuilder &b, ValueRange v) -> Value {
                             return graph::ScatterOp::create(
                                 b, v[0].getLoc(), v[0], v[1], v[2], c.axis);
                           }) == "");
      }
}
