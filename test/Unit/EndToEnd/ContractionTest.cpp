//===- ContractionTest.cpp - Contractions and windows, end to end ---------===//
//
// Tables of shapes; a new kernel path is a new row.
//
//===----------------------------------------------------------------------===//
#include "Differential.h"
#include <catch2/catch.hpp>

using namespace glia;
using namespace mlir;

namespace {

struct ContractCase {
  const char *what;
  llvm::SmallVector<int64_t, 4> lhs, rhs;
  bool transposeLhs = false, transposeRhs = false, constantRhs = false;
};

struct ConvolutionCase {
  const char *what;
  llvm::SmallVector<int64_t, 4> input, weight;
  llvm::SmallVector<int64_t, 4> strides, pads, dilations;
  int64_t groups = 1;
  bool constantWeight = false;
};

struct WindowCase {
  const char *what;
  llvm::SmallVector<int64_t, 4> input, kernel, strides, pads, dilations;
};

} // namespace

TEST_CASE("contract has the evaluator's bits") {
  const ContractCase cases[] = {
      {"one chunk", {3, 5}, {5, 4}},
      {"uneven edges", {130, 300}, {300, 520}},
      {"single row", {1, 300}, {300, 70}},
      {"single column", {70, 300}, {300, 1}},
      {"one element", {1, 1}, {1, 1}},
      {"batch as rows", {2, 3, 40}, {40, 6}},
      {"batches", {2, 3, 4, 20}, {2, 3, 20, 5}},
      {"broadcast lhs", {1, 4, 20}, {3, 20, 5}},
      {"broadcast rhs", {3, 4, 20}, {1, 20, 5}},
      {"broadcast both", {3, 1, 4, 20}, {2, 20, 5}},
      {"transposed lhs", {2, 150, 9}, {2, 150, 5}, true},
      {"transposed rhs", {2, 9, 150}, {2, 140, 150}, false, true},
      {"both transposed", {150, 9}, {5, 150}, true, true},
      {"transposed constant", {9, 150}, {140, 150}, false, true, true},
      {"constant", {9, 150}, {150, 40}, false, false, true},
      {"single rows of K, a batch", {2, 1, 255, 1}, {1, 1, 255, 7}, true, false, true},
      {"rhs that streams", {2, 12800}, {12800, 24}},
      {"lhs that streams", {65, 6700}, {6700, 3}},
      {"several panels of columns", {3, 2000}, {2000, 1100}},
  };
  auto type = GENERATE(ElementType::f32, ElementType::bf16, ElementType::f16,
                       ElementType::tf32, ElementType::f8e4m3,
                       ElementType::f8e5m2);
  for (const ContractCase &c : cases) {
    INFO(c.what << " of " << name(type).str());
    CHECK(differential(
              {floats(type, c.lhs), floats(type, c.rhs, c.constantRhs)},
              [&](OpBuilder &b, ValueRange v) -> Value {
                return graph::ContractOp::create(b, v[0].getLoc(), v[0], v[1],
                                                 c.transposeLhs, c.transposeRhs,
                                                 128);
              }) == "");
  }
}

TEST_CASE("a dropped chunk is found") {
  std::string text = differential(
      {f32({5, 300}), f32({300, 7})},
      [](OpBuilder &b, ValueRange v) -> Value {
        return graph::ContractOp::create(b, v[0].getLoc(), v[0], v[1], false,
                                         false, 128);
      },
      /*seed=*/1, /*dropChunk=*/0);
  CHECK(text.find("fused: phase tiled: output y[0] is") == 0);
}

TEST_CASE("contract with an epilogue has the evaluator's bits") {
  CHECK(differential(
            {f32({2, 70, 200}), constant({200, 600}), constant({600}),
             f32({2, 70, 600})},
            [](OpBuilder &b, ValueRange v) -> Value {
              Value product = graph::ContractOp::create(
                  b, v[0].getLoc(), v[0], v[1], false, false, 128);
              Value sum = graph::AddOp::create(b, v[0].getLoc(), product, v[2]);
              Value gelu = graph::GeluOp::create(b, v[0].getLoc(), sum);
              return graph::AddOp::create(b, v[0].getLoc(), gelu, v[3]);
            }) == "");
}

/// `value` rounded to `type` and wide again, as phase `cast` writes it.
static Value rounded(OpBuilder &b, Value value, ElementType type) {
  auto from = cast<RankedTensorType>(value.getType());
  Value narrow = graph::CastOp::create(
      b, value.getLoc(),
      from.clone(graph::fromElementType(b.getContext(), type)), value);
  return graph::CastOp::create(b, value.getLoc(), from, narrow);
}

