//===- ActivationTest.cpp - Activation functions against MPFR -------------===//
//
// Dense samples over every exponent and sign; each function within 1 ulp of
// the correctly rounded result, and equal bits at each SIMD level.
//
//===----------------------------------------------------------------------===//
#include "glia/Support/Numerics.h"
#include <bit>
#include <catch2/catch.hpp>
#include <cmath>
#include <mpfr.h>
#include <vector>

using namespace glia;
using namespace glia::numerics;

/// Every 1021st bit pattern, and the neighbourhood of the thresholds.
static std::vector<float> samples() {
  std::vector<float> result;
  for (uint64_t bits = 0; bits <= 0xFFFFFFFF; bits += 10211)
    result.push_back(std::bit_cast<float>(static_cast<uint32_t>(bits)));
  for (float around : {0.0f, 1.0f, 0.0625f, 14.6f, 20.0f, 88.722839f,
                       103.97208f, 110.0f, INFINITY, NAN})
    for (int sign : {0, 1})
      for (int offset = -40; offset <= 40; ++offset)
        result.push_back(std::bit_cast<float>(
            (std::bit_cast<uint32_t>(around) + static_cast<uint32_t>(offset)) ^
            (sign ? 0x80000000u : 0)));
  // Where the interesting part of gelu's and exp's tails lies.
  for (float x = -105.0f; x < 90.0f; x += 0.0131f)
    result.push_back(x);
  return result;
}

/// Correctly rounded, subnormals included.
static float roundToFloat(mpfr_t value) {
  mpfr_exp_t low = mpfr_get_emin(), high = mpfr_get_emax();
  mpfr_t rounded;
  mpfr_init2(rounded, 24);
  mpfr_set_emin(-148);
  mpfr_set_emax(128);
  int ternary = mpfr_set(rounded, value, MPFR_RNDN);
  ternary = mpfr_check_range(rounded, ternary, MPFR_RNDN);
  mpfr_subnormalize(rounded, ternary, MPFR_RNDN);
  float result = mpfr_get_flt(rounded, MPFR_RNDN);
  mpfr_set_emin(low);
  mpfr_set_emax(high);
  mpfr_clear(rounded);
  return result;
}

static float reference(isa::ActivationFunction function, float x) {
  mpfr_t value, tail;
  mpfr_init2(value, 200);
  mpfr_init2(tail, 200);
  mpfr_set_flt(value, x, MPFR_RNDN);
  switch (function) {
  case isa::ActivationFunction::copy:
    break;
  case isa::ActivationFunction::relu:
    if (x <= 0)
      mpfr_set_zero(value, 1);
    break;
  case isa::ActivationFunction::exp:
    mpfr_exp(value, value, MPFR_RNDN);
    break;
  case isa::ActivationFunction::tanh:
    mpfr_tanh(value, value, MPFR_RNDN);
    break;
  case isa::ActivationFunction::sigmoid:
    mpfr_neg(value, value, MPFR_RNDN);
    mpfr_exp(value, value, MPFR_RNDN);
    mpfr_add_ui(value, value, 1, MPFR_RNDN);
    mpfr_ui_div(value, 1, value, MPFR_RNDN);
    break;
  case isa::ActivationFunction::sqrt:
    mpfr_sqrt(value, value, MPFR_RNDN);
    break;
  case isa::ActivationFunction::gelu:
    // x erfc(-x / sqrt 2) / 2
    mpfr_sqrt_ui(tail, 2, MPFR_RNDN);
    mpfr_div(tail, value, tail, MPFR_RNDN);
    mpfr_neg(tail, tail, MPFR_RNDN);
    mpfr_erfc(tail, tail, MPFR_RNDN);
    mpfr_mul(value, value, tail, MPFR_RNDN);
    mpfr_div_ui(value, value, 2, MPFR_RNDN);
    break;
  }
  float result = roundToFloat(value);
  mpfr_clear(value);
  mpfr_clear(tail);
  if (function == isa::ActivationFunction::gelu && x == -INFINITY)
    return NAN; // -infinity times zero
  return result;
}

/// Distance in representable values, 0 for equal bits; the zeros are 1 apart.
static int64_t ulps(float a, float b) {
  auto order = [](float x) {
    int32_t bits = std::bit_cast<int32_t>(x);
    return bits < 0 ? -static_cast<int64_t>(bits & 0x7FFFFFFF) - 1
                    : static_cast<int64_t>(bits);
  };
  if (std::isnan(a) || std::isnan(b))
    return std::isnan(a) && std::isnan(b) ? 0 : INT32_MAX;
  return std::abs(order(a) - order(b));
}

TEST_CASE("activation functions are within 1 ulp and equal at each level") {
  std::vector<float> in = samples();
  for (isa::ActivationFunction function : isa::allActivationFunctionCases) {
    std::vector<float> want(in.size()), got(in.size());
    activate(function, in.data(), got.data(), in.size(), SimdLevel::scalar);
    int64_t worst = 0;
    float at = 0;
    for (size_t i = 0; i < in.size(); ++i) {
      int64_t distance = ulps(got[i], reference(function, in[i]));
      if (distance > worst)
        worst = distance, at = in[i];
      if (std::isnan(got[i]))
        REQUIRE(std::bit_cast<uint32_t>(got[i]) == canonicalNan);
    }
    INFO(isa::name(function).str() << " at " << at);
    CHECK(worst <= 1);
    for (SimdLevel level : {SimdLevel::avx2, SimdLevel::avx512}) {
      if (!isSupported(level))
        continue;
      std::vector<float> other(in.size());
      activate(function, in.data(), other.data(), in.size(), level);
      CHECK(std::equal(
          got.begin(), got.end(), other.begin(), [](float a, float b) {
            return std::bit_cast<uint32_t>(a) == std::bit_cast<uint32_t>(b);
          }));
    }
  }
}
