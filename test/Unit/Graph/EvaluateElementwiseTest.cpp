//===- EvaluateElementwiseTest.cpp - elementwise ops ----------------------===//
#include "EvaluateHelpers.h"
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

using namespace glia;
using namespace glia::test;

static const float notANumber = std::numeric_limits<float>::quiet_NaN(),
                   infinity = std::numeric_limits<float>::infinity();

static std::vector<uint32_t> bits(const Tensor &tensor) {
  return values<uint32_t>(tensor);
}

TEST_CASE("broadcasting in every dimension", "[evaluate]") {
  std::vector<float> x = randomFloats(2 * 1 * 5, 1), y = randomFloats(3 * 1, 2),
                     want;
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 3; ++j)
      for (int k = 0; k < 5; ++k)
        want.push_back(x[i * 5 + k] - y[j]);
  Tensor got =
      evaluateBody({f32({2, 1, 5}, x), f32({3, 1}, y)}, "tensor<2x3x5xf32>",
                   "%r = graph.sub %a, %b : (tensor<2x1x5xf32>, "
                   "tensor<3x1xf32>) -> tensor<2x3x5xf32>");
  CHECK(values<float>(got) == want);
}

TEST_CASE("rows longer than one block and several tasks", "[evaluate]") {
  std::vector<float> x = randomFloats(40 * 5000, 3), y = randomFloats(5000, 4),
                     want;
  for (size_t i = 0; i < x.size(); ++i)
    want.push_back(x[i] * y[i % 5000]);
  Tensor got =
      evaluateBody({f32({40, 5000}, x), f32({5000}, y)}, "tensor<40x5000xf32>",
                   "%r = graph.mul %a, %b : (tensor<40x5000xf32>, "
                   "tensor<5000xf32>) -> tensor<40x5000xf32>");
  CHECK(values<float>(got) == want);
}

TEST_CASE("special values of fp32", "[evaluate]") {
  Tensor x = f32({5}, {-0.0f, notANumber, infinity, -2.0f, 0.0f}),
         y = f32({5}, {0.0f, 1.0f, 0.0f, 0.0f, -0.0f});
  auto binary = [&](std::string op, std::string element) {
    return evaluateBody(
        {x, y}, "tensor<5x" + element + ">",
        "%r = graph." + op +
            " %a, %b : (tensor<5xf32>, tensor<5xf32>) -> tensor<5x" + element +
            ">");
  };
  CHECK(bits(binary("max", "f32")) ==
        std::vector<uint32_t>{0, 0x7FC00000, 0x7F800000, 0, 0});
  CHECK(
      bits(binary("min", "f32")) ==
      std::vector<uint32_t>{0x80000000, 0x7FC00000, 0, 0xC0000000, 0x80000000});
  CHECK(bits(binary("mul", "f32")) ==
        std::vector<uint32_t>{0x80000000, 0x7FC00000, 0x7FC00000, 0x80000000,
                              0x80000000});
  CHECK(values<uint8_t>(binary("equal", "i1")) ==
        std::vector<uint8_t>{1, 0, 0, 0, 1});
  CHECK(values<uint8_t>(binary("not_equal", "i1")) ==
        std::vector<uint8_t>{0, 1, 1, 1, 0});
  CHECK(values<uint8_t>(binary("less", "i1")) ==
        std::vector<uint8_t>{0, 0, 0, 1, 0});
  CHECK(values<uint8_t>(binary("greater_equal", "i1")) ==
        std::vector<uint8_t>{1, 0, 1, 0, 1});
}

TEST_CASE("unary operators", "[evaluate]") {
  Tensor x = f32({4}, {-3.0f, 0.0f, 7.0f, notANumber});
  auto unary = [&](std::string op) {
    return bits(evaluateBody({x}, "tensor<4xf32>",
                             "%r = graph." + op +
                                 " %a : (tensor<4xf32>) -> tensor<4xf32>"));
  };
  auto want = [](std::vector<float> floats) { return bits(f32({4}, floats)); };
  CHECK(unary("neg") == want({3.0f, -0.0f, -7.0f, notANumber}));
  CHECK(unary("abs") == want({3.0f, 0.0f, 7.0f, notANumber}));
  CHECK(unary("reciprocal") ==
        want({1.0f / -3.0f, infinity, 1.0f / 7.0f, notANumber}));
  CHECK(unary("relu") == want({0.0f, 0.0f, 7.0f, notANumber}));
  CHECK(unary("sqrt")[2] == want({0, 0, std::sqrt(7.0f), 0})[2]);
  CHECK(
      std::abs(values<float>(evaluateBody(
                   {x}, "tensor<4xf32>",
                   "%r = graph.exp %a : (tensor<4xf32>) -> tensor<4xf32>"))[0] -
               std::exp(-3.0f)) < 1e-8f);
  CHECK(values<uint8_t>(evaluateBody(
            {x}, "tensor<4xi1>",
            "%r = graph.is_nan %a : (tensor<4xf32>) -> tensor<4xi1>")) ==
        std::vector<uint8_t>{0, 0, 0, 1});
}

