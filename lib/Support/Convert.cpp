//===- Convert.cpp - Casts between element types --------------------------===//
//
// docs/Machine.md, sections 4.6 and 4.7. Narrow floats share one encoder and
// one decoder, parameterised by their layout.
//
//===----------------------------------------------------------------------===//
#include "FloatFormat.h"
#include "glia/Support/Numerics.h"
#include "llvm/Support/ErrorHandling.h"
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

namespace glia::numerics {

static uint32_t encode(const FloatFormat &format, float x, bool saturate) {
  uint32_t bits = std::bit_cast<uint32_t>(x);
  uint32_t sign = (bits >> 31) << (format.exponentBits + format.mantissaBits);
  uint32_t magnitude = bits & 0x7FFFFFFF;
  if (magnitude > 0x7F800000)
    return format.nan;
  uint32_t result;
  if (magnitude == 0x7F800000) {
    result = 0xFFFFFFFF;
  } else {
    // value = significand * 2^(exponent - 23); subnormals of fp32 included.
    int exponent = static_cast<int>(magnitude >> 23) - 127;
    uint64_t significand = magnitude & 0x7FFFFF;
    if (magnitude >> 23)
      significand |= 0x800000;
    else
      exponent = -126;
    int lowest = 1 - format.bias; // exponent of the format's subnormals
    int drop = 23 - static_cast<int>(format.mantissaBits) +
               (exponent < lowest ? lowest - exponent : 0);
    if (drop > 40)
      return sign;
    uint64_t kept = significand >> drop,
             rest = significand & ((uint64_t(1) << drop) - 1),
             half = drop ? uint64_t(1) << (drop - 1) : 0;
    if (drop && (rest > half || (rest == half && (kept & 1))))
      ++kept;
    // A carry out of the significand moves into the exponent field by itself.
    uint64_t field =
        exponent < lowest ? 0 : static_cast<uint64_t>(exponent - lowest);
    uint64_t pattern = (field << format.mantissaBits) + kept;
    result =
        pattern > format.largest ? 0xFFFFFFFF : static_cast<uint32_t>(pattern);
  }
  if (result != 0xFFFFFFFF)
    return sign | result;
  if (saturate)
    return sign | format.largest;
  return format.overflowKeepsSign ? sign | format.overflow : format.overflow;
}

static float decode(const FloatFormat &format, uint32_t bits) {
  unsigned width = format.exponentBits + format.mantissaBits;
  float sign = bits >> width & 1 ? -1.0f : 1.0f;
  uint32_t magnitude = bits & ((1u << width) - 1);
  if (magnitude >= format.firstSpecial && format.firstSpecial < (1u << width))
    return magnitude == format.firstSpecial && format.overflowKeepsSign
               ? sign * std::numeric_limits<float>::infinity()
               : std::bit_cast<float>(canonicalNan);
  uint32_t field = magnitude >> format.mantissaBits;
  uint32_t significand = magnitude & ((1u << format.mantissaBits) - 1);
  if (field)
    significand |= 1u << format.mantissaBits;
  int exponent = static_cast<int>(field ? field : 1) - format.bias -
                 static_cast<int>(format.mantissaBits);
  return sign * std::ldexp(static_cast<float>(significand), exponent);
}

/// tf32 keeps 10 mantissa bits in the upper part of an fp32 word.
static uint32_t encodeTf32(float x, bool saturate) {
  uint32_t bits = std::bit_cast<uint32_t>(x);
  if (x != x)
    return canonicalNan;
  uint32_t rounded = (bits + 0xFFF + (bits >> 13 & 1)) & ~uint32_t(0x1FFF);
  if (saturate && (rounded & 0x7FFFFFFF) == 0x7F800000)
    return (rounded & 0x80000000) | 0x7F7FE000;
  return std::isinf(x) ? bits : rounded;
}

/// A power of two, rounded half up; what has none gives NaN (0xFF).
static uint8_t encodeE8m0(float x, bool saturate) {
  uint32_t bits = std::bit_cast<uint32_t>(x);
  if (x != x || bits >> 31 || bits == 0)
    return 0xFF;
  if (bits == 0x7F800000)
    return saturate ? 0xFE : 0xFF;
  uint32_t field = bits >> 23;
  if (field == 0)
    return bits >= 0x600000
               ? 1
               : 0; // 0x400000 is 2^-127; half way up to 2^-126 is 1.5 of it
  field += bits >> 22 & 1;
  return field > 254 && saturate ? 0xFE : static_cast<uint8_t>(field);
}

static float decodeE8m0(uint8_t bits) {
  return bits == 0xFF ? std::bit_cast<float>(canonicalNan)
                      : std::ldexp(1.0f, static_cast<int>(bits) - 127);
}

template <typename Int>
static Int toInteger(float x) {
  if (x != x)
    return 0;
  double rounded = std::nearbyint(static_cast<double>(x));
  // The bounds as binary64: the upper one is exclusive, for 64 bits it isn't
  // representable.
  constexpr double low = static_cast<double>(std::numeric_limits<Int>::min());
  constexpr double above =
      2.0 * static_cast<double>(std::numeric_limits<Int>::max() / 2 + 1);
  if (rounded <= low)
    return std::numeric_limits<Int>::min();
  if (rounded >= above)
    return std::numeric_limits<Int>::max();
  return static_cast<Int>(rounded);
}

static int nibble(const void *data, size_t index) {
  return static_cast<const uint8_t *>(data)[index / 2] >> (index % 2 * 4) & 0xF;
}

static void setNibble(void *data, size_t index, uint32_t value) {
  uint8_t &byte = static_cast<uint8_t *>(data)[index / 2];
  byte = index % 2 ? static_cast<uint8_t>((byte & 0x0F) | value << 4)
                   : static_cast<uint8_t>((byte & 0xF0) | (value & 0xF));
}

template <typename T>
static T loadAs(const void *data, size_t index) {
  T value;
  std::memcpy(&value, static_cast<const char *>(data) + index * sizeof(T),
              sizeof(T));
  return value;
}
template <typename T>
static void storeAs(void *data, size_t index, T value) {
  std::memcpy(static_cast<char *>(data) + index * sizeof(T), &value, sizeof(T));
}

static float loadFloat(ElementType type, const void *in, size_t i) {
  switch (type) {
  case ElementType::f32:
  case ElementType::tf32:
    return loadAs<float>(in, i);
  case ElementType::bf16:
    return std::bit_cast<float>(static_cast<uint32_t>(loadAs<uint16_t>(in, i))
                                << 16);
  case ElementType::f16:
    return decode(f16Format, loadAs<uint16_t>(in, i));
  case ElementType::f8e4m3:
    return decode(f8e4m3Format, loadAs<uint8_t>(in, i));
  case ElementType::f8e4m3fn:
    return decode(f8e4m3fnFormat, loadAs<uint8_t>(in, i));
  case ElementType::f8e5m2:
    return decode(f8e5m2Format, loadAs<uint8_t>(in, i));
  case ElementType::f8e8m0:
    return decodeE8m0(loadAs<uint8_t>(in, i));
  case ElementType::f4e2m1:
    return decode(f4e2m1Format, static_cast<uint32_t>(nibble(in, i)));
  case ElementType::i8:
    return loadAs<int8_t>(in, i);
  case ElementType::u8:
    return loadAs<uint8_t>(in, i);
  case ElementType::boolean:
    return loadAs<uint8_t>(in, i) != 0;
  case ElementType::i16:
    return loadAs<int16_t>(in, i);
  case ElementType::u16:
    return loadAs<uint16_t>(in, i);
  case ElementType::i32:
    return static_cast<float>(loadAs<int32_t>(in, i));
  case ElementType::u32:
    return static_cast<float>(loadAs<uint32_t>(in, i));
  case ElementType::i64:
    return static_cast<float>(loadAs<int64_t>(in, i));
  case ElementType::u64:
    return static_cast<float>(loadAs<uint64_t>(in, i));
  case ElementType::i4:
    return static_cast<float>((nibble(in, i) ^ 8) - 8);
  case ElementType::u4:
    return static_cast<float>(nibble(in, i));
  }
  llvm_unreachable("covered switch");
}

static void storeFloat(ElementType type, void *out, size_t i, float x,
                       bool saturate) {
  switch (type) {
  case ElementType::f32:
    return storeAs(out, i, x == x ? std::bit_cast<uint32_t>(x) : canonicalNan);
  case ElementType::tf32:
    return storeAs(out, i, encodeTf32(x, saturate));
  case ElementType::bf16:
    return storeAs(out, i,
                   static_cast<uint16_t>(encode(bf16Format, x, saturate)));
  case ElementType::f16:
    return storeAs(out, i,
                   static_cast<uint16_t>(encode(f16Format, x, saturate)));
  case ElementType::f8e4m3:
    return storeAs(out, i,
                   static_cast<uint8_t>(encode(f8e4m3Format, x, saturate)));
  case ElementType::f8e4m3fn:
    return storeAs(out, i,
                   static_cast<uint8_t>(encode(f8e4m3fnFormat, x, saturate)));
  case ElementType::f8e5m2:
    return storeAs(out, i,
                   static_cast<uint8_t>(encode(f8e5m2Format, x, saturate)));
  case ElementType::f8e8m0:
    return storeAs(out, i, encodeE8m0(x, saturate));
  case ElementType::f4e2m1:
    return setNibble(out, i, encode(f4e2m1Format, x, saturate));
  case ElementType::i8:
    return storeAs(out, i, toInteger<int8_t>(x));
  case ElementType::u8:
    return storeAs(out, i, toInteger<uint8_t>(x));
  case ElementType::boolean:
    return storeAs(out, i, static_cast<uint8_t>(x != 0));
  case ElementType::i16:
    return storeAs(out, i, toInteger<int16_t>(x));
  case ElementType::u16:
    return storeAs(out, i, toInteger<uint16_t>(x));
  case ElementType::i32:
    return storeAs(out, i, toInteger<int32_t>(x));
  case ElementType::u32:
    return storeAs(out, i, toInteger<uint32_t>(x));
  case ElementType::i64:
    return storeAs(out, i, toInteger<int64_t>(x));
  case ElementType::u64:
    return storeAs(out, i, toInteger<uint64_t>(x));
  case ElementType::i4: {
    int clamped = std::min(std::max<int>(toInteger<int8_t>(x), -8), 7);
    return setNibble(out, i, static_cast<uint32_t>(clamped) & 0xF);
  }
  case ElementType::u4:
    return setNibble(out, i, std::min<uint32_t>(toInteger<uint8_t>(x), 15));
  }
  llvm_unreachable("covered switch");
}

float toFloat(ElementType type, const void *element) {
  FloatEnvironment environment;
  return loadFloat(type, element, 0);
}

void convert(ElementType from, const void *in, ElementType to, void *out,
             size_t n, bool saturate) {
  if (from == to) {
    std::memmove(out, in, storageBytes(from, n));
    return;
  }
  FloatEnvironment environment;
  for (size_t i = 0; i < n; ++i)
    storeFloat(to, out, i, loadFloat(from, in, i), saturate);
}

static uint64_t loadInteger(ElementType type, const void *in, size_t i) {
  switch (type) {
  case ElementType::i8:
    return static_cast<uint64_t>(static_cast<int64_t>(loadAs<int8_t>(in, i)));
  case ElementType::u8:
    return loadAs<uint8_t>(in, i);
  case ElementType::boolean:
    return loadAs<uint8_t>(in, i) != 0;
  case ElementType::i16:
    return static_cast<uint64_t>(static_cast<int64_t>(loadAs<int16_t>(in, i)));
  case ElementType::u16:
    return loadAs<uint16_t>(in, i);
  case ElementType::i32:
    return static_cast<uint64_t>(static_cast<int64_t>(loadAs<int32_t>(in, i)));
  case ElementType::u32:
    return loadAs<uint32_t>(in, i);
  case ElementType::i64:
  case ElementType::u64:
    return loadAs<uint64_t>(in, i);
  case ElementType::i4:
    return static_cast<uint64_t>(static_cast<int64_t>((nibble(in, i) ^ 8) - 8));
  case ElementType::u4:
    return static_cast<uint64_t>(nibble(in, i));
  default:
    llvm_unreachable("an integer type");
  }
}

void convertIntegers(ElementType from, const void *in, ElementType to,
                     void *out, size_t n) {
  if (from == to) {
    std::memmove(out, in, storageBytes(from, n));
    return;
  }
  for (size_t i = 0; i < n; ++i) {
    uint64_t value = loadInteger(from, in, i);
    switch (bitWidth(to)) {
    case 4:
      setNibble(out, i, static_cast<uint32_t>(value & 0xF));
      break;
    case 8:
      storeAs(out, i,
              static_cast<uint8_t>(to == ElementType::boolean ? value != 0
                                                              : value));
      break;
    case 16:
      storeAs(out, i, static_cast<uint16_t>(value));
      break;
    case 32:
      storeAs(out, i, static_cast<uint32_t>(value));
      break;
    default:
      storeAs(out, i, value);
      break;
    }
  }
}

} // namespace glia::numerics
