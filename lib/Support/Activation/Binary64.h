//===- Binary64.h - Pieces shared by activation functions -----------------===//
//
// Activation functions compute in binary64 from + - * / and integer operations
// (no fma, no libm, no branch on data), so that every SIMD level, vectorised or
// not, does the same operations; the result is rounded to fp32 once.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_LIB_SUPPORT_ACTIVATION_BINARY64_H
#define GLIA_LIB_SUPPORT_ACTIVATION_BINARY64_H

#include "../Simd/Level.h"

namespace glia::numerics::GLIA_SIMD_NAMESPACE {

/// e^x for -300 <= x <= 300, relative error below 2^-46. x = k ln 2 + r with
/// |r| <= ln 2 / 2, then the Taylor polynomial of degree 11. Adding `shifter`
/// rounds to an integer and leaves it in the low bits. NaN stays NaN.
static inline double exponential(double x) {
  constexpr double shifter = 0x1.8p52;
  double shifted = x * 0x1.71547652b82fep+0 + shifter;
  double k = shifted - shifter;
  double r = (x - k * 0x1.62e42feep-1) - k * 0x1.a39ef35793c76p-33;
  double p = 0x1.ae64567f544e4p-26;
  p = p * r + 0x1.27e4fb7789f5cp-22;
  p = p * r + 0x1.71de3a556c734p-19;
  p = p * r + 0x1.a01a01a01a01ap-16;
  p = p * r + 0x1.a01a01a01a01ap-13;
  p = p * r + 0x1.6c16c16c16c17p-10;
  p = p * r + 0x1.1111111111111p-7;
  p = p * r + 0x1.5555555555555p-5;
  p = p * r + 0x1.5555555555555p-3;
  p = p * r + 0.5;
  p = p * r + 1.0;
  p = p * r + 1.0;
  // The exponent field takes k; 2^k is normal in this range.
  uint64_t scale = __builtin_bit_cast(uint64_t, p) +
                   (__builtin_bit_cast(uint64_t, shifted) << 52);
  return p == p ? __builtin_bit_cast(double, scale) : p;
}

/// The polynomial with these coefficients, highest power first.
template <size_t N>
static inline double polynomial(const double (&coefficients)[N], double x) {
  double p = coefficients[0];
  for (size_t i = 1; i < N; ++i)
    p = p * x + coefficients[i];
  return p;
}

/// x limited to [low, high]; NaN stays NaN.
static inline double limit(double x, double low, double high) {
  double atLeast = x < low ? low : x;
  return atLeast > high ? high : atLeast;
}

static inline double magnitude(double x) {
  return __builtin_bit_cast(double, __builtin_bit_cast(uint64_t, x) &
                                        0x7FFFFFFFFFFFFFFFu);
}
static inline double withSignOf(double x, double sign) {
  uint64_t bits = __builtin_bit_cast(uint64_t, x) & 0x7FFFFFFFFFFFFFFFu;
  return __builtin_bit_cast(double, bits | (__builtin_bit_cast(uint64_t, sign) &
                                            0x8000000000000000u));
}

/// Applies `function`, from binary64 to binary64, to a row.
template <typename Function>
static inline void forEach(const float *in, float *out, size_t n,
                           Function function) {
  // The chains of several vectors at once hide the latency of one.
#pragma clang loop vectorize(assume_safety) interleave_count(4)
  for (size_t i = 0; i < n; ++i)
    out[i] =
        canonical(static_cast<float>(function(static_cast<double>(in[i]))));
}

} // namespace glia::numerics::GLIA_SIMD_NAMESPACE

#endif
