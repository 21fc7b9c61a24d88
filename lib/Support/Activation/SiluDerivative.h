//===- SiluDerivative.h - The derivative of x / (1 + e^-x) ----------------===//
//
// With E = e^-x it is (1 + E (1 + x)) / (1 + E)^2, which cancels only around
// its root at -1.278; there its Taylor series around the root takes over.
// Beyond the limits it rounds to -0 or to 1, the limits at the infinities.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_LIB_SUPPORT_ACTIVATION_SILUDERIVATIVE_H
#define GLIA_LIB_SUPPORT_ACTIVATION_SILUDERIVATIVE_H

#include "Binary64.h"

namespace glia::numerics::GLIA_SIMD_NAMESPACE {

static inline double siluDerivative(double x) {
  constexpr double series[] = {
      -0x1.57238dca12615p-15, 0x1.8574d136d4cb4p-13, 0x1.a2a7caf0ee747p-11,
      0x1.098e92b8f076dp-13,  -0x1.b0f82c498fd2fp-8, -0x1.f2d0e32bc2994p-7,
      0x1.353eb573ca457p-6,   0x1.2c563458cc0adp-3,  0x1.be1410460527fp-3};
  double a = limit(x, -120.0, 120.0), e = exponential(-a), one = 1.0 + e;
  double far = (1.0 + e * (1.0 + a)) / (one * one);
  double offset = (a + 0x1.474973c84120bp+0) + 0x1.f8d74bc9ac154p-54;
  double near = offset * polynomial(series, offset);
  return magnitude(offset) < 0.0625 ? near : far;
}

} // namespace glia::numerics::GLIA_SIMD_NAMESPACE

#endif
