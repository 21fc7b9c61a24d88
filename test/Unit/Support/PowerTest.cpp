//===- PowerTest.cpp - power, rsqrt and the roundings ---------------------===//
//
// power and rsqrt against MPFR, within 1 ulp; special values by IEEE 754; the
// integers by repeated multiplication.
//
//===----------------------------------------------------------------------===//
#include "ActivationReference.h"
#include "glia/Support/Numerics.h"
#include <bit>
#include <catch2/catch.hpp>
#include <cmath>
#include <mpfr.h>
#include <random>

using namespace glia;
using namespace glia::numerics;
using isa::AluOp;

/// Correctly rounded to fp32, subnormals included.
static float exactPower(float a, float b) {
  mpfr_exp_t low = mpfr_get_emin(), high = mpfr_get_emax();
  mpfr_t x, y, r;
  mpfr_inits2(24, x, y, r, nullptr);
  mpfr_set_flt(x, a, MPFR_RNDN);
  mpfr_set_flt(y, b, MPFR_RNDN);
  mpfr_set_emin(-148);
  mpfr_set_emax(128);
  int ternary = mpfr_pow(r, x, y, MPFR_RNDN);
  ternary = mpfr_check_range(r, ternary, MPFR_RNDN);
  mpfr_subnormalize(r, ternary, MPFR_RNDN);
  float result = mpfr_get_flt(r, MPFR_RNDN);
  mpfr_set_emin(low);
  mpfr_set_emax(high);
  mpfr_clears(x, y, r, nullptr);
  return result;
}

TEST_CASE("power is within 1 ulp") {
  std::mt19937 generator(5);
  std::uniform_real_distribution<float> logarithm(-103, 88), base(-30, 30);
  int64_t worst = 0;
  for (unsigned i = 0; i < 200000; ++i) {
    float a, b;
    if (i % 4 == 0) { // any bits
      a = std::bit_cast<float>(uint32_t(generator()) & 0x7FFFFFFFu);
      b = std::bit_cast<float>(uint32_t(generator()));
      if (!std::isfinite(a) || !std::isfinite(b))
        continue;
    } else { // results that are neither 0 nor infinite, near 1 and far
      a = i % 4 == 1 ? 1 + base(generator) * 1e-3f : std::exp(base(generator));
      b = logarithm(generator) / std::log(a);
    }
    worst = std::max(worst, ulps(alu(AluOp::power, a, b), exactPower(a, b)));
  }
  CHECK(worst <= 1);
}

TEST_CASE("power is exact where the result is") {
  CHECK(alu(AluOp::power, 2.0f, 10.0f) == 1024);
  CHECK(alu(AluOp::power, 3.0f, 15.0f) == 14348907);
  CHECK(alu(AluOp::power, 0x1p-149f, 1.0f) == 0x1p-149f);
  CHECK(alu(AluOp::power, 9.0f, 0.5f) == 3);
  CHECK(alu(AluOp::power, -5.0f, 3.0f) == -125);
  CHECK(alu(AluOp::power, -5.0f, 2.0f) == 25);
  CHECK(alu(AluOp::power, 7.0f, -1.0f) == 1.0f / 7);
}

TEST_CASE("power: the special values of IEEE 754") {
  const float special[] = {
      0.0f,         -0.0f,       1.0f,     -1.0f,     0.5f,  -0.5f, 2.0f,
      -2.0f,        3.0f,        -3.0f,    2.5f,      -2.5f, 1e10f, 16777215.0f,
      -16777215.0f, 33554432.0f, INFINITY, -INFINITY, NAN};
  for (float a : special)
    for (float b : special) {
      // The host's pow has these values by the same standard. Where the result
      // is an ordinary number the contract is 1 ulp.
      double want = std::pow(double(a), double(b));
      float got = alu(AluOp::power, a, b);
      INFO(a << " to the power of " << b);
      if (std::isnan(want))
        CHECK(std::bit_cast<uint32_t>(got) == canonicalNan);
      else if (std::isinf(float(want)) || want == 0 || std::fabs(a) == 1 ||
               b == 0 || b == 1)
        CHECK(std::bit_cast<uint32_t>(got) ==
              std::bit_cast<uint32_t>(float(want)));
      else
        CHECK(std::abs(int64_t(std::bit_cast<uint32_t>(got)) -
                       int64_t(std::bit_cast<uint32_t>(float(want)))) <= 1);
    }
}

TEST_CASE("power of integers wraps; negative exponents divide") {
  for (int32_t a = -9; a <= 9; ++a) {
    uint32_t product = 1;
    for (int32_t b = 0; b < 40; ++b) {
      CHECK(alu(AluOp::power, a, b) == int32_t(product));
      product *= uint32_t(a);
    }
    for (int32_t b = -5; b < 0; ++b)
      CHECK(alu(AluOp::power, a, b) ==
            alu(AluOp::divide, 1, alu(AluOp::power, a, -b)));
  }
  CHECK(alu(AluOp::power, int64_t(3), int64_t(39)) == 4052555153018976267);
  CHECK(alu(AluOp::power, -1, INT32_MIN) == 1);
  CHECK(alu(AluOp::power, int64_t(2), int64_t(64)) == 0);
}

TEST_CASE("rsqrt is within 1 ulp") {
  int64_t worst = 0;
  for (uint64_t bits = 0; bits < 0x7F800000; bits += 997) {
    float x = std::bit_cast<float>(uint32_t(bits));
    worst = std::max(
        worst, ulps(alu(AluOp::rsqrt, x, 0.0f),
                    activationReference(isa::ActivationFunction::rsqrt, x)));
  }
  CHECK(worst <= 1);
  CHECK(alu(AluOp::rsqrt, -0.0f, 0.0f) == -INFINITY);
  CHECK(std::isnan(alu(AluOp::rsqrt, -1.0f, 0.0f)));
}

TEST_CASE("floor, ceil and round_even: every exponent, the sign of zero kept") {
  std::mt19937 generator(6);
  for (unsigned i = 0; i < 200000; ++i) {
    float x = i < 400 ? float(int(i) - 200) / 4
                      : std::bit_cast<float>(uint32_t(generator()));
    auto same = [](float a, float b) {
      return std::isnan(b)
                 ? std::bit_cast<uint32_t>(a) == canonicalNan
                 : std::bit_cast<uint32_t>(a) == std::bit_cast<uint32_t>(b);
    };
    REQUIRE(same(alu(AluOp::floor, x, 0.0f), std::floor(x)));
    REQUIRE(same(alu(AluOp::ceil, x, 0.0f), std::ceil(x)));
    REQUIRE(same(alu(AluOp::round_even, x, 0.0f), std::nearbyint(x)));
  }
}

TEST_CASE("abs_max, abs_min, square and relu on integers") {
  CHECK(alu(AluOp::abs_max, -7, 5) == 7);
  CHECK(alu(AluOp::abs_min, -7, 5) == 5);
  CHECK(alu(AluOp::abs_min, 3, -3) == 3);
  CHECK(alu(AluOp::square, 65536, 0) == 0);
  CHECK(alu(AluOp::square, -9, 0) == 81);
  CHECK(alu(AluOp::relu, -9, 0) == 0);
  CHECK(alu(AluOp::relu, int64_t(1) << 40, int64_t(0)) == int64_t(1) << 40);
}