// Stored narrow by what makes them, read narrow by what reads them; a pointer
// operand, a select and a result of the kernel cannot be.
TEST_CASE("an epilogue that rounds has the evaluator's bits") {
  auto type =
      GENERATE(ElementType::bf16, ElementType::f16, ElementType::tf32,
               ElementType::f8e4m3, ElementType::f8e5m2);
  CHECK(differential(
            {floats(type, {150, 200}), floats(type, {200, 600}, true),
             constant({600}), f32({150, 1}), f32({150, 600})},
            [&](OpBuilder &b, ValueRange v) -> Value {
              Location location = v[0].getLoc();
              Value product = graph::ContractOp::create(b, location, v[0], v[1],
                                                        false, false, 128);
              Value sum = graph::AddOp::create(
                  b, location, rounded(b, product, type), v[2]);
              Value gelu = graph::GeluOp::create(b, location,
                                                 rounded(b, sum, type));
              Value scaled = graph::MulOp::create(b, location,
                                                  rounded(b, gelu, type),
                                                  rounded(b, v[3], type));
              Value isLess =
                  graph::LessOp::create(b, location, scaled, v[4]);
              Value chosen = graph::SelectOp::create(
                  b, location, isLess, rounded(b, scaled, type), v[4]);
              return rounded(b, chosen, type);
            }) == "");
}

// Beyond the range of fp8: stored by an instruction that computes, by a copy,
// and in a constant.
TEST_CASE("casts to fp8 saturate as the evaluator's do") {
  auto type = GENERATE(ElementType::f8e4m3, ElementType::f8e5m2);
  CHECK(differential({f32({9, 40}), f32({9, 40})},
                     [&](OpBuilder &b, ValueRange v) -> Value {
                       Location location = v[0].getLoc();
                       Value large = v[0];
                       for (int i = 0; i < 4; ++i)
                         large = graph::ExpOp::create(
                             b, location,
                             graph::MulOp::create(b, location, large, large));
                       Value sum = graph::AddOp::create(
                           b, location, rounded(b, large, type), v[1]);
                       Value product =
                           graph::MulOp::create(b, location, sum, large);
                       return rounded(b, product, type);
                     }) == "");
}

TEST_CASE("convolution has the evaluator's bits") {
  const ConvolutionCase cases[] = {
      {"1x1", {1, 5, 6, 7}, {4, 5, 1, 1}, {1, 1}, {0, 0, 0, 0}, {1, 1}},
      {"1x1 with strides",
       {2, 5, 7, 9},
       {4, 5, 1, 1},
       {2, 2},
       {0, 0, 0, 0},
       {1, 1}},
      {"1x1 with strides and padding",
       {1, 5, 7, 9},
       {4, 5, 1, 1},
       {3, 2},
       {1, 2, 2, 1},
       {1, 1}},
      {"stem",
       {1, 3, 37, 41},
       {8, 3, 7, 7},
       {2, 2},
       {3, 3, 3, 3},
       {1, 1},
       1,
       true},
      {"3x3", {2, 6, 9, 8}, {5, 6, 3, 3}, {1, 1}, {1, 1, 1, 1}, {1, 1}},
      {"two taps a chunk",
       {1, 64, 6, 6},
       {10, 64, 3, 3},
       {1, 1},
       {1, 1, 1, 1},
       {1, 1},
       1,
       true},
      {"more than 128 channels",
       {1, 200, 5, 5},
       {10, 200, 3, 3},
       {1, 1},
       {1, 1, 1, 1},
       {1, 1}},
      {"more than 128 outputs",
       {1, 10, 5, 5},
       {150, 10, 3, 3},
       {2, 2},
       {1, 1, 1, 1},
       {1, 1},
       1,
       true},
      {"dilations", {1, 4, 12, 13}, {3, 4, 3, 2}, {1, 2}, {2, 3, 1, 0}, {2, 3}},
      {"uneven padding",
       {1, 4, 5, 5},
       {3, 4, 3, 3},
       {1, 1},
       {0, 2, 1, 0},
       {1, 1}},
      {"groups", {1, 6, 7, 7}, {4, 3, 3, 3}, {1, 1}, {1, 1, 1, 1}, {1, 1}, 2},
      {"depthwise",
       {1, 5, 7, 7},
       {5, 1, 3, 3},
       {1, 1},
       {1, 1, 1, 1},
       {1, 1},
       5},
      {"grouped constant",
       {1, 6, 7, 7},
       {4, 3, 3, 3},
       {1, 1},
       {1, 1, 1, 1},
       {1, 1},
       2,
       true},
      {"mostly padding",
       {1, 2, 2, 2},
       {3, 2, 5, 5},
       {1, 1},
       {4, 4, 4, 4},
       {1, 1}},
      {"bands of rows",
       {1, 2, 90, 400},
       {3, 2, 3, 3},
       {1, 1},
       {1, 1, 1, 1},
       {1, 1}},
      {"rows beyond 512 pixels",
       {1, 1, 4, 1100},
       {2, 1, 3, 3},
       {1, 1},
       {1, 1, 1, 1},
       {1, 1}},
      {"weights by outputs, several bands",
       {1, 300, 30, 40},
       {260, 300, 3, 3},
       {3, 3},
       {1, 1, 1, 1},
       {1, 1}},
      {"one dimension", {2, 4, 30}, {6, 4, 5}, {1}, {2, 2}, {1}},
      {"one dimension, groups and dilation",
       {1, 4, 30},
       {6, 2, 3},
       {2},
       {3, 1},
       {2},
       2},
      {"bands of columns", {1, 1, 30000}, {1, 1, 3}, {1}, {1, 1}, {1}},
  };
  auto type = GENERATE(ElementType::f32, ElementType::bf16, ElementType::f16,
                       ElementType::tf32, ElementType::f8e4m3,
                       ElementType::f8e5m2);
  for (const ConvolutionCase &c : cases) {
    INFO(c.what << " of " << name(type).str());
    CHECK(differential(
              {floats(type, c.input), floats(type, c.weight, c.constantWeight)},
              [&](OpBuilder &b, ValueRange v) -> Value {
                return graph::ConvolutionOp::create(b, v[0].getLoc(), v[0],
                                                    v[1], c.strides, c.pads,
                                                    c.dilations, c.groups, 128);
              }) == "");
  }
}

