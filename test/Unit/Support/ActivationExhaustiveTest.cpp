//===- ActivationExhaustiveTest.cpp - All inputs of 16 bits ---------------===//
//
// Every activation function at every bf16 and fp16 value, within 1 ulp of fp32
// of the correctly rounded result in MPFR.
//
//===----------------------------------------------------------------------===//
#include "ActivationReference.h"
#include "glia/Support/Numerics.h"
#include <catch2/catch.hpp>
#include <numeric>
#include <vector>

using namespace glia;
using namespace glia::numerics;

static void checkAll(ElementType type) {
  std::vector<uint16_t> patterns(65536);
  std::iota(patterns.begin(), patterns.end(), 0);
  std::vector<float> in(patterns.size()), out(patterns.size());
  convert(type, patterns.data(), ElementType::f32, in.data(), in.size());
  for (isa::ActivationFunction function : isa::allActivationFunctionCases) {
    activate(function, in.data(), out.data(), in.size(), bestSimdLevel(),
             activationParameter);
    int64_t worst = 0;
    float at = 0;
    for (size_t i = 0; i < in.size(); ++i) {
      int64_t distance = ulps(out[i], activationReference(function, in[i]));
      if (distance > worst)
        worst = distance, at = in[i];
    }
    INFO(isa::name(function).str() << " at " << at);
    CHECK(worst <= 1);
  }
}

TEST_CASE("activation functions at every bf16") { checkAll(ElementType::bf16); }
TEST_CASE("activation functions at every fp16") { checkAll(ElementType::f16); }
