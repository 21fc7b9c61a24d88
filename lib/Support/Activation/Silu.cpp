//===- Silu.cpp - Activation function `silu` ------------------------------===//
//
// x / (1 + e^-x), no cancellation anywhere. Below -120 the result rounds to
// -0; minus infinity gives NaN, as infinity times zero does in ONNX's formula.
//
//===----------------------------------------------------------------------===//
#include "Binary64.h"

namespace glia::numerics::GLIA_SIMD_NAMESPACE {

void activation_silu(const float *in, float *out, size_t n) {
  forEach(in, out, n, [](double x) {
    double low = x < -120.0 ? -120.0 : x; // NaN passes
    double result = low / (1.0 + exponential(limit(-x, -40.0, 120.0)));
    return x < -0x1p1000 ? __builtin_nan("") : result;
  });
}

} // namespace glia::numerics::GLIA_SIMD_NAMESPACE
