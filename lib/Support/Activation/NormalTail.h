//===- NormalTail.h - The tail of the normal distribution -----------------===//
//
// P(-x), x >= 0, of the normal distribution P is e^(-x^2/2) Q(x): x^2/2 is
// exact in binary64, and (1 + 2x) Q(x) is smooth, so one polynomial in (x - 4)
// / (x + 4), a Chebyshev fit on [0, 14.6] with relative error below 2^-46,
// covers all of it with no cancellation.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_LIB_SUPPORT_ACTIVATION_NORMALTAIL_H
#define GLIA_LIB_SUPPORT_ACTIVATION_NORMALTAIL_H

#include "Binary64.h"

namespace glia::numerics::GLIA_SIMD_NAMESPACE {

/// Q(x) for 0 <= x <= 14.6.
static inline double scaledTail(double x) {
  constexpr double coefficients[] = {
      0x1.eec8ee2725293p-23,  0x1.14512d50e054cp-20,  0x1.64e6be4945a74p-22,
      -0x1.8ac323d4c6942p-18, -0x1.8abf476678a57p-18, 0x1.0903433225753p-15,
      0x1.3d480e248a2d5p-15,  -0x1.ac982691efd5bp-13, -0x1.2c844047c7e82p-13,
      0x1.9d656d0c77a5fp-10,  -0x1.3d35d0e619914p-10, -0x1.5877ba4b0c746p-7,
      0x1.6b6ea91a4c212p-5,   -0x1.862fda1b18c67p-4,  0x1.0800fd0f51055p-3,
      -0x1.8ac5bd7639810p-4,  -0x1.78fbb7ec2bd69p-6,  0x1.b30b52fe2778ap-1};
  double t = (x - 4.0) / (x + 4.0);
  return polynomial(coefficients, t) / (1.0 + 2.0 * x);
}

/// P(-x) for 0 <= x <= 14.6.
static inline double tail(double x) {
  return exponential(-0.5 * (x * x)) * scaledTail(x);
}

} // namespace glia::numerics::GLIA_SIMD_NAMESPACE

#endif
