//===- AluOps.h - One ALU step, for fp32 and integers ---------------------===//
//
// Written without branches where rows run through it, so that the vectoriser
// takes it. Include inside the level's namespace files only.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_LIB_SUPPORT_SIMD_ALUOPS_H
#define GLIA_LIB_SUPPORT_SIMD_ALUOPS_H

#include "Level.h"
#include "Power.h"

namespace glia::numerics::GLIA_SIMD_NAMESPACE {

static inline float fromBits(uint32_t bits) {
  return __builtin_bit_cast(float, bits);
}
static inline uint32_t toBits(float x) {
  return __builtin_bit_cast(uint32_t, x);
}

/// NaN propagates; of two equal values (the zeros) max takes +0, min -0.
static inline float maximum(float a, float b) {
  float larger = a > b ? a : b;
  float result = a == b ? fromBits(toBits(a) & toBits(b)) : larger;
  return ((a == a) & (b == b)) ? result : quietNan();
}
static inline float minimum(float a, float b) {
  float smaller = a < b ? a : b;
  float result = a == b ? fromBits(toBits(a) | toBits(b)) : smaller;
  return ((a == a) & (b == b)) ? result : quietNan();
}

static inline float withSign(float x, float sign) {
  return fromBits((toBits(x) & 0x7FFFFFFFu) | (toBits(sign) & 0x80000000u));
}
static inline float size(float x) { return fromBits(toBits(x) & 0x7FFFFFFFu); }

/// Adding 2^23 and taking it away rounds to an integer; larger numbers are
/// integers already.
static inline float roundEven(float x) {
  float shifter = withSign(0x1p23f, x);
  float rounded = withSign((x + shifter) - shifter, x);
  return size(x) < 0x1p23f ? rounded : x;
}

template <isa::AluOp op>
static inline float step(float a, float b) {
  using isa::AluOp;
  switch (op) {
  case AluOp::bypass:
    return canonical(a);
  case AluOp::add:
    return canonical(a + b);
  case AluOp::subtract:
    return canonical(a - b);
  case AluOp::multiply:
    return canonical(a * b);
  case AluOp::divide:
    return canonical(a / b);
  case AluOp::max:
    return maximum(a, b);
  case AluOp::min:
    return minimum(a, b);
  case AluOp::abs:
    return canonical(size(a));
  case AluOp::equal:
    return a == b ? 1.0f : 0.0f;
  case AluOp::not_equal:
    return a != b ? 1.0f : 0.0f;
  case AluOp::less:
    return a < b ? 1.0f : 0.0f;
  case AluOp::less_equal:
    return a <= b ? 1.0f : 0.0f;
  case AluOp::greater:
    return a > b ? 1.0f : 0.0f;
  case AluOp::greater_equal:
    return a >= b ? 1.0f : 0.0f;
  case AluOp::logical_and:
    return ((a != 0) & (b != 0)) ? 1.0f : 0.0f;
  case AluOp::logical_or:
    return ((a != 0) | (b != 0)) ? 1.0f : 0.0f;
  case AluOp::logical_xor:
    return (a != 0) != (b != 0) ? 1.0f : 0.0f;
  case AluOp::logical_not:
    return a != 0 ? 0.0f : 1.0f;
  // Integer patterns only (the engines take the integer path); defined all the
  // same, so that no input meets undefined behaviour.
  case AluOp::bitwise_and:
    return canonical(fromBits(toBits(a) & toBits(b)));
  case AluOp::bitwise_or:
    return canonical(fromBits(toBits(a) | toBits(b)));
  case AluOp::bitwise_xor:
    return canonical(fromBits(toBits(a) ^ toBits(b)));
  case AluOp::bitwise_not:
    return canonical(fromBits(~toBits(a)));
  case AluOp::shift_left:
    return canonical(toBits(b) < 32 ? fromBits(toBits(a) << toBits(b)) : 0.0f);
  case AluOp::shift_right:
    return canonical(toBits(b) < 32 ? fromBits(toBits(a) >> toBits(b)) : 0.0f);
  case AluOp::shift_right_arithmetic:
    return canonical(fromBits(static_cast<uint32_t>(
        static_cast<int32_t>(toBits(a)) >> (toBits(b) < 31 ? toBits(b) : 31))));
  case AluOp::abs_max:
    return maximum(size(a), size(b));
  case AluOp::abs_min:
    return minimum(size(a), size(b));
  case AluOp::square:
    return canonical(a * a);
  case AluOp::relu: {
    float positive = a > 0 ? a : 0.0f;
    return a == a ? positive : quietNan();
  }
  case AluOp::reciprocal:
    return canonical(1.0f / a);
  case AluOp::rsqrt:
    return canonical(
        static_cast<float>(1.0 / __builtin_sqrt(static_cast<double>(a))));
  case AluOp::power:
    return power(a, b);
  case AluOp::floor: {
    float nearest = roundEven(a);
    return canonical(withSign(nearest > a ? nearest - 1.0f : nearest, a));
  }
  case AluOp::ceil: {
    float nearest = roundEven(a);
    return canonical(withSign(nearest < a ? nearest + 1.0f : nearest, a));
  }
  case AluOp::round_even:
    return canonical(roundEven(a));
  }
  return canonical(a);
}

/// Signed integers of 32 or 64 bits, wrapping.
template <isa::AluOp op, typename Int, typename Unsigned>
static inline Int integerStep(Int a, Int b) {
  using isa::AluOp;
  constexpr Unsigned width = sizeof(Int) * 8;
  Unsigned ua = static_cast<Unsigned>(a), ub = static_cast<Unsigned>(b);
  switch (op) {
  case AluOp::bypass:
    return a;
  case AluOp::add:
    return static_cast<Int>(ua + ub);
  case AluOp::subtract:
    return static_cast<Int>(ua - ub);
  case AluOp::multiply:
    return static_cast<Int>(ua * ub);
  case AluOp::divide:
    return b == 0    ? Int(-1)
           : b == -1 ? static_cast<Int>(Unsigned(0) - ua)
                     : a / b;
  case AluOp::max:
    return a > b ? a : b;
  case AluOp::min:
    return a < b ? a : b;
  case AluOp::abs:
    return a < 0 ? static_cast<Int>(Unsigned(0) - ua) : a;
  case AluOp::equal:
    return a == b;
  case AluOp::not_equal:
    return a != b;
  case AluOp::less:
    return a < b;
  case AluOp::less_equal:
    return a <= b;
  case AluOp::greater:
    return a > b;
  case AluOp::greater_equal:
    return a >= b;
  case AluOp::logical_and:
    return (a != 0) & (b != 0);
  case AluOp::logical_or:
    return (a != 0) | (b != 0);
  case AluOp::logical_xor:
    return (a != 0) != (b != 0);
  case AluOp::logical_not:
    return a == 0;
  case AluOp::bitwise_and:
    return static_cast<Int>(ua & ub);
  case AluOp::bitwise_or:
    return static_cast<Int>(ua | ub);
  case AluOp::bitwise_xor:
    return static_cast<Int>(ua ^ ub);
  case AluOp::bitwise_not:
    return static_cast<Int>(~ua);
  case AluOp::shift_left:
    return ub < width ? static_cast<Int>(ua << ub) : 0;
  case AluOp::shift_right:
    return ub < width ? static_cast<Int>(ua >> ub) : 0;
  case AluOp::shift_right_arithmetic:
    return a >> (ub < width ? ub : width - 1);
  case AluOp::abs_max:
  case AluOp::abs_min: {
    Int sizeA = a < 0 ? static_cast<Int>(Unsigned(0) - ua) : a,
        sizeB = b < 0 ? static_cast<Int>(Unsigned(0) - ub) : b;
    return (sizeA > sizeB) == (op == AluOp::abs_max) ? sizeA : sizeB;
  }
  case AluOp::square:
    return static_cast<Int>(ua * ua);
  case AluOp::relu:
    return a > 0 ? a : 0;
  case AluOp::power:
    return integerPower<Int, Unsigned>(a, b);
  // Not on integers (check `alu_engine`); defined all the same.
  case AluOp::reciprocal:
  case AluOp::rsqrt:
  case AluOp::floor:
  case AluOp::ceil:
  case AluOp::round_even:
    return a;
  }
  return a;
}

} // namespace glia::numerics::GLIA_SIMD_NAMESPACE

#endif
