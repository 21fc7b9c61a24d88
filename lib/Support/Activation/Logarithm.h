//===- Logarithm.h - The natural logarithm in binary64 --------------------===//
//
// x = 2^k m with m in [sqrt 1/2, sqrt 2): k ln 2 + log m. With s = (m - 1) /
// (m + 1) log m is 2 atanh(s), s + s^3 q(s^2) with a Chebyshev fit of q.
// fp32's subnormals are normal in binary64.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_LIB_SUPPORT_ACTIVATION_LOGARITHM_H
#define GLIA_LIB_SUPPORT_ACTIVATION_LOGARITHM_H

#include "Binary64.h"

namespace glia::numerics::GLIA_SIMD_NAMESPACE {

/// log x for normal x > 0, relative error below 2^-48; anything else gives
/// some number.
static inline double logarithm(double x) {
  constexpr double fit[] = {0x1.2b6776a1bf0b9p-4, 0x1.39fd25d62ab23p-4,
                            0x1.7462be245eae3p-4, 0x1.c71c62c42db89p-4,
                            0x1.2492492e0b70cp-3, 0x1.99999999951f5p-3,
                            0x1.5555555555558p-2};
  // Distance of the bits from those of sqrt 1/2, biased to stay positive.
  uint64_t bits = __builtin_bit_cast(uint64_t, x);
  uint64_t exponent = (bits - 0x3FE6A09E667F3BCDu + 0x4000000000000000u) >> 52;
  double m =
      __builtin_bit_cast(double, bits - (exponent << 52) + 0x4000000000000000u);
  // 2^52 + exponent, without a conversion, which AVX2 lacks.
  double k = __builtin_bit_cast(double, exponent | 0x4330000000000000u) -
             (0x1p52 + 0x400);
  double s = (m - 1.0) / (m + 1.0), square = s * s;
  return k * 0x1.62e42fefa39efp-1 +
         2.0 * (s + s * (square * polynomial(fit, square)));
}

} // namespace glia::numerics::GLIA_SIMD_NAMESPACE

#endif
