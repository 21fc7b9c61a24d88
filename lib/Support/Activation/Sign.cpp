//===- Sign.cpp - Activation function `sign` ------------------------------===//
//
// -1, +0 or 1; NaN propagates.
//
//===----------------------------------------------------------------------===//
#include "Binary64.h"

namespace glia::numerics::GLIA_SIMD_NAMESPACE {

void activation_sign(const float *in, float *out, size_t n) {
  forEach(in, out, n, [](double x) {
    double sign = (x > 0 ? 1.0 : 0.0) - (x < 0 ? 1.0 : 0.0);
    return x == x ? sign : x;
  });
}

} // namespace glia::numerics::GLIA_SIMD_NAMESPACE
