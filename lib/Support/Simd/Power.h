//===- Power.h - a to the power of b --------------------------------------===//
//
// e^(b log a) in binary64, where |b log a| < 105 or the result is 0 or an
// infinity: the logarithm's error of 2^-48 leaves 2^-41, far below half an ulp
// of fp32. Special values are those of IEEE 754's pow.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_LIB_SUPPORT_SIMD_POWER_H
#define GLIA_LIB_SUPPORT_SIMD_POWER_H

#include "../Activation/Logarithm.h"

namespace glia::numerics::GLIA_SIMD_NAMESPACE {

/// Of a finite b: 0 no integer, 1 odd, 2 even.
static inline int parity(float b) {
  float size = b < 0 ? -b : b;
  if (size >= 0x1p24f)
    return 2;
  int32_t whole = static_cast<int32_t>(size);
  if (static_cast<float>(whole) != size)
    return 0;
  return whole & 1 ? 1 : 2;
}

static inline float power(float a, float b) {
  if (b == 0 || a == 1)
    return 1;
  if (a != a || b != b)
    return quietNan();
  float size = a < 0 ? -a : a;
  bool isNegative = __builtin_bit_cast(uint32_t, a) >> 31;
  if (b - b != 0) { // an infinity
    if (size == 1)
      return 1;
    return (size < 1) == (b < 0) ? __builtin_inff() : 0.0f;
  }
  int kind = parity(b);
  double magnitude;
  if (size == 0 || size - size != 0) {
    magnitude = (size == 0) == (b < 0) ? __builtin_inf() : 0.0;
  } else {
    if (isNegative && kind == 0)
      return quietNan();
    magnitude = exponential(
        limit(static_cast<double>(b) * logarithm(static_cast<double>(size)),
              -200.0, 200.0));
  }
  float result = static_cast<float>(magnitude);
  return isNegative && kind == 1 ? -result : result;
}

/// By squaring, wrapping; a negative exponent divides 1 by the power as the
/// integer division does.
template <typename Int, typename Unsigned>
static inline Int integerPower(Int a, Int b) {
  bool inverse = b < 0;
  Unsigned exponent = inverse ? Unsigned(0) - static_cast<Unsigned>(b)
                              : static_cast<Unsigned>(b);
  if (inverse) {
    if (a == 0)
      return Int(-1); // 1 / 0
    if (a != 1 && a != -1)
      return 0;
    return a == 1 || !(exponent & 1) ? Int(1) : Int(-1);
  }
  Unsigned base = static_cast<Unsigned>(a), result = 1;
  for (; exponent; exponent >>= 1, base *= base)
    if (exponent & 1)
      result *= base;
  return static_cast<Int>(result);
}

} // namespace glia::numerics::GLIA_SIMD_NAMESPACE

#endif
