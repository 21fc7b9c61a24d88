//===- Square.cpp - Activation function `square` --------------------------===//
//
// x * x, correctly rounded: the product is exact in binary64.
//
//===----------------------------------------------------------------------===//
#include "Binary64.h"

namespace glia::numerics::GLIA_SIMD_NAMESPACE {

void activation_square(const float *in, float *out, size_t n) {
  forEach(in, out, n, [](double x) { return x * x; });
}

} // namespace glia::numerics::GLIA_SIMD_NAMESPACE
