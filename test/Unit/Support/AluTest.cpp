//===- AluTest.cpp - ALU operators ----------------------------------------===//
#include "glia/Support/Numerics.h"
#include <bit>
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <random>
#include <vector>
#include <xmmintrin.h>

using namespace glia;
using namespace glia::numerics;
using isa::AluOp;

static uint32_t bits(float x) { return std::bit_cast<uint32_t>(x); }

TEST_CASE("max and min propagate NaN and order the zeros") {
  CHECK(bits(alu(AluOp::max, -0.0f, 0.0f)) == 0);
  CHECK(bits(alu(AluOp::max, 0.0f, -0.0f)) == 0);
  CHECK(bits(alu(AluOp::min, 0.0f, -0.0f)) == 0x80000000);
  CHECK(bits(alu(AluOp::max, std::bit_cast<float>(0xFFC00001u), 1.0f)) ==
        canonicalNan);
  CHECK(bits(alu(AluOp::min, 1.0f, NAN)) == canonicalNan);
  CHECK(alu(AluOp::max, -3.0f, 2.0f) == 2.0f);
}

TEST_CASE("comparisons with NaN are false, not_equal is true") {
  for (AluOp op : {AluOp::equal, AluOp::less, AluOp::less_equal, AluOp::greater,
                   AluOp::greater_equal})
    CHECK(alu(op, NAN, NAN) == 0.0f);
  CHECK(alu(AluOp::not_equal, NAN, NAN) == 1.0f);
  CHECK(alu(AluOp::logical_not, NAN, 0.0f) == 0.0f);
}

TEST_CASE("integers wrap, and no operand is undefined") {
  constexpr int32_t low = std::numeric_limits<int32_t>::min(),
                    high = std::numeric_limits<int32_t>::max();
  CHECK(alu(AluOp::add, high, 1) == low);
  CHECK(alu(AluOp::multiply, high, high) == 1);
  CHECK(alu(AluOp::divide, low, -1) == low);
  CHECK(alu(AluOp::divide, 7, 0) == -1);
  CHECK(alu(AluOp::divide, -7, 2) == -3);
  CHECK(alu(AluOp::abs, low, 0) == low);
  CHECK(alu(AluOp::shift_left, 1, 32) == 0);
  CHECK(alu(AluOp::shift_right, -1, 28) == 15);
  CHECK(alu(AluOp::shift_right_arithmetic, low, 99) == -1);
  CHECK(alu(AluOp::shift_left, 1, -1) == 0);
  CHECK(alu(AluOp::shift_left, int64_t(1), int64_t(40)) == int64_t(1) << 40);
  CHECK(alu(AluOp::add, std::numeric_limits<int64_t>::max(), int64_t(1)) ==
        std::numeric_limits<int64_t>::min());
}

TEST_CASE("rows are equal at each level and insensitive to MXCSR") {
  std::mt19937 generator(7);
  std::vector<float> left(4099), right(4099);
  for (size_t i = 0; i < left.size(); ++i)
    left[i] = std::bit_cast<float>(uint32_t(generator())),
    right[i] = i % 5 ? std::bit_cast<float>(uint32_t(generator())) : left[i];
  for (AluOp op : isa::allAluOpCases) {
    std::vector<float> want(left.size()), got(left.size());
    for (size_t i = 0; i < left.size(); ++i)
      want[i] = alu(op, left[i], right[i]);
    for (SimdLevel level :
         {SimdLevel::scalar, SimdLevel::avx2, SimdLevel::avx512}) {
      if (!isSupported(level))
        continue;
      unsigned saved = _mm_getcsr();
      _mm_setcsr(
          saved | 0x8040 |
          0x6000); // flush to zero, denormals are zero, round towards zero
      aluRow(op, left.data(), right.data(), got.data(), left.size(), level);
      bool restored = _mm_getcsr() == (saved | 0x8040 | 0x6000);
      _mm_setcsr(saved);
      CHECK(restored);
      bool equal = true;
      for (size_t i = 0; i < left.size(); ++i)
        equal &= bits(want[i]) == bits(got[i]);
      INFO(isa::name(op).str() << " " << name(level).str());
      CHECK(equal);
    }
  }
}

TEST_CASE("fused multiply-add rounds once") {
  std::mt19937 generator(11);
  for (unsigned i = 0; i < 200000; ++i) {
    float a = std::bit_cast<float>(uint32_t(generator())),
          b = std::bit_cast<float>(uint32_t(generator()));
    float c = i % 3 ? -a * b * (1 + float(i % 7) * 0x1p-22f)
                    : std::bit_cast<float>(uint32_t(generator()));
    float want = std::fma(a, b, c);
    uint32_t got = bits(fusedMultiplyAdd(a, b, c));
    REQUIRE(got == (std::isnan(want) ? canonicalNan : bits(want)));
  }
  // Results among the subnormals, where rounding to odd must still hold.
  for (unsigned i = 0; i < 200000; ++i) {
    float a = std::ldexp(float(generator() & 0xFFFFFF), -90),
          b = std::ldexp(float(generator() & 0xFFFFFF), -90);
    float c = std::bit_cast<float>(uint32_t(generator() & 0x800FFFFF));
    REQUIRE(bits(fusedMultiplyAdd(a, b, c)) == bits(std::fma(a, b, c)));
  }
}
