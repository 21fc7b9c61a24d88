//===- GeluTanhDx.cpp - Activation function `gelu_tanh_dx` ----------------===//
//
// With v = 2 sqrt(2 / pi) (x + 0.044715 x^3), twice the argument of tanh, and
// E = e^-v it is (1 + E (1 + x v')) / (1 + E)^2, which cancels only around its
// root at -0.752; there its Taylor series around the root takes over. Beyond
// the limits it rounds to -0 or to 1, the limits at the infinities.
//
//===----------------------------------------------------------------------===//
#include "Binary64.h"

namespace glia::numerics::GLIA_SIMD_NAMESPACE {

void activation_gelu_tanh_dx(const float *in, float *out, size_t n) {
  forEach(in, out, n, [](double x) {
    constexpr double series[] = {
        0x1.04936f0ef73dbp-13, 0x1.14bf895a69517p-12, -0x1.e63f294331885p-11,
        -0x1.3d8d64170bb72p-9, 0x1.58c9ed713486cp-8,  0x1.427996dc249cep-6,
        -0x1.104a83edc0ddcp-6, -0x1.d2b77346470abp-4, -0x1.029615edb077ap-6,
        0x1.8cd1a2b2fff33p-2,  0x1.b8bacd2c96b91p-2};
    double a = limit(x, -11.5, 12.0), square = a * a;
    double v = a * (0x1.9884533d43651p+0 + 0x1.2444f2a4d8b4bp-4 * square);
    double slope = 0x1.9884533d43651p+0 + 0x1.b6676bf7450f0p-3 * square;
    double e = exponential(-v), one = 1.0 + e;
    double far = (1.0 + e * (1.0 + a * slope)) / (one * one);
    double offset = (a + 0x1.81429f9e97e4dp-1) - 0x1.4f523ed77dbdcp-55;
    double near = offset * polynomial(series, offset);
    return magnitude(offset) < 0.0625 ? near : far;
  });
}

} // namespace glia::numerics::GLIA_SIMD_NAMESPACE
