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
