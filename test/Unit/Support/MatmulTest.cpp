//===- MatmulTest.cpp - The matmul micro-kernel ---------------------------===//
#include "glia/Support/Numerics.h"
#include <bit>
#include <catch2/catch.hpp>
#include <cmath>
#include <random>
#include <vector>

using namespace glia::numerics;

/// The contract with libm's fma, one output at a time.
static float model(const std::vector<float> &a, const std::vector<float> &b,
                   unsigned m, unsigned n, unsigned k, unsigned strideA,
                   unsigned strideB, bool accumulate, float psum) {
  float p = 0;
  for (unsigned i = 0; i < k; ++i)
    p = std::fma(a[i * strideA + m], b[i * strideB + n], p);
  float result = accumulate ? psum + p : p;
  return std::isnan(result) ? std::bit_cast<float>(canonicalNan) : result;
}

TEST_CASE("matmul is the fma chain at every shape and level") {
  std::mt19937 generator(5);
  std::normal_distribution<float> normal;
  struct Shape {
    unsigned m, n, k;
  };
  for (Shape shape : {Shape{1, 1, 1},
                      {128, 1, 128},
                      {7, 3, 5},
                      {8, 16, 1},
                      {9, 17, 33},
                      {128, 512, 3},
                      {65, 49, 128},
                      {128, 47, 64},
                      {3, 8, 128},
                      {127, 2, 127},
                      {80, 1, 16},
                      {100, 200, 31},
                      {128, 512, 128},
                      {33, 33, 7},
                      {40, 95, 20}}) {
    unsigned strideA = shape.m + 3, strideB = shape.n + 5,
             strideC = shape.n + 1;
    std::vector<float> a(shape.k * strideA), b(shape.k * strideB),
        start(shape.m * strideC);
    for (std::vector<float> *each : {&a, &b, &start})
      for (float &x : *each)
        x = normal(generator) * (generator() % 50 == 0 ? 0x1p-80f : 1.0f);
    b[0] = INFINITY, a[0] = 0; // a NaN on the way
    for (bool accumulate : {false, true})
      for (SimdLevel level :
           {SimdLevel::scalar, SimdLevel::avx2, SimdLevel::avx512}) {
        if (!isSupported(level))
          continue;
        std::vector<float> psum = start;
        matmulChunk(psum.data(), strideC, a.data(), strideA, b.data(), strideB,
                    shape.m, shape.n, shape.k, accumulate, level);
        bool equal = true;
        for (unsigned m = 0; m < shape.m; ++m)
          for (unsigned n = 0; n < shape.n; ++n)
            equal &= std::bit_cast<uint32_t>(psum[m * strideC + n]) ==
                     std::bit_cast<uint32_t>(model(a, b, m, n, shape.k, strideA,
                                                   strideB, accumulate,
                                                   start[m * strideC + n]));
        for (unsigned m = 0; m < shape.m; ++m) // nothing beside the result
          equal &= psum[m * strideC + shape.n] == start[m * strideC + shape.n];
        INFO(shape.m << "x" << shape.n << "x" << shape.k << " "
                     << name(level).str() << (accumulate ? " accumulate" : ""));
        CHECK(equal);
      }
  }
}

TEST_CASE("matmul keeps the sign of zero of the stationary") {
  // The first product underflows to -0; -0 * 1 keeps it, +0 * 1 would not.
  const unsigned m = 20, k = 2;
  for (unsigned n : {1u, 3u, 16u, 40u, 64u})
    for (SimdLevel level :
         {SimdLevel::scalar, SimdLevel::avx2, SimdLevel::avx512}) {
      if (!isSupported(level))
        continue;
      std::vector<float> a(k * m), b(k * n), psum(m * n);
      for (unsigned i = 0; i < m; ++i)
        a[i] = -1e-30f, a[m + i] = i % 2 ? -0.0f : 0.0f;
      for (unsigned j = 0; j < n; ++j)
        b[j] = 1e-30f, b[n + j] = 1.0f;
      matmulChunk(psum.data(), n, a.data(), m, b.data(), n, m, n, k, false,
                  level);
      bool right = true;
      for (unsigned i = 0; i < m; ++i)
        for (unsigned j = 0; j < n; ++j)
          right &= psum[i * n + j] == 0 &&
                   std::signbit(psum[i * n + j]) == (i % 2 == 1);
      INFO(n << " columns at " << name(level).str());
      CHECK(right);
    }
}
