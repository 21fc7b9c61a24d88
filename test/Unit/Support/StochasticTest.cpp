//===- StochasticTest.cpp - Casts that round by random bits ---------------===//
//
// Against neighbours found by search and a fraction computed by MPFR.
//
//===----------------------------------------------------------------------===//
#include "glia/Support/Numerics.h"
#include "glia/Support/StochasticRounding.h"
#include <bit>
#include <catch2/catch.hpp>
#include <cmath>
#include <map>
#include <mpfr.h>
#include <random>
#include <vector>

using namespace glia;
using namespace glia::numerics;

static const ElementType types[] = {ElementType::tf32,     ElementType::bf16,
                                    ElementType::f16,      ElementType::f8e4m3,
                                    ElementType::f8e4m3fn, ElementType::f8e5m2};

static uint32_t nearest(ElementType type, float x, bool saturate = false) {
  uint32_t bits = 0;
  convert(ElementType::f32, &x, type, &bits, 1, saturate);
  return bits;
}
static float back(ElementType type, uint32_t bits) {
  return toFloat(type, &bits);
}

/// The finite values of a type, ascending, and their bits.
static const std::map<float, uint32_t> &gridOf(ElementType type) {
  static std::map<ElementType, std::map<float, uint32_t>> grids;
  std::map<float, uint32_t> &grid = grids[type];
  if (!grid.empty())
    return grid;
  bool isTf32 = type == ElementType::tf32;
  uint32_t count = isTf32 ? 1u << 19 : 1u << bitWidth(type);
  for (uint32_t i = 0; i < count; ++i) {
    uint32_t bits = isTf32 ? i << 13 : i;
    float x = back(type, bits);
    if (std::isfinite(x) && !(x == 0 && std::signbit(x)))
      grid[x] = bits;
  }
  return grid;
}

/// floor((x - lo) / (hi - lo) * 2^32)
static uint64_t fraction(float x, float lo, float hi) {
  mpfr_t a, b;
  mpfr_inits2(700, a, b, static_cast<mpfr_ptr>(nullptr));
  mpfr_set_flt(a, x, MPFR_RNDN);
  mpfr_sub_d(a, a, lo, MPFR_RNDN);
  mpfr_set_flt(b, hi, MPFR_RNDN);
  mpfr_sub_d(b, b, lo, MPFR_RNDN); // a power of two, so the quotient is exact
  mpfr_div(a, a, b, MPFR_RNDN);
  mpfr_mul_2ui(a, a, 32, MPFR_RNDN);
  mpfr_floor(a, a);
  uint64_t result = mpfr_get_ui(a, MPFR_RNDN);
  mpfr_clears(a, b, static_cast<mpfr_ptr>(nullptr));
  return result;
}

TEST_CASE("stochastic rounding takes the upper neighbour iff r < F") {
  std::mt19937 generator(1);
  for (ElementType type : types) {
    const auto &grid = gridOf(type);
    unsigned tried = 0;
    for (unsigned i = 0; i < 20000; ++i) {
      float x = std::bit_cast<float>(uint32_t(generator()));
      if (i % 2) // most random patterns lie outside the narrow formats
        x = std::ldexp(static_cast<float>(int32_t(generator())),
                       int(generator() % 40) - 50);
      if (i % 8 == 7)
        x = std::bit_cast<float>(uint32_t(generator()) & 0x80FFFFFF);
      if (!(std::fabs(x) < grid.rbegin()->first) || grid.count(x))
        continue;
      auto high = grid.upper_bound(x), low = std::prev(high);
      uint64_t f = fraction(x, low->first, high->first);
      // A zero keeps the sign of what was rounded.
      uint32_t sign =
          type == ElementType::tf32 ? 1u << 31 : 1u << (bitWidth(type) - 1);
      uint32_t highBits =
          high->first == 0 && x < 0 ? high->second | sign : high->second;
      INFO(name(type).str() << " " << x << " " << f);
      REQUIRE(roundStochastically(x, type, uint32_t(f)) == low->second);
      REQUIRE(roundStochastically(x, type, 0xFFFFFFFF) == low->second);
      if (f)
        REQUIRE(roundStochastically(x, type, uint32_t(f - 1)) == highBits);
      ++tried;
    }
    CHECK(tried > 5000);
  }
}

TEST_CASE("stochastic rounding never moves an exact value") {
  for (ElementType type : types)
    for (auto [x, bits] : gridOf(type))
      for (uint32_t random : {0u, 0x80000000u, 0xFFFFFFFFu})
        REQUIRE(roundStochastically(x, type, random) == bits);
}

TEST_CASE("stochastic rounding: overflow and NaN as to nearest even") {
  for (ElementType type : types) {
    float largest = gridOf(type).rbegin()->first;
    for (float x : {largest * 1.0001f, largest * 1.06f, largest * 2, 3.4e38f,
                    INFINITY, NAN})
      for (float signedX : {x, -x})
        for (bool saturate : {false, true})
          for (uint32_t random : {0u, 0xFFFFFFFFu})
            if (std::isnan(x) || std::fabs(x) > largest)
              CHECK(roundStochastically(signedX, type, random, saturate) ==
                    nearest(type, signedX, saturate));
  }
}

TEST_CASE("stochastic rounding: 2^20 draws within 4 sigma of the fraction") {
  constexpr size_t draws = 1 << 20;
  std::vector<uint64_t> index(draws);
  for (size_t i = 0; i < draws; ++i)
    index[i] = i;
  uint32_t stream = 0;
  for (ElementType type : types)
    for (float x : {1.03f, -1.49f, 0.00071f, -3.7f}) {
      const auto &grid = gridOf(type);
      auto high = grid.upper_bound(x), low = std::prev(high);
      double f = double(fraction(x, low->first, high->first)) / 0x1p32;
      std::vector<float> in(draws, x);
      std::vector<uint8_t> out(draws * 4);
      convertStochastic(in.data(), type, out.data(), index.data(), draws,
                        {11, stream++, 3, 0});
      size_t ups = 0, bytes = bitWidth(type) / 8;
      for (size_t i = 0; i < draws; ++i) {
        float got = toFloat(type, out.data() + i * bytes);
        REQUIRE((got == low->first || got == high->first));
        ups += got == high->first;
      }
      double sigma = std::sqrt(f * (1 - f) * draws);
      INFO(name(type).str() << " " << x << " " << f << " " << ups);
      CHECK(std::fabs(double(ups) - f * draws) <= 4 * sigma);
    }
}

TEST_CASE("4096 increments of 2^-9 onto bf16 1.0") {
  float still = 1;
  for (unsigned i = 0; i < 4096; ++i)
    still =
        back(ElementType::bf16, nearest(ElementType::bf16, still + 0x1p-9f));
  CHECK(still == 1);
  double sum = 0;
  for (uint32_t seed = 0; seed < 256; ++seed) {
    float x = 1;
    for (uint32_t step = 0; step < 4096; ++step)
      x = back(ElementType::bf16,
               roundStochastically(x + 0x1p-9f, ElementType::bf16,
                                   randomWord({seed, 5, step, 0}, 17)));
    sum += x;
  }
  CHECK(std::fabs(sum / 256 - 9) <= 9 * 0.015);
}
