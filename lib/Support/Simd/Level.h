//===- Level.h - What a source compiled once per SIMD level needs ---------===//
//
// The files of lib/Support/Simd and lib/Support/Activation are compiled three
// times, with GLIA_SIMD_LEVEL 0 (scalar: plain SSE2, no fma), 1 (AVX2 + FMA)
// and 2 (AVX-512). They put everything into one namespace per level and use no
// inline function of other headers, so that the linker can't hand code of a
// high level to a host that lacks it.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_LIB_SUPPORT_SIMD_LEVEL_H
#define GLIA_LIB_SUPPORT_SIMD_LEVEL_H

#include "Kernels.h"

#if GLIA_SIMD_LEVEL == 0
#define GLIA_SIMD_NAMESPACE scalar
#elif GLIA_SIMD_LEVEL == 1
#define GLIA_SIMD_NAMESPACE avx2
#else
#define GLIA_SIMD_NAMESPACE avx512
#endif

/// Before a loop over rows, of which the output may be an input, but not
/// shifted against it. Without it the compiler takes its scalar loop where they
/// are.
#define GLIA_ROW_LOOP _Pragma("clang loop vectorize(assume_safety)")

namespace glia::numerics::GLIA_SIMD_NAMESPACE {

static inline float quietNan() {
  return __builtin_bit_cast(float, 0x7FC00000u);
}
static inline float canonical(float x) { return x == x ? x : quietNan(); }

/// fp32 fma without the instruction: the product is exact in binary64, the sum
/// is rounded to odd there, so rounding to fp32 afterwards is the only one.
static inline float emulatedFma(float a, float b, float c) {
  double product = double(a) * double(b), addend = c;
  double sum = product + addend;
  double back = sum - product;
  double error = (product - (sum - back)) + (addend - back);
  int64_t bits = __builtin_bit_cast(int64_t, sum);
  int64_t inexact = (error > 0) | (error < 0);
  int64_t away = (error > 0) == (sum > 0) ? 1 : -1;
  bits += (inexact & ~bits & 1) * away;
  return float(__builtin_bit_cast(double, bits));
}

static inline float fma(float a, float b, float c) {
#if GLIA_SIMD_LEVEL == 0
  return emulatedFma(a, b, c);
#else
  return __builtin_fmaf(a, b, c);
#endif
}

} // namespace glia::numerics::GLIA_SIMD_NAMESPACE

#endif
