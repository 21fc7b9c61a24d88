//===- EvaluateMovementTest.cpp - ops that move elements, fusions ---------===//
#include "EvaluateHelpers.h"
#include <catch2/catch.hpp>
#include <numeric>

using namespace glia;
using namespace glia::test;

static std::vector<int32_t> iota(int count) {
  std::vector<int32_t> result(count);
  std::iota(result.begin(), result.end(), 0);
  return result;
}
static Tensor counting(llvm::ArrayRef<int64_t> shape, int count) {
  return tensor(ElementType::i32, shape, iota(count));
}
using Integers = std::vector<int32_t>;

TEST_CASE("transpose, slice, broadcast, concat, pad", "[evaluate]") {
  Tensor x = counting({2, 3}, 6);
  CHECK(values<int32_t>(evaluateBody(
            {x}, "tensor<3x2xi32>",
            "%r = graph.transpose %a permutation = [1, 0] : (tensor<2x3xi32>) "
            "-> tensor<3x2xi32>")) == Integers{0, 3, 1, 4, 2, 5});
  CHECK(values<int32_t>(evaluateBody(
            {x}, "tensor<2x2xi32>",
            "%r = graph.slice %a starts = [1, 2] sizes = [2, 2] strides = [-1, "
            "-2] : (tensor<2x3xi32>) -> tensor<2x2xi32>")) ==
        Integers{5, 3, 2, 0});
  CHECK(values<int32_t>(evaluateBody(
            {counting({2, 1}, 2)}, "tensor<2x2x2xi32>",
            "%r = graph.broadcast %a : (tensor<2x1xi32>) -> "
            "tensor<2x2x2xi32>")) == Integers{0, 0, 1, 1, 0, 0, 1, 1});
  CHECK(values<int32_t>(evaluateBody(
            {x, counting({2, 1}, 2)}, "tensor<2x4xi32>",
            "%r = graph.concat %a, %b axis = 1 : (tensor<2x3xi32>, "
            "tensor<2x1xi32>) -> tensor<2x4xi32>")) ==
        Integers{0, 1, 2, 0, 3, 4, 5, 1});
  CHECK(values<int32_t>(
            evaluateBody({counting({1, 2}, 2)}, "tensor<2x4xi32>",
                         "%r = graph.pad %a low = [1, 1] high = [0, 1] value = "
                         "-7.0 : (tensor<1x2xi32>) -> tensor<2x4xi32>")) ==
        Integers{-7, -7, -7, -7, -7, 0, 1, -7});
}

TEST_CASE("empty slices and scalars", "[evaluate]") {
  CHECK(evaluateBody({counting({2, 3}, 6)}, "tensor<2x0xi32>",
                     "%r = graph.slice %a starts = [0, 3] sizes = [2, 0] "
                     "strides = [1, 1] : (tensor<2x3xi32>) -> tensor<2x0xi32>")
            .bytes.empty());
  CHECK(values<int32_t>(evaluateBody(
            {counting({}, 1)}, "tensor<1x1xi32>",
            "%r = graph.reshape %a : (tensor<i32>) -> tensor<1x1xi32>")) ==
        Integers{0});
}

TEST_CASE("gather wraps negative indices", "[evaluate]") {
  Tensor indices = tensor<int64_t>(ElementType::i64, {2, 1}, {-1, 0});
  CHECK(values<int32_t>(evaluateBody(
            {counting({2, 3}, 6), indices}, "tensor<2x2x1xi32>",
            "%r = graph.gather %a, %b axis = 1 : (tensor<2x3xi32>, "
            "tensor<2x1xi64>) -> tensor<2x2x1xi32>")) == Integers{2, 0, 5, 3});
}

TEST_CASE("constants and fusions", "[evaluate]") {
  ConstantStore store;
  std::vector<uint8_t> bytes = f32({3}, {1, 2, 3}).bytes;
  ConstantStore::Id id = store.addMemory("c", ElementType::f32, {3}, bytes);
  REQUIRE(id == 0);
  Tensor got = evaluateMain(R"(
func.func @main(%a: tensor<3xf32> {graph.name = "a"}) -> (tensor<3xf32> {graph.name = "r"}) {
  %c = graph.constant 0 : tensor<3xf32>
  %f:2 = graph.fusion elementwise(%a, %c) {
  ^bb0(%0: tensor<3xf32>, %1: tensor<3xf32>):
    %2 = graph.add %0, %1 : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
    %3 = graph.mul %2, %2 : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
    graph.yield %2, %3 : tensor<3xf32>, tensor<3xf32>
  } : (tensor<3xf32>, tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>)
  %r = graph.sub %f#1, %f#0 : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return %r : tensor<3xf32>
})",
                            {f32({3}, {1, 1, 1})}, store);
  CHECK(values<float>(got) == std::vector<float>{2, 6, 12});
}
