//===- GeluSigmoid.cpp - Activation function `gelu_sigmoid` ---------------===//
//
// x / (1 + e^(-1.702 x)), the sigmoid approximation of gelu. Below -80 the
// result rounds to -0; minus infinity gives NaN, as for silu.
//
//===----------------------------------------------------------------------===//
#include "Binary64.h"

namespace glia::numerics::GLIA_SIMD_NAMESPACE {

void activation_gelu_sigmoid(const float *in, float *out, size_t n) {
  forEach(in, out, n, [](double x) {
    double low = x < -80.0 ? -80.0 : x; // NaN passes
    double result = low / (1.0 + exponential(limit(-1.702 * x, -40.0, 140.0)));
    return x < -0x1p1000 ? __builtin_nan("") : result;
  });
}

} // namespace glia::numerics::GLIA_SIMD_NAMESPACE
