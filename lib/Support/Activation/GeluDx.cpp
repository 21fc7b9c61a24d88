//===- GeluDx.cpp - Activation function `gelu_dx` -------------------------===//
//
// P(x) + x p(x) with the normal distribution P and its density p. With the
// tail e^(-x^2/2) Q(|x|) of P this is g = e^(-x^2/2) (Q(|x|) - |x| / sqrt(2
// pi)) for negative x and 1 - g for positive. It cancels only around its root
// at -0.752; there its Taylor series around the root takes over. Beyond the
// limits it rounds to -0 or to 1, the limits at the infinities.
//
//===----------------------------------------------------------------------===//
#include "NormalTail.h"

namespace glia::numerics::GLIA_SIMD_NAMESPACE {

void activation_gelu_dx(const float *in, float *out, size_t n) {
  forEach(in, out, n, [](double x) {
    constexpr double series[] = {
        0x1.69610924deba8p-14, 0x1.86c863b66083cp-13, -0x1.8680f74e6b6bap-11,
        -0x1.258a6d85633afp-9, 0x1.297b9d6ffaacdp-8,  0x1.3e346def42057p-6,
        -0x1.e4088244f901dp-7, -0x1.d2fa4c17c7e84p-4, -0x1.2a2ef9bb865aep-6,
        0x1.8d9a941de3ac5p-2,  0x1.b9d98fa5a3215p-2};
    double a = limit(magnitude(x), 0.0, 14.6);
    double below = exponential(-0.5 * (a * a)) *
                   (scaledTail(a) - a * 0x1.9884533d43651p-2);
    double far = x > 0 ? 1.0 - below : below;
    double offset = (x + 0x1.80ead197f00b4p-1) - 0x1.13e74c58cada8p-56;
    double near = offset * polynomial(series, offset);
    return magnitude(offset) < 0.0625 ? near : far;
  });
}

} // namespace glia::numerics::GLIA_SIMD_NAMESPACE
