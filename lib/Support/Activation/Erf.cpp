//===- Erf.cpp - Activation function `erf` --------------------------------===//
//
// 1 - 2 P(-|x| sqrt 2) with the sign of x; below 1/2 that cancels, and the odd
// Taylor polynomial of degree 21 takes over.
//
//===----------------------------------------------------------------------===//
#include "NormalTail.h"

namespace glia::numerics::GLIA_SIMD_NAMESPACE {

void activation_erf(const float *in, float *out, size_t n) {
  forEach(in, out, n, [](double x) {
    constexpr double series[] = {
        0x1.fcc5720624c1cp-27,  -0x1.5f742ec43e71ap-23, 0x1.b9e6c9dc651a3p-20,
        -0x1.f4d25c3e0c2ebp-17, 0x1.f9a326f9b89b7p-14,  -0x1.c02db40040b86p-11,
        0x1.565bcd0e6a53fp-8,   -0x1.b82ce31288b51p-6,  0x1.ce2f21a042be2p-4,
        -0x1.812746b0379e7p-2,  0x1.20dd750429b6dp+0};
    double a = limit(magnitude(x), 0.0, 10.0);
    double small = a * polynomial(series, a * a);
    double large = 1.0 - 2.0 * tail(a * 0x1.6a09e667f3bcdp+0);
    return withSignOf(a < 0.5 ? small : large, x);
  });
}

} // namespace glia::numerics::GLIA_SIMD_NAMESPACE
