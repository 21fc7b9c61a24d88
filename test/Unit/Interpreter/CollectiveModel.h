//===- CollectiveModel.h - Collectives, element by element ----------------===//
//
// The contract of docs/Machine.md, 4.8, in plain scalar code: nothing here is
// shared with the machine. Formats round by a search among all their values.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_TEST_UNIT_INTERPRETER_COLLECTIVEMODEL_H
#define GLIA_TEST_UNIT_INTERPRETER_COLLECTIVEMODEL_H

#include "glia/ISA/Instructions.h"
#include <cmath>
#include <cstring>
#include <map>

namespace glia::test {

/// A binary float of up to 16 bits. Magnitudes below the code `end` are finite;
/// it and those above are infinity and NaN, or NaN alone.
struct SmallFormat {
  unsigned exponent, mantissa;
  uint32_t end;
  bool hasInfinity;
  uint32_t nan;
};

inline const SmallFormat *smallFormat(ElementType type) {
  static const std::map<ElementType, SmallFormat> formats = {
      {ElementType::bf16, {8, 7, 0x7F80, true, 0x7FC0}},
      {ElementType::f16, {5, 10, 0x7C00, true, 0x7E00}},
      {ElementType::f8e5m2, {5, 2, 0x7C, true, 0x7E}},
      {ElementType::f8e4m3, {4, 3, 0x78, false, 0x7F}},
      {ElementType::f8e4m3fn, {4, 3, 0x7F, false, 0x7F}}};
  auto found = formats.find(type);
  return found == formats.end() ? nullptr : &found->second;
}

/// The magnitude of a code, as if all codes were numbers.
inline double magnitudeOf(const SmallFormat &f, uint32_t code) {
  int e = int(code >> f.mantissa), bias = (1 << (f.exponent - 1)) - 1;
  uint32_t m = code & ((1u << f.mantissa) - 1);
  return e == 0 ? std::ldexp(double(m), 1 - bias - int(f.mantissa))
                : std::ldexp(double(m + (1u << f.mantissa)),
                             e - bias - int(f.mantissa));
}

inline double decodeSmall(const SmallFormat &f, uint32_t code) {
  uint32_t sign = 1u << (f.exponent + f.mantissa), rest = code & (sign - 1);
  double value = rest < f.end                     ? magnitudeOf(f, rest)
                 : rest == f.end && f.hasInfinity ? HUGE_VAL
                                                  : NAN;
  return code & sign ? -value : value;
}

/// To nearest, ties to the even code.
inline uint32_t encodeSmall(const SmallFormat &f, float x) {
  if (std::isnan(x))
    return f.nan;
  double magnitude = std::fabs(double(x));
  // The code above the largest finite one counts as the number it would be.
  uint32_t low = 0, high = f.end; // magnitudeOf(low) <= magnitude
  while (high - low > 1) {
    uint32_t middle = (low + high) / 2;
    (magnitudeOf(f, middle) <= magnitude ? low : high) = middle;
  }
  double below = magnitude - magnitudeOf(f, low),
         above = magnitudeOf(f, high) - magnitude;
  uint32_t code =
      above < below || (above == below && low % 2 == 1) ? high : low;
  if (code == f.end && !f.hasInfinity)
    return f.nan;
  return code | (std::signbit(x) ? 1u << (f.exponent + f.mantissa) : 0);
}

/// To the nearest power of two from 2^-127 to 2^127, halves up; what has none
/// is NaN.
inline uint8_t encodeScale(float x) {
  if (!(x > 0) || double(x) >= std::ldexp(1.5, 127))
    return 255;
  uint8_t code = 0;
  while (code < 254 && double(x) >= std::ldexp(1.5, code - 127))
    ++code;
  return code;
}

inline float readFloat(ElementType type, const uint8_t *bytes) {
  if (const SmallFormat *format = smallFormat(type)) {
    uint32_t code = bytes[0];
    if (format->exponent + format->mantissa > 8)
      code |= uint32_t(bytes[1]) << 8;
    return float(decodeSmall(*format, code));
  }
  if (type == ElementType::f8e8m0)
    return bytes[0] == 255 ? NAN : float(std::ldexp(1.0, bytes[0] - 127));
  float value;
  std::memcpy(&value, bytes, 4);
  return value;
}

inline void writeFloat(ElementType type, float x, uint8_t *bytes) {
  if (const SmallFormat *format = smallFormat(type)) {
    uint32_t code = encodeSmall(*format, x);
    std::memcpy(bytes, &code, format->exponent + format->mantissa > 8 ? 2 : 1);
    return;
  }
  if (type == ElementType::f8e8m0) {
    *bytes = encodeScale(x);
    return;
  }
  uint32_t bits;
  std::memcpy(&bits, &x, 4);
  if (std::isnan(x))
    bits = 0x7FC00000;
  else if (type == ElementType::tf32 && !std::isinf(x))
    bits = (bits + 0xFFF + (bits >> 13 & 1)) & ~0x1FFFu;
  std::memcpy(bytes, &bits, 4);
}

inline float combineFloats(isa::ReduceOp op, float a, float b) {
  if (op == isa::ReduceOp::add)
    return a + b;
  if (std::isnan(a) || std::isnan(b))
    return NAN;
  bool aIsLess = a < b || (a == b && std::signbit(a) && !std::signbit(b));
  return aIsLess == (op == isa::ReduceOp::max) ? b : a;
}

/// Integers as 128 bits, then cut to the width.
inline __int128 readInteger(ElementType type, const uint8_t *bytes) {
  unsigned size = bitWidth(type) / 8;
  uint64_t raw = 0;
  std::memcpy(&raw, bytes, size);
  bool isSigned = type == ElementType::i8 || type == ElementType::i16 ||
                  type == ElementType::i32 || type == ElementType::i64;
  if (isSigned && size < 8 && raw >> (8 * size - 1))
    raw |= ~uint64_t(0) << (8 * size);
  return isSigned ? __int128(int64_t(raw)) : __int128(raw);
}

/// The reduction of one element over the ranks, in their order.
inline void reduceElement(ElementType type, isa::ReduceOp op,
                          const std::vector<const uint8_t *> &ranks,
                          uint8_t *result) {
  if (isFloat(type)) {
    float sum = readFloat(type, ranks[0]);
    for (size_t r = 1; r < ranks.size(); ++r)
      sum = combineFloats(op, sum, readFloat(type, ranks[r]));
    return writeFloat(type, sum, result);
  }
  __int128 sum = readInteger(type, ranks[0]);
  for (size_t r = 1; r < ranks.size(); ++r) {
    __int128 next = readInteger(type, ranks[r]);
    sum = op == isa::ReduceOp::add   ? sum + next
          : op == isa::ReduceOp::max ? std::max(sum, next)
                                     : std::min(sum, next);
  }
  uint64_t low = type == ElementType::boolean ? sum != 0 : uint64_t(sum);
  std::memcpy(result, &low, bitWidth(type) / 8);
}

} // namespace glia::test

#endif
