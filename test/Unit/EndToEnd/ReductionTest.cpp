//===- ReductionTest.cpp - Reductions and rows, end to end ----------------===//
//
// Tables of shapes; a new kernel path is a new row.
//
//===----------------------------------------------------------------------===//
#include "Differential.h"
#include <catch2/catch.hpp>

using namespace glia;
using namespace mlir;

using Shape = llvm::SmallVector<int64_t, 6>;

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

static Value reduceOf(OpBuilder &b, Value x, graph::ReduceKind kind,
                      llvm::ArrayRef<int64_t> axes, bool keepdims) {
  return graph::ReduceOp::create(b, x.getLoc(), x, kind, axes, keepdims, 2048);
}

TEST_CASE("reduce has the evaluator's bits over any axes") {
  const std::pair<Shape, Shape> cases[] = {
      {{7}, {0}},
      {{2, 3, 5, 7}, {1, 3}},
      {{2, 3, 5, 7}, {0, 2}},
      {{2, 3, 5, 7}, {0, 1, 2, 3}},
      {{1, 300, 7, 7}, {2, 3}},
      {{600, 10}, {0}},
      {{5000, 3}, {0}}, // pieces of 2048
      {{3, 5000}, {1}},
      {{3, 70000}, {1}},      // longer than a partition
      {{4, 2, 9000}, {0, 2}}, // longer, and in boxes
      {{150, 70, 3}, {1}},
      {{4, 1, 6}, {1}}, // one element each
      {{2, 3, 2, 3, 2, 3}, {0, 2, 4}},
      {{40000}, {0}},
  };
  for (const auto &[shape, axes] : cases)
    for (graph::ReduceKind kind :
         {graph::ReduceKind::sum, graph::ReduceKind::max,
          graph::ReduceKind::min, graph::ReduceKind::mean})
      for (bool keepdims : {false, true}) {
        INFO(shape.size() << " dimensions, first " << shape[0] << ", "
                          << stringifyReduceKind(kind).str() << " "
                          << keepdims);
        CHECK(differential({f32(shape)}, [&](OpBuilder &b, ValueRange v) {
                return reduceOf(b, v[0], kind, axes, keepdims);
              }) == "");
      }
}

TEST_CASE("integers reduce exactly") {
  for (ElementType type : {ElementType::i32, ElementType::i64})
    for (graph::ReduceKind kind :
         {graph::ReduceKind::sum, graph::ReduceKind::max,
          graph::ReduceKind::min})
      for (const Shape &shape :
           {Shape{5, 7}, Shape{300, 64}, Shape{3, 5000}, Shape{2, 30000}}) {
        INFO(glia::name(type).str()
             << " " << stringifyReduceKind(kind).str() << " of " << shape[1]);
        CHECK(differential({integers(type, shape, -2000000000, 2000000000)},
                           [&](OpBuilder &b, ValueRange v) {
                             return reduceOf(b, v[0], kind, {1}, false);
                           }) == "");
      }
}

TEST_CASE("reduce with an epilogue has the evaluator's bits") {
  CHECK(differential({f32({3, 40, 50}), constant({40, 1}), f32({3, 40, 1})},
                     [](OpBuilder &b, ValueRange v) -> Value {
                       Value mean = reduceOf(b, v[0], graph::ReduceKind::mean,
                                             {2}, true);
                       Value sum =
                           graph::AddOp::create(b, v[0].getLoc(), mean, v[1]);
                       Value product = graph::MulOp::create(
                           b, v[0].getLoc(),
                           graph::ReluOp::create(b, v[0].getLoc(), sum), v[2]);
                       return product;
                     }) == "");
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

TEST_CASE("softmax has the evaluator's bits along any axis") {
  const std::pair<Shape, int64_t> cases[] = {
      {{214}, 0},         {{1, 214}, 1},        {{300, 5}, 1},
      {{5, 300}, 0},      {{2, 12, 40, 40}, 3}, {{2, 3, 50, 4}, 2},
      {{2, 3, 50, 4}, 0}, {{3, 5000}, 1},       {{4, 1}, 1},
      {{130, 4000}, 1},   {{2, 20000}, 1},      {{2, 14000, 2}, 1},
  };
  for (const auto &[shape, axis] : cases) {
    INFO(shape.size() << " dimensions, axis " << axis << " of " << shape[axis]);
    CHECK(differential({f32(shape)},
                       [&, axis = axis](OpBuilder &b, ValueRange v) -> Value {
                         return graph::SoftmaxOp::create(b, v[0].getLoc(), v[0],
                                                         axis);
                       }) == "");
  }
}

TEST_CASE("layer_norm has the evaluator's bits") {
  struct Case {
    Shape shape, scale;
    int64_t axis;
    bool bias;
  };
  const Case cases[] = {
      {{1, 128, 768}, {768}, 2, true},    {{5, 7}, {7}, 1, false},
      {{600, 12}, {12}, 1, true},         {{3, 4, 5, 6}, {5, 6}, 2, true},
      {{3, 5000}, {5000}, 1, true},       {{3, 4, 10}, {1}, 2, true},
      {{2, 300, 8}, {8}, 2, false},       {{2, 20000}, {20000}, 1, true},
      {{2, 3, 90, 150}, {90, 1}, 2, true}};
  for (const Case &c : cases) {
    INFO(c.shape.size() << " dimensions, axis " << c.axis << " of "
                        << c.shape[c.axis]);
    CHECK(differential({f32(c.shape), constant(c.scale), f32(c.scale)},
                       [&](OpBuilder &b, ValueRange v) -> Value {
                         return graph::LayerNormOp::create(
                             b, v[0].getLoc(), v[0], v[1],
                             c.bias ? v[2] : Value(), c.axis,
                             llvm::APFloat(1e-5f));
                       }) == "");
  }
}

TEST_CASE("rows with an epilogue have the evaluator's bits") {
  CHECK(differential({f32({6, 50, 20}), f32({50, 1}), f32({6, 50, 20})},
                     [](OpBuilder &b, ValueRange v) -> Value {
                       Value weights =
                           graph::SoftmaxOp::create(b, v[0].getLoc(), v[0], 2);
                       Value product = graph::MulOp::create(b, v[0].getLoc(),
                                                            weights, v[1]);
                       return graph::AddOp::create(b, v[0].getLoc(), product,
                                                   v[2]);
                     }) == "");
}

TEST_CASE("rows that do not fit in a partition, with an epilogue") {
  CHECK(differential({f32({2, 15000}), f32({15000}), f32({2, 1})},
                     [](OpBuilder &b, ValueRange v) -> Value {
                       Value weights =
                           graph::SoftmaxOp::create(b, v[0].getLoc(), v[0], 1);
                       Value product = graph::MulOp::create(b, v[0].getLoc(),
                                                            weights, v[1]);
                       return graph::AddOp::create(b, v[0].getLoc(), product,
                                                   v[2]);
                     }) == "");
}
