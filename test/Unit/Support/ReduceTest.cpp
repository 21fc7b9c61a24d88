//===- ReduceTest.cpp - The reduction tree --------------------------------===//
#include "glia/Support/Numerics.h"
#include "lib/Support/Simd/Kernels.h"
#include <bit>
#include <catch2/catch.hpp>
#include <cmath>
#include <random>
#include <vector>

using namespace glia;
using namespace glia::numerics;

/// The contract, written plainly: partial i mod 16, then halves.
static float model(isa::ReduceOp op, const std::vector<float> &row) {
  using isa::AluOp, isa::ReduceOp;
  if (op == ReduceOp::logical_and || op == ReduceOp::logical_or ||
      op == ReduceOp::logical_xor) {
    bool all = true, any = false, odd = false;
    for (float x : row)
      all &= x != 0, any |= x != 0, odd ^= x != 0;
    return op == ReduceOp::logical_and  ? all
           : op == ReduceOp::logical_or ? any
                                        : odd;
  }
  if (op == ReduceOp::subtract)
    return row.size() == 1
               ? row[0]
               : row[0] - model(ReduceOp::add, {row.begin() + 1, row.end()});
  auto combine = [&](float a, float b) {
    switch (op) {
    case ReduceOp::add:
      return a + b;
    case ReduceOp::multiply:
      return a * b;
    case ReduceOp::max:
      return alu(AluOp::max, a, b);
    case ReduceOp::min:
      return alu(AluOp::min, a, b);
    case ReduceOp::abs_max:
      return std::max(std::fabs(a), std::fabs(b));
    default:
      return std::min(std::fabs(a), std::fabs(b));
    }
  };
  std::vector<std::optional<float>> partial(16);
  for (size_t i = 0; i < row.size(); ++i)
    partial[i % 16] =
        partial[i % 16] ? combine(*partial[i % 16], row[i]) : row[i];
  for (size_t half : {8, 4, 2, 1})
    for (size_t i = 0; i < half; ++i)
      if (partial[i + half])
        partial[i] = combine(*partial[i], *partial[i + half]);
  return op == ReduceOp::abs_max || op == ReduceOp::abs_min
             ? std::fabs(*partial[0])
             : *partial[0];
}

TEST_CASE("reduce follows the tree at every length and level") {
  std::mt19937 generator(3);
  std::normal_distribution<float> normal;
  for (size_t n :
       {1, 2, 3, 7, 8, 9, 15, 16, 17, 31, 33, 100, 1000, 2048, 2049}) {
    std::vector<float> row(n);
    for (float &x : row)
      x = normal(generator);
    row[n / 2] = row[n - 1] = 0;
    for (isa::ReduceOp op : isa::allReduceOpCases) {
      if (isBitwise(op))
        continue; // on integers only
      uint32_t want = std::bit_cast<uint32_t>(model(op, row));
      CHECK(std::bit_cast<uint32_t>(reduceRow(op, row.data(), n)) == want);
      for (SimdLevel level :
           {SimdLevel::scalar, SimdLevel::avx2, SimdLevel::avx512})
        if (isSupported(level))
          CHECK(std::bit_cast<uint32_t>(
                    kernelsFor(level).reduce(op, row.data(), n)) == want);
    }
  }
}

TEST_CASE("reduce takes strided rows") {
  std::vector<float> row{1, 100, 2, 100, 3};
  CHECK(reduceRow(isa::ReduceOp::add, row.data(), 3, 2) == 6.0f);
}
