//===- CollectiveModel.h - Collectives, element by element ----------------===//
//
// The contract of docs/Machine.md, 4.8, in plain scalar code: nothing here is
// shared with the machine but the rounding to f8e8m0. Formats round by a search
// among all their values.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_TEST_UNIT_INTERPRETER_COLLECTIVEMODEL_H
#define GLIA_TEST_UNIT_INTERPRETER_COLLECTIVEMODEL_H

#include "glia/ISA/Instructions.h"
#include "glia/Support/Numerics.h"
#include <cmath>
#include <cstring>
#include <map>

namespace glia::test {

/// A binary float of up to 16 bits.
struct SmallFormat {
  unsigned exponent, mantissa;
  bool hasInfinity; // else the largest exponent is a number's (f8e4m3: not)
};

inline const SmallFormat *smallFormat(ElementType type) {
  static const std::map<ElementType, SmallFormat> formats = {
      {ElementType::bf16, {8, 7, true}},
      {ElementType::f16, {5, 10, true}},
      {ElementType::f8e5m2, {5, 2, true}},
      {ElementType::f8e4m3, {4, 3, false}}};
  auto found = formats.find(type);
  return found == formats.end() ? nullptr : &found->second;
}

inline double decodeSmall(const SmallFormat &f, uint32_t code) {
  uint32_t sign = code >> (f.exponent + f.mantissa) & 1;
  int e = int(code >> f.mantissa & ((1u << f.exponent) - 1));
  uint32_t m = code & ((1u << f.mantissa) - 1);
  int bias = (1 << (f.exponent - 1)) - 1, top = (1 << f.exponent) - 1;
  double value;
  if (e == top)
    value = m == 0 && f.hasInfinity ? HUGE_VAL : NAN;
  else if (e == 0)
    value = std::ldexp(double(m), 1 - bias - int(f.mantissa));
  else
    value = std::ldexp(double(m + (1u << f.mantissa)), e - bias - int(f.mantissa));
  return sign ? -value : value;
}

/// To nearest, ties to the even code; f8e4m3 has NaN where infinity would be.
inline uint32_t encodeSmall(const SmallFormat &f, float x) {
  uint32_t signBit = 1u << (f.exponent + f.mantissa);
  uint32_t infinity = ((1u << f.exponent) - 1) << f.mantissa;
  uint32_t nan = f.exponent == 4 ? 0x7F : infinity | 1u << (f.mantissa - 1);
  if (std::isnan(x))
    return nan;
  uint32_t sign = std::signbit(x) ? signBit : 0;
  double magnitude = std::fabs(double(x));
  // The code above the largest finite one counts as the next power of two.
  auto valueOf = [&](uint32_t code) {
    return code == infinity
               ? std::ldexp(1.0, 1 << (f.exponent - 1))
               : decodeSmall(f, code);
  };
  uint32_t low = 0, high = infinity; // valueOf(low) <= magnitude
  while (high - low > 1) {
    uint32_t middle = (low + high) / 2;
    (valueOf(middle) <= magnitude ? low : high) = middle;
  }
  uint32_t code = low;
  if (magnitude >= valueOf(high))
    code = infinity;
  else if (double below = magnitude - valueOf(low), above = valueOf(high) - magnitude;
           above < below || (above == below && low % 2 == 1))
    code = high;
  if (code == infinity && f.exponent == 4)
    return nan;
  return sign | code;
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
  if (type == ElementType::f8e8m0) { // what it rounds to is ConvertTest's
    numerics::convert(ElementType::f32, &x, type, bytes, 1);
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
