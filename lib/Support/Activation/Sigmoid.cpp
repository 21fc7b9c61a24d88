//===- Sigmoid.cpp - Activation function `sigmoid` ------------------------===//
//
// 1 / (1 + e^-x): no cancellation anywhere. Below -104 the result rounds to 0
// and above 20 to 1, so the argument of the exponential is limited.
//
//===----------------------------------------------------------------------===//
#include "Binary64.h"

namespace glia::numerics::GLIA_SIMD_NAMESPACE {

void activation_sigmoid(const float *in, float *out, size_t n) {
  forEach(in, out, n, [](double x) {
    return 1.0 / (1.0 + exponential(limit(-x, -40.0, 120.0)));
  });
}

} // namespace glia::numerics::GLIA_SIMD_NAMESPACE
