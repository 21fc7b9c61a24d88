//===- Rsqrt.cpp - Activation function `rsqrt` ----------------------------===//
//
// 1 / sqrt x; an infinity at the zeros with their sign, NaN below.
//
//===----------------------------------------------------------------------===//
#include "Binary64.h"

namespace glia::numerics::GLIA_SIMD_NAMESPACE {

void activation_rsqrt(const float *in, float *out, size_t n) {
  forEach(in, out, n, [](double x) { return 1.0 / __builtin_sqrt(x); });
}

} // namespace glia::numerics::GLIA_SIMD_NAMESPACE
