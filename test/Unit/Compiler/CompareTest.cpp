//===- CompareTest.cpp - The tolerance of verify --------------------------===//
//
// 8 u sqrt(L) max(|want|, rms(want)), element by element; integers exactly.
//
//===----------------------------------------------------------------------===//
#include "glia/Support/Error.h"
#include "lib/Compiler/Compare.h"
#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>

using namespace glia;

static Tensor floats(std::vector<float> values) {
  Tensor tensor{ElementType::f32, {static_cast<int64_t>(values.size())}, std::vector<uint8_t>(values.size() * 4)};
  std::memcpy(tensor.bytes.data(), values.data(), tensor.bytes.size());
  return tensor;
}

static OutputComparison compared(const Tensor &got, const Tensor &want, int64_t length,
                                 double roundoff = std::ldexp(1.0, -24)) {
  llvm::Expected<OutputComparison> result = compareOutput("y", got, want, length, roundoff);
  REQUIRE(!!result);
  return *result;
}

TEST_CASE("the tolerance grows with the root of the length and not below the rms") {
  float unit = std::ldexp(8.0f, -24);
  CHECK(compared(floats({1 + unit, -1}), floats({1, -1}), 1).ok);
  CHECK_FALSE(compared(floats({1 + 2 * unit, -1}), floats({1, -1}), 1).ok);
  CHECK(compared(floats({1 + 2 * unit, -1}), floats({1, -1}), 4).ok);
  // rms is 1 / sqrt(2): a zero may be off by that much of a unit.
  CHECK(compared(floats({0.5f * unit, 1}), floats({0, 1}), 1).ok);
  CHECK_FALSE(compared(floats({unit, 1}), floats({0, 1}), 1).ok);
}

TEST_CASE("the tolerance is of the cast type") {
  CompileOptions options;
  CHECK(unitRoundoff(options) == std::ldexp(1.0, -24));
  options.autoCast = "all";
  CHECK(unitRoundoff(options) == std::ldexp(1.0, -8));
  options.autoCastType = "fp16";
  CHECK(unitRoundoff(options) == std::ldexp(1.0, -11));
  options.autoCastType = "tf32";
  CHECK(unitRoundoff(options) == std::ldexp(1.0, -11));
  options.autoCastType = "fp8_e4m3";
  CHECK(unitRoundoff(options) == std::ldexp(1.0, -4));
  options.autoCastType = "fp8_e5m2";
  CHECK(unitRoundoff(options) == std::ldexp(1.0, -3));
  options.castOverrides = {"Conv=bf16", "a=b=fp32"};
  CHECK(unitRoundoff(options) == std::ldexp(1.0, -3));
  options.autoCast = "none";
  CHECK(unitRoundoff(options) == std::ldexp(1.0, -8));
  options = {};
  options.autoCast = "all";
  options.autoCastType = "fp16";
  float unit = std::ldexp(8.0f, -11);
  CHECK(compared(floats({1 + unit}), floats({1}), 1, unitRoundoff(options)).ok);
  CHECK_FALSE(compared(floats({1 + 2 * unit}), floats({1}), 1, unitRoundoff(options)).ok);
}

TEST_CASE("what is not finite must be the same") {
  float inf = HUGE_VALF, nan = NAN;
  CHECK(compared(floats({nan, inf, -inf}), floats({nan, inf, -inf}), 1).ok);
  CHECK_FALSE(compared(floats({nan}), floats({1}), 1).ok);
  CHECK_FALSE(compared(floats({1}), floats({nan}), 1).ok);
  CHECK_FALSE(compared(floats({-inf}), floats({inf}), 1).ok);
}

TEST_CASE("integers are exact") {
  Tensor one{ElementType::i64, {1}, {1, 0, 0, 0, 0, 0, 0, 0}}, two{ElementType::i64, {1}, {2, 0, 0, 0, 0, 0, 0, 0}};
  CHECK(compared(one, one, 1).ok);
  CHECK_FALSE(compared(one, two, 1 << 30).ok);
  CHECK(compared(one, two, 1).maxAbsoluteError == 1);
}

TEST_CASE("another shape is error E1801") {
  llvm::Expected<OutputComparison> result = compareOutput("y", floats({1}), floats({1, 2}), 1, std::ldexp(1.0, -24));
  REQUIRE(!result);
  llvm::handleAllErrors(result.takeError(), [](const GliaError &error) { CHECK(error.code == ErrorCode::E1801); });
}
