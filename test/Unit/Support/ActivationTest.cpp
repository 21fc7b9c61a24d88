//===- ActivationTest.cpp - Activation functions against MPFR -------------===//
//
// Dense samples over every exponent and sign; each function within 1 ulp of
// the correctly rounded result, and equal bits at each SIMD level.
//
//===----------------------------------------------------------------------===//
#include "ActivationReference.h"
#include "glia/Support/Numerics.h"
#include <bit>
#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

using namespace glia;
using namespace glia::numerics;

/// Every 65521st bit pattern, and the neighbourhood of the thresholds.
static std::vector<float> samples() {
  std::vector<float> result;
  for (uint64_t bits = 0; bits <= 0xFFFFFFFF; bits += 65521)
    result.push_back(std::bit_cast<float>(static_cast<uint32_t>(bits)));
  // Limits of the ranges of a computation, roots of the derivatives, multiples
  // of pi/2 and, last before the infinities, the fp32 number next to one.
  for (float around :
       {0.0f,        0.0625f,    0.41421356f, 0.5f,       0.75179152f,
        0.75115426f, 0.7524614f, 0.81429f,    1.0f,       1.2784645f,
        1.5707964f,  2.4142136f, 3.1415927f,  6.2831855f, 10.0f,
        14.6f,       16.0f,      20.0f,       40.0f,      80.0f,
        88.722839f,  103.97208f, 110.0f,      120.0f,     1.6367956e19f,
        INFINITY,    NAN})
    for (int sign : {0, 1})
      for (int offset = -40; offset <= 40; ++offset)
        result.push_back(std::bit_cast<float>(
            (std::bit_cast<uint32_t>(around) + static_cast<uint32_t>(offset)) ^
            (sign ? 0x80000000u : 0)));
  // Where the interesting part of gelu's and exp's tails lies.
  for (float x = -105.0f; x < 90.0f; x += 0.0431f)
    result.push_back(x);
  return result;
}

TEST_CASE("activation functions are within 1 ulp and equal at each level") {
  std::vector<float> in = samples();
  for (isa::ActivationFunction function : isa::allActivationFunctionCases) {
    std::vector<float> want(in.size()), got(in.size());
    activate(function, in.data(), got.data(), in.size(), SimdLevel::scalar,
             activationParameter);
    int64_t worst = 0;
    float at = 0;
    for (size_t i = 0; i < in.size(); ++i) {
      int64_t distance = ulps(got[i], activationReference(function, in[i]));
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
      activate(function, in.data(), other.data(), in.size(), level,
               activationParameter);
      CHECK(std::equal(
          got.begin(), got.end(), other.begin(), [](float a, float b) {
            return std::bit_cast<uint32_t>(a) == std::bit_cast<uint32_t>(b);
          }));
    }
  }
}
