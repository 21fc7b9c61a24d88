//===- Gelu.cpp - Activation function `gelu` ------------------------------===//
//
// x * P(x) with the normal distribution P(x) = (1 + erf(x / sqrt 2)) / 2, by
// its tail. Beyond the limit the result rounds to -0 or to x; minus infinity
// gives NaN, as infinity times zero does in ONNX's formula.
//
//===----------------------------------------------------------------------===//
#include "NormalTail.h"

namespace glia::numerics::GLIA_SIMD_NAMESPACE {

void activation_gelu(const float *in, float *out, size_t n) {
  forEach(in, out, n, [](double x) {
    double low = x < -14.6 ? -14.6 : x; // NaN passes
    double below = tail(limit(magnitude(x), 0.0, 14.6));
    double result = low * (x > 0 ? 1.0 - below : below);
    return x < -0x1p1000 ? __builtin_nan("") : result;
  });
}

} // namespace glia::numerics::GLIA_SIMD_NAMESPACE
