//===- Tanh.cpp - Activation function `tanh` ------------------------------===//
//
// 1 - 2 / (e^2|x| + 1) with the sign of x; below 1/16 that cancels, and the
// odd Taylor polynomial of degree 9 takes over.
//
//===----------------------------------------------------------------------===//
#include "Binary64.h"

namespace glia::numerics::GLIA_SIMD_NAMESPACE {

void activation_tanh(const float *in, float *out, size_t n) {
  forEach(in, out, n, [](double x) {
    double a = limit(magnitude(x), 0.0, 20.0), square = a * a;
    double p = 62.0 / 2835.0;
    p = p * square - 17.0 / 315.0;
    p = p * square + 2.0 / 15.0;
    p = p * square - 1.0 / 3.0;
    double small = a + a * (square * p);
    double large = 1.0 - 2.0 / (exponential(2.0 * a) + 1.0);
    return withSignOf(a < 0.0625 ? small : large, x);
  });
}

} // namespace glia::numerics::GLIA_SIMD_NAMESPACE
