//===- FloatFormat.h - Layouts of the narrow floats -----------------------===//
//
// What encoder, decoder and stochastic rounding know of a format.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_LIB_SUPPORT_FLOATFORMAT_H
#define GLIA_LIB_SUPPORT_FLOATFORMAT_H

#include <cstdint>

namespace glia::numerics {

/// Layout of a float type narrower than fp32.
struct FloatFormat {
  unsigned exponentBits, mantissaBits;
  int bias;
  uint32_t largest;       // bit pattern of the largest finite value
  uint32_t overflow;      // what a larger one gives, without the sign
  bool overflowKeepsSign; // false: `overflow` is the NaN itself
  uint32_t nan;
  uint32_t firstSpecial; // patterns from here on are infinity or NaN
};

inline constexpr FloatFormat bf16Format{8,      7,    127,    0x7F7F,
                                        0x7F80, true, 0x7FC0, 0x7F80};
inline constexpr FloatFormat f16Format{5,      10,   15,     0x7BFF,
                                       0x7C00, true, 0x7E00, 0x7C00};
inline constexpr FloatFormat f8e4m3Format{4,    3,     7,    0x77,
                                          0x7F, false, 0x7F, 0x78};
inline constexpr FloatFormat f8e4m3fnFormat{4,    3,     7,    0x7E,
                                            0x7F, false, 0x7F, 0x7F};
inline constexpr FloatFormat f8e5m2Format{5,    2,    15,   0x7B,
                                          0x7C, true, 0x7E, 0x7C};
// No infinity and no NaN: what is too large saturates, NaN gives -0.
inline constexpr FloatFormat f4e2m1Format{2, 1, 1, 0x7, 0x7, true, 0x8, 0x8};

} // namespace glia::numerics

#endif
