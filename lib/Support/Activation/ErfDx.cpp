//===- ErfDx.cpp - Activation function `erf_dx` ---------------------------===//
//
// 2 / sqrt(pi) e^(-x^2); x^2 is exact in binary64.
//
//===----------------------------------------------------------------------===//
#include "Binary64.h"

namespace glia::numerics::GLIA_SIMD_NAMESPACE {

void activation_erf_dx(const float *in, float *out, size_t n) {
  forEach(in, out, n, [](double x) {
    return 0x1.20dd750429b6dp+0 * exponential(limit(-(x * x), -120.0, 0.0));
  });
}

} // namespace glia::numerics::GLIA_SIMD_NAMESPACE
