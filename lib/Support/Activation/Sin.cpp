//===- Sin.cpp - Activation function `sin` --------------------------------===//
//
// Sine over all of fp32. |x| = M 2^(E-23) with an integer M below 2^24, so of
// 2^(E-23) 2/pi only the bits below 4 matter. A table holds them for each E in
// three pieces; M times the first two (29 bits each) is exact. The sum, less
// the quadrant k, is the rest of x in quarter turns with an absolute error
// below 2^-80, while the fp32 number closest to a multiple of pi/2 keeps more
// than 2^-40. Infinities give NaN.
//
//===----------------------------------------------------------------------===//
#include "Binary64.h"

namespace glia::numerics::GLIA_SIMD_NAMESPACE {

namespace {
/// 2^(E-23) 2/pi modulo 4 for E = -1 to 127, in pieces of 29, 29 and 53 bits.
struct QuarterTurns {
  double high[129], middle[129], low[129];
  constexpr QuarterTurns() : high(), middle(), low() {
    for (int i = 0; i <= 128; ++i) {
      high[i] = piece(i - 25, 29) * 0x1p-27;
      middle[i] = piece(i + 4, 29) * 0x1p-56;
      low[i] = piece(i + 33, 53) * 0x1p-109;
    }
  }
  /// `count` bits of 2/pi, of which bit i has the weight 2^-i.
  static constexpr double piece(int first, int count) {
    constexpr uint64_t twoOverPi[] = {0xa2f9836e4e441529, 0xfc2757d1f534ddc0,
                                      0xdb6295993c439041, 0xfe5163abdebbc561};
    double value = 0;
    for (int i = first; i < first + count; ++i)
      value = 2 * value +
              (i < 1 ? 0
                     : static_cast<double>(
                           twoOverPi[(i - 1) / 64] >> (63 - (i - 1) % 64) & 1));
    return value;
  }
};
} // namespace

static constexpr QuarterTurns table;
static constexpr double sines[] = {
    -0x1.ae7f3e733b81fp-41, 0x1.6124613a86d09p-33,  -0x1.ae64567f544e4p-26,
    0x1.71de3a556c734p-19,  -0x1.a01a01a01a01ap-13, 0x1.1111111111111p-7,
    -0x1.5555555555555p-3};
static constexpr double cosines[] = {
    0x1.ae7f3e733b81fp-45,  -0x1.93974a8c07c9dp-37, 0x1.1eed8eff8d898p-29,
    -0x1.27e4fb7789f5cp-22, 0x1.a01a01a01a01ap-16,  -0x1.6c16c16c16c17p-10,
    0x1.5555555555555p-5,   -0x1.0000000000000p-1};

void activation_sin(const float *in, float *out, size_t n) {
  forEach(in, out, n, [](double x) {
    constexpr double shifter = 0x1.8p52;
    double a = magnitude(x);
    uint64_t bits = __builtin_bit_cast(uint64_t, a);
    int64_t above = static_cast<int64_t>(bits >> 52) - 1022;
    size_t e = static_cast<size_t>(above < 0 ? 0 : above > 128 ? 128 : above);
    double m = __builtin_bit_cast(double, (bits & 0xFFFFFFFFFFFFFu) |
                                              0x4160000000000000u);
    double high = m * table.high[e], middle = m * table.middle[e];
    double shifted = (high + middle) + shifter, k = shifted - shifter;
    double rest = ((high - k) + middle) + m * table.low[e];
    bool small = a < 0.5;
    double angle = small ? a : rest * 0x1.921fb54442d18p+0;
    uint64_t quadrant = small ? 0 : __builtin_bit_cast(uint64_t, shifted) & 3;
    double square = angle * angle;
    double sine = angle + angle * (square * polynomial(sines, square));
    double cosine = 1.0 + square * polynomial(cosines, square);
    double result = quadrant & 1 ? cosine : sine;
    uint64_t sign = (quadrant >> 1 << 63) ^
                    (__builtin_bit_cast(uint64_t, x) & 0x8000000000000000u);
    result =
        __builtin_bit_cast(double, __builtin_bit_cast(uint64_t, result) ^ sign);
    return a < 0x1p1000 ? result : __builtin_nan("");
  });
}

} // namespace glia::numerics::GLIA_SIMD_NAMESPACE
