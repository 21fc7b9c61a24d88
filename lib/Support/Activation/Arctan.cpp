//===- Arctan.cpp - Activation function `arctan` --------------------------===//
//
// Over all of fp32: pi/2 + atan(-1 / |x|) above tan(3 pi / 8), pi/4 +
// atan((|x| - 1) / (|x| + 1)) above tan(pi / 8), with the sign of x. The rest
// t is t + t^3 q(t^2) with a Chebyshev fit of q.
//
//===----------------------------------------------------------------------===//
#include "Binary64.h"

namespace glia::numerics::GLIA_SIMD_NAMESPACE {

void activation_arctan(const float *in, float *out, size_t n) {
  forEach(in, out, n, [](double x) {
    constexpr double fit[] = {
        0x1.0ad10221730d6p-6,  -0x1.1b32a3266af2ep-5, 0x1.74dd67f0d3109p-5,
        -0x1.ac7a7bd8f05c0p-5, 0x1.e19a10824a50bp-5,  -0x1.110e87e6a8722p-4,
        0x1.3b1392d7e8f74p-4,  -0x1.745d165de250bp-4, 0x1.c71c71c3045bap-4,
        -0x1.249249248d7e6p-3, 0x1.9999999999953p-3,  -0x1.5555555555555p-2};
    double a = magnitude(x);
    bool large = a > 0x1.3504f333f9de6p+1, small = a < 0x1.a827999fcef32p-2;
    double above = large ? -1.0 : a - 1.0, below = large ? a : a + 1.0;
    double quotient = above / below;
    double start = large ? 0x1.921fb54442d18p+0 : 0x1.921fb54442d18p-1;
    double t = small ? a : quotient, square = t * t;
    double rest = t + t * (square * polynomial(fit, square));
    return withSignOf(small ? rest : start + rest, x);
  });
}

} // namespace glia::numerics::GLIA_SIMD_NAMESPACE
