//===- GeluSigmoidDx.cpp - Activation function `gelu_sigmoid_dx` ----------===//
//
// The derivative of x s(1.702 x) with s = sigmoid: that of silu at 1.702 x.
//
//===----------------------------------------------------------------------===//
#include "SiluDerivative.h"

namespace glia::numerics::GLIA_SIMD_NAMESPACE {

void activation_gelu_sigmoid_dx(const float *in, float *out, size_t n) {
  forEach(in, out, n, [](double x) { return siluDerivative(1.702 * x); });
}

} // namespace glia::numerics::GLIA_SIMD_NAMESPACE
