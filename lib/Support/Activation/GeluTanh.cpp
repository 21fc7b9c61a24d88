//===- GeluTanh.cpp - Activation function `gelu_tanh` ---------------------===//
//
// x (1 + tanh(sqrt(2 / pi) (x + 0.044715 x^3))) / 2, the tanh approximation of
// gelu: x / (1 + e^-2u) with the argument u of tanh. Below -16 the result
// rounds to -0; minus infinity gives NaN, as infinity times zero does in
// ONNX's formula.
//
//===----------------------------------------------------------------------===//
#include "Binary64.h"

namespace glia::numerics::GLIA_SIMD_NAMESPACE {

void activation_gelu_tanh(const float *in, float *out, size_t n) {
  forEach(in, out, n, [](double x) {
    double low = x < -16.0 ? -16.0 : x; // NaN passes
    double twice =
        low * (0x1.9884533d43651p+0 + 0x1.2444f2a4d8b4bp-4 * (low * low));
    double result = low / (1.0 + exponential(limit(-twice, -40.0, 300.0)));
    return x < -0x1p1000 ? __builtin_nan("") : result;
  });
}

} // namespace glia::numerics::GLIA_SIMD_NAMESPACE
