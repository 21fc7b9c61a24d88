//===- EvaluateReductionTest.cpp - reduce, window, softmax, layer_norm ----===//
#include "EvaluateHelpers.h"
#include <catch2/catch.hpp>
#include <cmath>

using namespace glia;
using namespace glia::test;

TEST_CASE("a sum is cut every 2048 and has 16 partials", "[evaluate]") {
  const int rows = 3, length = 5000;
  std::vector<float> x = randomFloats(rows * length, 1), want;
  for (int i = 0; i < rows; ++i)
    want.push_back(
        plainSum({x.begin() + i * length, x.begin() + (i + 1) * length}));
  Tensor got =
      evaluateBody({f32({rows, length}, x)}, "tensor<3xf32>",
                   "%r = graph.reduce sum %a axes = [1] keepdims = false cut = "
                   "2048 : (tensor<3x5000xf32>) -> tensor<3xf32>");
  CHECK(values<float>(got) == want);
}

TEST_CASE("axes that are not the last, mean, keepdims", "[evaluate]") {
  std::vector<float> x = randomFloats(4 * 3 * 7, 2), want;
  for (int j = 0; j < 3; ++j) {
    std::vector<float> elements;
    for (int i = 0; i < 4; ++i)
      for (int k = 0; k < 7; ++k)
        elements.push_back(x[(i * 3 + j) * 7 + k]);
    want.push_back(plainSum(elements) / 28.0f);
  }
  Tensor got =
      evaluateBody({f32({4, 3, 7}, x)}, "tensor<1x3x1xf32>",
                   "%r = graph.reduce mean %a axes = [0, 2] keepdims = true "
                   "cut = 2048 : (tensor<4x3x7xf32>) -> tensor<1x3x1xf32>");
  CHECK(values<float>(got) == want);
}

TEST_CASE("maximum of floats, sum and minimum of integers, empty sum",
          "[evaluate]") {
  Tensor got =
      evaluateBody({f32({2, 2}, {-1, -3, -2, -5})}, "tensor<2xf32>",
                   "%r = graph.reduce max %a axes = [0] keepdims = false cut = "
                   "2048 : (tensor<2x2xf32>) -> tensor<2xf32>");
  CHECK(values<float>(got) == std::vector<float>{-1, -3});
  Tensor integers = tensor<int64_t>(ElementType::i64, {3}, {1ll << 60, 5, -9});
  for (auto [kind, want] :
       {std::pair<std::string, int64_t>{"sum", (1ll << 60) - 4}, {"min", -9}})
    CHECK(values<int64_t>(
              evaluateBody({integers}, "tensor<i64>",
                           "%r = graph.reduce " + kind +
                               " %a axes = [0] keepdims = false cut = 2048 : "
                               "(tensor<3xi64>) -> tensor<i64>")) ==
          std::vector<int64_t>{want});
  CHECK(values<float>(evaluateBody(
            {f32({0}, {})}, "tensor<f32>",
            "%r = graph.reduce sum %a axes = [0] keepdims = false cut = 2048 "
            ": (tensor<0xf32>) -> tensor<f32>")) == std::vector<float>{0});
}

TEST_CASE("pooling with padding", "[evaluate]") {
  Tensor x = f32({1, 1, 3, 3}, {-1, -2, -3, -4, -5, -6, -7, -8, -9});
  auto pool = [&](std::string kind, std::string counts) {
    return values<float>(evaluateBody(
        {x}, "tensor<1x1x2x2xf32>",
        "%r = graph.window " + kind +
            " %a kernel = [2, 2] strides = [2, 2] pads = [1, 1, 0, 0] "
            "dilations = [1, 1] count_include_pad = " +
            counts + " : (tensor<1x1x3x3xf32>) -> tensor<1x1x2x2xf32>"));
  };
  CHECK(pool("max", "false") == std::vector<float>{-1, -2, -4, -5});
  CHECK(pool("average", "false") == std::vector<float>{-1, -2.5, -5.5, -7});
  CHECK(pool("average", "true") == std::vector<float>{-0.25, -1.25, -2.75, -7});
}

TEST_CASE("softmax does its five steps", "[evaluate]") {
  std::vector<float> x = randomFloats(2 * 3 * 40, 3);
  for (float &value : x)
    value *= 0.01f;
  Tensor d = evaluateBody(
      {f32({2, 3, 40}, x)}, "tensor<2x3x40xf32>",
      "%m = graph.reduce max %a axes = [1] keepdims = true cut = 2048 : "
      "(tensor<2x3x40xf32>) -> tensor<2x1x40xf32>\n"
      "%d = graph.sub %a, %m : (tensor<2x3x40xf32>, tensor<2x1x40xf32>) -> "
      "tensor<2x3x40xf32>\n"
      "%e = graph.exp %d : (tensor<2x3x40xf32>) -> tensor<2x3x40xf32>\n"
      "%s = graph.reduce sum %e axes = [1] keepdims = true cut = 2048 : "
      "(tensor<2x3x40xf32>) -> tensor<2x1x40xf32>\n"
      "%r = graph.div %e, %s : (tensor<2x3x40xf32>, tensor<2x1x40xf32>) -> "
      "tensor<2x3x40xf32>");
  Tensor got = evaluateBody({f32({2, 3, 40}, x)}, "tensor<2x3x40xf32>",
                            "%r = graph.softmax %a axis = 1 : "
                            "(tensor<2x3x40xf32>) -> tensor<2x3x40xf32>");
  CHECK(got == d);
  float sum = 0;
  for (int i = 0; i < 3; ++i)
    sum += values<float>(got)[i * 40];
  CHECK(std::abs(sum - 1) < 1e-6f);
}

TEST_CASE("layer_norm does its listed steps", "[evaluate]") {
  const int rows = 4, length = 300;
  std::vector<float> x = randomFloats(rows * length, 4),
                     g = randomFloats(length, 5), b = randomFloats(length, 6),
                     want;
  for (int i = 0; i < rows; ++i) {
    std::vector<float> d(x.begin() + i * length, x.begin() + (i + 1) * length),
        squares;
    float mean = plainSum(d) / length;
    for (float &value : d) {
      value = value - mean;
      squares.push_back(value * value);
    }
    float q = std::sqrt(plainSum(squares) / length + 1e-5f);
    for (int j = 0; j < length; ++j) {
      float scaled = d[j] / q * g[j];
      want.push_back(scaled + b[j]);
    }
  }
  Tensor got =
      evaluateBody({f32({rows, length}, x), f32({length}, g), f32({length}, b)},
                   "tensor<4x300xf32>",
                   "%r = graph.layer_norm %a, %b, %c axis = 1 epsilon = "
                   "1.0e-05 : (tensor<4x300xf32>, tensor<300xf32>, "
                   "tensor<300xf32>) -> tensor<4x300xf32>");
  CHECK(values<float>(got) == want);
}