TEST_CASE("convolution with an epilogue has the evaluator's bits") {
  CHECK(differential({f32({2, 8, 12, 12}), constant({20, 8, 3, 3}),
                      constant({1, 20, 1, 1}), f32({2, 20, 6, 6})},
                     [](OpBuilder &b, ValueRange v) -> Value {
                       Location location = v[0].getLoc();
                       Value image = graph::ConvolutionOp::create(
                           b, location, v[0], v[1], ArrayRef<int64_t>{2, 2},
                           ArrayRef<int64_t>{1, 1, 1, 1},
                           ArrayRef<int64_t>{1, 1}, 1, 128);
                       Value biased =
                           graph::AddOp::create(b, location, image, v[2]);
                       Value sum =
                           graph::AddOp::create(b, location, biased, v[3]);
                       return graph::ReluOp::create(b, location, sum);
                     }) == "");
}

TEST_CASE("window has the evaluator's bits") {
  const WindowCase cases[] = {
      {"2x2", {1, 3, 6, 8}, {2, 2}, {2, 2}, {0, 0, 0, 0}, {1, 1}},
      {"3x3 padded", {2, 70, 9, 9}, {3, 3}, {2, 2}, {1, 1, 1, 1}, {1, 1}},
      {"dilations", {1, 3, 12, 12}, {2, 3}, {1, 2}, {1, 2, 0, 1}, {2, 3}},
      {"one row of kernel",
       {1, 3, 9, 12},
       {1, 3},
       {2, 1},
       {0, 1, 0, 1},
       {1, 1}},
      {"bands of rows", {1, 2, 100, 300}, {3, 3}, {1, 1}, {1, 1, 1, 1}, {1, 1}},
      {"one dimension", {2, 3, 50}, {5}, {3}, {2, 1}, {1}},
      {"more than 16 elements",
       {1, 2, 9, 9},
       {7, 7},
       {1, 1},
       {3, 3, 3, 3},
       {1, 1}},
      {"more than a piece",
       {1, 2, 60, 60},
       {50, 47},
       {7, 5},
       {3, 2, 3, 2},
       {1, 1}},
      {"more windows than one instruction reads",
       {1, 2, 3000},
       {2000},
       {3},
       {0, 0},
       {1}},
      {"longer than a partition",
       {1, 2, 20000},
       {14000},
       {3000},
       {100, 0},
       {1}},
      {"a row that does not fit",
       {1, 2, 3, 20000},
       {2, 3},
       {1, 2000},
       {1, 0, 0, 0},
       {2, 7000}},
  };
  for (const WindowCase &c : cases)
    for (graph::WindowKind kind :
         {graph::WindowKind::max, graph::WindowKind::average})
      for (bool countPad : {false, true}) {
        INFO(c.what << " " << stringifyWindowKind(kind).str() << " "
                    << countPad);
        CHECK(differential(
                  {f32(c.input)}, [&](OpBuilder &b, ValueRange v) -> Value {
                    return graph::WindowOp::create(b, v[0].getLoc(), v[0], kind,
                                                   c.kernel, c.strides, c.pads,
                                                   c.dilations, countPad);
                  }) == "");
      }
}
