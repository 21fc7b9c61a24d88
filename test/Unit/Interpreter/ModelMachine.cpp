//===- ModelMachine.cpp - ALU steps and the reduction tree, plainly -------===//
#include "ModelMachine.h"
#include <optional>

using namespace glia;
using namespace glia::test;

float glia::test::modelStep(AluOp op, float a, float b) {
  auto largest = [](float x, float y) {
    return std::isnan(x) || std::isnan(y) ? NAN
           : x == y                       ? (std::signbit(x) ? y : x)
                                          : std::max(x, y);
  };
  auto smallest = [](float x, float y) {
    return std::isnan(x) || std::isnan(y) ? NAN
           : x == y                       ? (std::signbit(x) ? x : y)
                                          : std::min(x, y);
  };
  auto step = [&]() -> float {
    switch (op) {
    case AluOp::bypass:
      return a;
    case AluOp::add:
      return a + b;
    case AluOp::subtract:
      return a - b;
    case AluOp::multiply:
      return a * b;
    case AluOp::divide:
      return a / b;
    case AluOp::max:
      return largest(a, b);
    case AluOp::min:
      return smallest(a, b);
    case AluOp::abs:
      return std::fabs(a);
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
      return a != 0 && b != 0;
    case AluOp::logical_or:
      return a != 0 || b != 0;
    case AluOp::logical_xor:
      return (a != 0) != (b != 0);
    case AluOp::logical_not:
      return a == 0;
    case AluOp::abs_max:
      return largest(std::fabs(a), std::fabs(b));
    case AluOp::abs_min:
      return smallest(std::fabs(a), std::fabs(b));
    case AluOp::square:
      return a * a;
    case AluOp::relu:
      return a > 0 || std::isnan(a) ? a : 0.0f;
    case AluOp::reciprocal:
      return 1.0f / a;
    case AluOp::floor:
      return std::floor(a);
    case AluOp::ceil:
      return std::ceil(a);
    case AluOp::round_even:
      return std::nearbyint(a);
    default:
      FAIL("no fp32 operator of Vector");
      return 0;
    }
  };
  return canonical(step());
}

/// Wraps at 2^64.
static uint64_t powerOf(uint64_t base, unsigned __int128 exponent) {
  uint64_t result = 1;
  for (; exponent; exponent >>= 1, base *= base)
    if (exponent & 1)
      result *= base;
  return result;
}

__int128 glia::test::modelInteger(AluOp op, ElementType type, uint64_t left,
                                  uint64_t right) {
  using Wide = __int128;
  unsigned width = bitWidth(type), unused = 64 - width;
  bool isSigned = type == ElementType::i8 || type == ElementType::i16 ||
                  type == ElementType::i32 || type == ElementType::i64;
  auto unsignedValue = [&](uint64_t bits) { return bits << unused >> unused; };
  auto signedValue = [&](uint64_t bits) {
    return int64_t(bits << unused) >> unused;
  };
  auto value = [&](uint64_t bits) {
    return isSigned ? Wide(signedValue(bits)) : Wide(unsignedValue(bits));
  };
  auto cut = [&](Wide x) { return value(uint64_t(x)); };
  auto divided = [&](Wide x, Wide y) { return y == 0 ? cut(-1) : cut(x / y); };
  auto size = [&](Wide x) { return cut(x < 0 ? -x : x); };
  Wide a = value(left), b = value(right);
  uint64_t count = unsignedValue(right);
  switch (op) {
  case AluOp::bypass:
    return a;
  case AluOp::add:
    return cut(a + b);
  case AluOp::subtract:
    return cut(a - b);
  case AluOp::multiply:
    return cut(Wide(uint64_t(a) * uint64_t(b)));
  case AluOp::divide:
    return divided(a, b);
  case AluOp::max:
    return std::max(a, b);
  case AluOp::min:
    return std::min(a, b);
  case AluOp::abs:
    return size(a);
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
    return a != 0 && b != 0;
  case AluOp::logical_or:
    return a != 0 || b != 0;
  case AluOp::logical_xor:
    return (a != 0) != (b != 0);
  case AluOp::logical_not:
    return a == 0;
  case AluOp::bitwise_and:
    return value(left & right);
  case AluOp::bitwise_or:
    return value(left | right);
  case AluOp::bitwise_xor:
    return value(left ^ right);
  case AluOp::bitwise_not:
    return value(~left);
  case AluOp::shift_left:
    return count >= width ? 0 : value(left << count);
  case AluOp::shift_right:
    return count >= width ? 0 : value(unsignedValue(left) >> count);
  case AluOp::shift_right_arithmetic:
    return value(
        uint64_t(signedValue(left) >> std::min<uint64_t>(count, width - 1)));
  case AluOp::abs_max:
    return std::max(size(a), size(b));
  case AluOp::abs_min:
    return std::min(size(a), size(b));
  case AluOp::square:
    return cut(Wide(uint64_t(a) * uint64_t(a)));
  case AluOp::relu:
    return a > 0 ? a : 0;
  case AluOp::power: {
    using Exponent = unsigned __int128;
    // Below zero: 1 / a^-b, truncated; only that of 1 and -1 is not 0.
    if (b < 0 && a != 1 && a != -1)
      return a == 0 ? cut(-1) : 0;
    return value(powerOf(uint64_t(a), Exponent(b < 0 ? -b : b)));
  }
  default:
    FAIL("no operator on integers");
    return 0;
  }
}

float glia::test::modelReduce(ReduceOp op, const std::vector<float> &row) {
  bool all = true, any = false, odd = false;
  for (float x : row)
    all &= x != 0, any |= x != 0, odd ^= x != 0;
  switch (op) {
  case ReduceOp::logical_and:
    return all;
  case ReduceOp::logical_or:
    return any;
  case ReduceOp::logical_xor:
    return odd;
  case ReduceOp::subtract:
    return canonical(row.size() == 1
                         ? row[0]
                         : row[0] - modelReduce(ReduceOp::add,
                                                {row.begin() + 1, row.end()}));
  default:
    break;
  }
  AluOp step = op == ReduceOp::add        ? AluOp::add
               : op == ReduceOp::multiply ? AluOp::multiply
               : op == ReduceOp::max || op == ReduceOp::abs_max ? AluOp::max
                                                                : AluOp::min;
  bool isSize = op == ReduceOp::abs_max || op == ReduceOp::abs_min;
  std::vector<std::optional<float>> partial(16);
  for (size_t i = 0; i < row.size(); ++i) {
    float x = isSize ? std::fabs(row[i]) : row[i];
    auto &to = partial[i % 16];
    to = to ? modelStep(step, *to, x) : x;
  }
  for (size_t half : {8, 4, 2, 1})
    for (size_t i = 0; i < half; ++i)
      if (partial[i + half])
        partial[i] = modelStep(step, *partial[i], *partial[i + half]);
  return canonical(*partial[0]);
}
