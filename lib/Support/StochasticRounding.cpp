//===- StochasticRounding.cpp - Casts that round by random bits -----------===//
//
// The fraction is computed in integers from the significand, so it is exact for
// every value, subnormals of both types included. Random bits are drawn only
// where a value lies between two of the type.
//
//===----------------------------------------------------------------------===//
#include "glia/Support/StochasticRounding.h"
#include "FloatFormat.h"
#include "glia/Support/Numerics.h"
#include "glia/Support/Philox.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <bit>
#include <cstring>

namespace glia::numerics {

// As 19 bits; stored in the upper part of an fp32 word.
static constexpr FloatFormat tf32Format{8,       10,   127,     0x3FBFF,
                                        0x3FC00, true, 0x3FE00, 0x3FC00};
static constexpr unsigned tf32Shift = 13;

static const FloatFormat *formatOf(ElementType type) {
  switch (type) {
  case ElementType::tf32:
    return &tf32Format;
  case ElementType::bf16:
    return &bf16Format;
  case ElementType::f16:
    return &f16Format;
  case ElementType::f8e4m3:
    return &f8e4m3Format;
  case ElementType::f8e4m3fn:
    return &f8e4m3fnFormat;
  case ElementType::f8e5m2:
    return &f8e5m2Format;
  default:
    return nullptr;
  }
}

bool hasStochasticRounding(ElementType type) { return formatOf(type); }

uint32_t randomWord(const StochasticKey &key, uint64_t index) {
  return philox4x32({static_cast<uint32_t>(index),
                     static_cast<uint32_t>(index >> 32), key.step, key.ordinal},
                    {key.seed, key.stream})[0];
}

static uint32_t nearest(float x, ElementType type, bool saturate) {
  uint32_t bits = 0;
  convert(ElementType::f32, &x, type, &bits, 1, saturate);
  return bits;
}

/// floor(rest / 2^drop * 2^32) and whether that was exact; rest < 2^drop.
static uint64_t fractionOf(uint64_t rest, int drop, bool &exact) {
  exact = true;
  if (drop <= 32)
    return rest << (32 - drop);
  int shift = drop - 32;
  uint64_t fraction = shift < 64 ? rest >> shift : 0;
  exact = shift < 64 && fraction << shift == rest;
  return fraction;
}

/// `random` is called at most once.
static uint32_t roundBits(float x, ElementType type, const FloatFormat &format,
                          llvm::function_ref<uint32_t()> random,
                          bool saturate) {
  uint32_t bits = std::bit_cast<uint32_t>(x), magnitude = bits & 0x7FFFFFFF;
  if (magnitude >= 0x7F800000)
    return nearest(x, type, saturate);
  // |x| = significand * 2^(exponent - 23); `drop` bits of it are below the
  // format's last place.
  int exponent =
      magnitude >> 23 ? static_cast<int>(magnitude >> 23) - 127 : -126;
  uint64_t significand = magnitude & 0x7FFFFF;
  if (magnitude >> 23)
    significand |= 0x800000;
  int lowest = 1 - format.bias;
  int drop = 23 - static_cast<int>(format.mantissaBits) +
             (exponent < lowest ? lowest - exponent : 0);
  uint64_t kept = drop < 64 ? significand >> drop : 0;
  uint64_t rest = drop < 64 ? significand - (kept << drop) : significand;
  uint64_t field =
      exponent < lowest ? 0 : static_cast<uint64_t>(exponent - lowest);
  // The neighbour towards zero; the other one is the next pattern.
  uint64_t pattern = (field << format.mantissaBits) + kept;
  if (pattern >= format.largest)
    return nearest(x, type, saturate);
  bool isNegative = bits >> 31;
  if (rest) {
    bool exact;
    uint64_t fraction = fractionOf(rest, drop, exact);
    // Below zero lo is the neighbour away from zero: what is left to it is
    // 1 - rest / 2^drop, rounded down.
    if (isNegative)
      fraction = (uint64_t(1) << 32) - fraction - !exact;
    bool takesHigh = random() < fraction;
    pattern += takesHigh != isNegative;
  }
  uint32_t result = static_cast<uint32_t>(pattern) |
                    static_cast<uint32_t>(isNegative)
                        << (format.exponentBits + format.mantissaBits);
  return type == ElementType::tf32 ? result << tf32Shift : result;
}

uint32_t roundStochastically(float x, ElementType type, uint32_t random,
                             bool saturate) {
  return roundBits(x, type, *formatOf(type), [&] { return random; }, saturate);
}

void convertStochastic(const float *in, ElementType to, void *out,
                       const uint64_t *index, size_t n,
                       const StochasticKey &key, bool saturate) {
  const FloatFormat &format = *formatOf(to);
  unsigned bytes = bitWidth(to) / 8;
  uint8_t *bytesOut = static_cast<uint8_t *>(out);
  for (size_t i = 0; i < n; ++i) {
    uint32_t bits = roundBits(
        in[i], to, format, [&] { return randomWord(key, index[i]); }, saturate);
    std::memcpy(bytesOut + i * bytes, &bits, bytes); // little-endian
  }
}

} // namespace glia::numerics
