//===- SiluDx.cpp - Activation function `silu_dx` -------------------------===//
//
// The derivative of silu.
//
//===----------------------------------------------------------------------===//
#include "SiluDerivative.h"

namespace glia::numerics::GLIA_SIMD_NAMESPACE {

void activation_silu_dx(const float *in, float *out, size_t n) {
  forEach(in, out, n, [](double x) { return siluDerivative(x); });
}

} // namespace glia::numerics::GLIA_SIMD_NAMESPACE