TEST_CASE("integers wrap", "[evaluate]") {
  std::vector<int64_t> x = {INT64_MAX, -7, 1ll << 40}, y = {1, 2, 3};
  Tensor a = tensor(ElementType::i64, {3}, x),
         b = tensor(ElementType::i64, {3}, y);
  auto binary = [&](std::string op) {
    return values<int64_t>(evaluateBody(
        {a, b}, "tensor<3xi64>",
        "%r = graph." + op +
            " %a, %b : (tensor<3xi64>, tensor<3xi64>) -> tensor<3xi64>"));
  };
  CHECK(binary("add") == std::vector<int64_t>{INT64_MIN, -5, (1ll << 40) + 3});
  CHECK(binary("div") == std::vector<int64_t>{INT64_MAX, -3, (1ll << 40) / 3});
  CHECK(binary("max") == std::vector<int64_t>{INT64_MAX, 2, 1ll << 40});
  Tensor u = tensor<uint8_t>(ElementType::u8, {2}, {250, 3});
  CHECK(values<uint8_t>(evaluateBody({u}, "tensor<2xui8>",
                                     "%r = graph.add %a, %a : (tensor<2xui8>, "
                                     "tensor<2xui8>) -> tensor<2xui8>")) ==
        std::vector<uint8_t>{244, 6});
}

TEST_CASE("logic on bools", "[evaluate]") {
  Tensor x = tensor<uint8_t>(ElementType::boolean, {4}, {0, 0, 1, 1}),
         y = tensor<uint8_t>(ElementType::boolean, {4}, {0, 1, 0, 1});
  auto binary = [&](std::string op) {
    return values<uint8_t>(evaluateBody(
        {x, y}, "tensor<4xi1>",
        "%r = graph." + op +
            " %a, %b : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>"));
  };
  CHECK(binary("logical_and") == std::vector<uint8_t>{0, 0, 0, 1});
  CHECK(binary("logical_or") == std::vector<uint8_t>{0, 1, 1, 1});
  CHECK(binary("logical_xor") == std::vector<uint8_t>{0, 1, 1, 0});
  CHECK(values<uint8_t>(evaluateBody(
            {x}, "tensor<4xi1>",
            "%r = graph.logical_not %a : (tensor<4xi1>) -> tensor<4xi1>")) ==
        std::vector<uint8_t>{1, 1, 0, 0});
}

TEST_CASE("select keeps bits and broadcasts", "[evaluate]") {
  Tensor c = tensor<uint8_t>(ElementType::boolean, {2, 1}, {1, 0}),
         x = tensor<uint32_t>(ElementType::f32, {3}, {0x7F812345, 1, 2});
  Tensor got = evaluateBody({c, x, f32({}, {5.0f})}, "tensor<2x3xf32>",
                            "%r = graph.select %a, %b, %c : (tensor<2x1xi1>, "
                            "tensor<3xf32>, tensor<f32>) -> tensor<2x3xf32>");
  CHECK(bits(got) == std::vector<uint32_t>{0x7F812345, 1, 2, 0x40A00000,
                                           0x40A00000, 0x40A00000});
}

TEST_CASE("casts", "[evaluate]") {
  Tensor x = f32({5}, {2.5f, -1e20f, notANumber, 0.0f, 3.5f});
  CHECK(values<int32_t>(evaluateBody(
            {x}, "tensor<5xi32>",
            "%r = graph.cast %a : (tensor<5xf32>) -> tensor<5xi32>")) ==
        std::vector<int32_t>{2, INT32_MIN, 0, 0, 4});
  CHECK(values<uint8_t>(evaluateBody(
            {x}, "tensor<5xi1>",
            "%r = graph.cast %a : (tensor<5xf32>) -> tensor<5xi1>")) ==
        std::vector<uint8_t>{1, 1, 1, 0, 1});
  Tensor wide = tensor<int64_t>(ElementType::i64, {2}, {(1ll << 32) + 7, -1});
  CHECK(values<int32_t>(evaluateBody(
            {wide}, "tensor<2xi32>",
            "%r = graph.cast %a : (tensor<2xi64>) -> tensor<2xi32>")) ==
        std::vector<int32_t>{7, -1});
}

// Largest finite ones: 240 and 57344. A NaN stays one.
TEST_CASE("casts to fp8 saturate, those to f16 do not", "[evaluate]") {
  Tensor x = f32({4}, {1e6f, -1e6f, 1.0f, HUGE_VALF});
  CHECK(values<float>(evaluateBody(
            {x}, "tensor<4xf32>",
            "%c = graph.cast %a : (tensor<4xf32>) -> tensor<4xf8E4M3>\n"
            "%r = graph.cast %c : (tensor<4xf8E4M3>) -> tensor<4xf32>")) ==
        std::vector<float>{240, -240, 1, 240});
  CHECK(values<float>(evaluateBody(
            {x}, "tensor<4xf32>",
            "%c = graph.cast %a : (tensor<4xf32>) -> tensor<4xf8E5M2>\n"
            "%r = graph.cast %c : (tensor<4xf8E5M2>) -> tensor<4xf32>")) ==
        std::vector<float>{57344, -57344, 1, 57344});
  CHECK(values<float>(evaluateBody(
            {x}, "tensor<4xf32>",
            "%c = graph.cast %a : (tensor<4xf32>) -> tensor<4xf16>\n"
            "%r = graph.cast %c : (tensor<4xf16>) -> tensor<4xf32>")) ==
        std::vector<float>{HUGE_VALF, -HUGE_VALF, 1, HUGE_VALF});
}
