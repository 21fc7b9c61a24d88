//===- Mish.cpp - Activation function `mish` ------------------------------===//
//
// x tanh(log(1 + e^x)): with e = e^x and m = e (e + 2) the tanh is m / (m +
// 2). Below -120 the result rounds to -0; minus infinity gives NaN, as
// infinity times zero does in ONNX's formula.
//
//===----------------------------------------------------------------------===//
#include "Binary64.h"

namespace glia::numerics::GLIA_SIMD_NAMESPACE {

void activation_mish(const float *in, float *out, size_t n) {
  forEach(in, out, n, [](double x) {
    double low = x < -120.0 ? -120.0 : x; // NaN passes
    double e = exponential(limit(x, -120.0, 40.0)), m = e * (e + 2.0);
    double result = low * (m / (m + 2.0));
    return x < -0x1p1000 ? __builtin_nan("") : result;
  });
}

} // namespace glia::numerics::GLIA_SIMD_NAMESPACE
