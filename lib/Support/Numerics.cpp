//===- Numerics.cpp - The arithmetic of machine, evaluator and folder -----===//
//
// Chooses the SIMD level at run time and gives the kernels a safe face.
//
//===----------------------------------------------------------------------===//
#include "glia/Support/Numerics.h"
#include "Simd/Kernels.h"
#include <vector>
#include <xmmintrin.h>

namespace glia::numerics {

bool isSupported(SimdLevel level) {
  switch (level) {
  case SimdLevel::scalar:
    return true;
  case SimdLevel::avx2:
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  case SimdLevel::avx512:
    return isSupported(SimdLevel::avx2) && __builtin_cpu_supports("avx512f") &&
           __builtin_cpu_supports("avx512vl") &&
           __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512bw");
  }
  return false;
}

SimdLevel bestSimdLevel() {
  static const SimdLevel best =
      isSupported(SimdLevel::avx512) ? SimdLevel::avx512
      : isSupported(SimdLevel::avx2) ? SimdLevel::avx2
                                     : SimdLevel::scalar;
  return best;
}

llvm::StringRef name(SimdLevel level) {
  return level == SimdLevel::scalar ? "scalar"
         : level == SimdLevel::avx2 ? "avx2"
                                    : "avx512";
}

std::optional<SimdLevel> parseSimdLevel(llvm::StringRef text) {
  for (SimdLevel level :
       {SimdLevel::scalar, SimdLevel::avx2, SimdLevel::avx512})
    if (text == name(level))
      return level;
  return std::nullopt;
}

const Kernels &kernelsFor(SimdLevel level) {
  return level == SimdLevel::scalar ? scalar::kernels
         : level == SimdLevel::avx2 ? avx2::kernels
                                    : avx512::kernels;
}

// 0x1F80: all exceptions masked, round to nearest even, no flush to zero.
FloatEnvironment::FloatEnvironment() : saved(_mm_getcsr()) {
  _mm_setcsr(0x1F80);
}
FloatEnvironment::~FloatEnvironment() { _mm_setcsr(saved); }

float alu(isa::AluOp op, float left, float right) {
  FloatEnvironment environment;
  scalar::alu(op, &left, &right, &left, 1);
  return left;
}

int32_t alu(isa::AluOp op, int32_t left, int32_t right) {
  scalar::alu32(op, &left, &right, &left, 1);
  return left;
}

int64_t alu(isa::AluOp op, int64_t left, int64_t right) {
  scalar::alu64(op, &left, &right, &left, 1);
  return left;
}

void aluRow(isa::AluOp op, const float *left, const float *right, float *out,
            size_t n, SimdLevel level) {
  FloatEnvironment environment;
  kernelsFor(level).alu(op, left, right, out, n);
}

float fusedMultiplyAdd(float a, float b, float c) {
  FloatEnvironment environment;
  scalar::scaleBias(&a, b, c, &a, 1);
  return a;
}

void activate(isa::ActivationFunction function, const float *in, float *out,
              size_t n, SimdLevel level, float parameter) {
  FloatEnvironment environment;
  kernelsFor(level).activate(function, in, out, n, parameter);
}

void matmulChunk(float *psum, ptrdiff_t psumRowStride, const float *stationary,
                 ptrdiff_t stationaryRowStride, const float *moving,
                 ptrdiff_t movingRowStride, unsigned m, unsigned n, unsigned k,
                 bool accumulate, SimdLevel level) {
  FloatEnvironment environment;
  const Kernels &kernels = kernelsFor(level);
  // Any m is taken in pieces of what the Tensor engine holds.
  auto packed = std::make_unique_for_overwrite<PackedStationary>();
  for (unsigned block = 0; block < m; block += 128) {
    packed->m = std::min(128u, m - block);
    packed->k = k;
    kernels.pack(*packed, stationary + block, stationaryRowStride, 0,
                 packed->m);
    kernels.matmul(*packed, 0, packed->m, moving, movingRowStride,
                   psum + block * psumRowStride, psumRowStride, n, n,
                   accumulate);
  }
}

float reduceRow(isa::ReduceOp op, const float *x, size_t n, ptrdiff_t stride) {
  FloatEnvironment environment;
  const Kernels &kernels = kernelsFor(bestSimdLevel());
  if (stride == 1)
    return kernels.reduce(op, x, n);
  std::vector<float> row(n);
  for (size_t i = 0; i < n; ++i)
    row[i] = x[static_cast<ptrdiff_t>(i) * stride];
  return kernels.reduce(op, row.data(), n);
}

} // namespace glia::numerics
