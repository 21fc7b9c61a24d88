//===- Softplus.cpp - Activation function `softplus` ----------------------===//
//
// log(1 + e^x) = max(x, 0) + log(1 + t), t = e^-|x|. With s = t / (2 + t) the
// logarithm is 2 atanh(s), s + s^3 q(s^2) with a Chebyshev fit of q on [0,
// 1/9].
//
//===----------------------------------------------------------------------===//
#include "Binary64.h"

namespace glia::numerics::GLIA_SIMD_NAMESPACE {

void activation_softplus(const float *in, float *out, size_t n) {
  forEach(in, out, n, [](double x) {
    constexpr double fit[] = {
        0x1.401d3e65cdc48p-4, 0x1.32e0d25c9c761p-5, 0x1.bc37f0140c19ep-5,
        0x1.e0a2d581ab68fp-5, 0x1.111abdc8abe16p-4, 0x1.3b13515f6f9efp-4,
        0x1.745d19937b1fcp-4, 0x1.c71c71bedea97p-4, 0x1.2492492499d46p-3,
        0x1.9999999999944p-3, 0x1.5555555555555p-2};
    double t = exponential(limit(-magnitude(x), -120.0, 0.0));
    double s = t / (2.0 + t), square = s * s;
    double logarithm = 2.0 * (s + s * (square * polynomial(fit, square)));
    return (x < 0 ? 0.0 : x) + logarithm;
  });
}

} // namespace glia::numerics::GLIA_SIMD_NAMESPACE
