//===- Matmul.cpp - The matmul micro-kernel -------------------------------===//
//
// One instruction of the Tensor engine: every output is one chain of fp32 fma
// over k ascending. That order is what a GEMM micro-kernel does anyhow when it
// vectorises over n and blocks over m, so registers hold rows x columns
// accumulators, the stationary is broadcast, and nothing is ever split over k.
// A narrow moving operand (a vector) vectorises over m instead: the chain of
// each output is the same.
//
//===----------------------------------------------------------------------===//
#include "Level.h"

namespace glia::numerics::GLIA_SIMD_NAMESPACE {

#if GLIA_SIMD_LEVEL == 0
static constexpr unsigned rows = 4, lanes = 4, vectors = 2;
#elif GLIA_SIMD_LEVEL == 1
static constexpr unsigned rows = 4, lanes = 8, vectors = 3;
#else
static constexpr unsigned rows = 8, lanes = 16, vectors = 3;
#endif
static constexpr unsigned columns = lanes * vectors;
const unsigned matmulColumns = columns;

typedef float Vector __attribute__((vector_size(lanes * 4)));
typedef float RowVector __attribute__((vector_size(rows * 4)));
typedef int32_t Mask __attribute__((vector_size(lanes * 4)));

template <typename V, unsigned size>
static inline V multiplyAdd(V a, V b, V c) {
#if GLIA_SIMD_LEVEL == 0
  typedef double Wide __attribute__((vector_size(size * 8)));
  typedef int64_t Bits __attribute__((vector_size(size * 8)));
  // emulatedFma of Level.h, on vectors.
  Wide product =
      __builtin_convertvector(a, Wide) * __builtin_convertvector(b, Wide);
  Wide addend = __builtin_convertvector(c, Wide);
  Wide sum = product + addend;
  Wide back = sum - product;
  Wide error = (product - (sum - back)) + (addend - back);
  Bits bits = (Bits)sum;
  Bits inexact = (Bits)(error > 0) | (Bits)(error < 0);
  Bits towardsZero = (Bits)(error > 0) ^ (Bits)(sum > 0);
  Bits away = 1 + (towardsZero & -2);
  bits += inexact & (~bits & 1) * away;
  return __builtin_convertvector((Wide)bits, V);
#else
  return __builtin_elementwise_fma(a, b, c);
#endif
}

static inline Vector load(const float *from) {
  Vector v;
  __builtin_memcpy(&v, from, sizeof v);
  return v;
}
static inline void store(float *to, Vector v) {
  __builtin_memcpy(to, &v, sizeof v);
}
static inline Vector canonicalVector(Vector v) {
  Mask ordered = v == v;
  return (Vector)(((Mask)v & ordered) | (~ordered & 0x7FC00000));
}

void pack(PackedStationary &packed, const float *stationary,
          ptrdiff_t rowStride, unsigned m, unsigned k) {
  packed.m = m;
  packed.k = k;
  float *to = packed.data;
  for (unsigned block = 0; block < m; block += rows)
    for (unsigned i = 0; i < k; ++i)
      for (unsigned r = 0; r < rows; ++r)
        *to++ = block + r < m ? stationary[i * rowStride + block + r] : 0.0f;
}

/// rows x (count * lanes) outputs; `moving` is one packed panel.
template <unsigned count>
static inline void block(const float *stationary, const float *moving,
                         unsigned k, float *psum, ptrdiff_t psumStride,
                         unsigned usedRows, unsigned usedColumns,
                         bool accumulate) {
  Vector sum[rows][count];
  for (unsigned r = 0; r < rows; ++r)
    for (unsigned v = 0; v < count; ++v)
      sum[r][v] = Vector{};
  for (unsigned i = 0; i < k;
       ++i, stationary += rows, moving += count * lanes) {
    Vector b[count];
    for (unsigned v = 0; v < count; ++v)
      b[v] = load(moving + v * lanes);
    for (unsigned r = 0; r < rows; ++r) {
      Vector a = Vector{} + stationary[r];
      for (unsigned v = 0; v < count; ++v)
        sum[r][v] = multiplyAdd<Vector, lanes>(a, b[v], sum[r][v]);
    }
  }
  for (unsigned r = 0; r < usedRows; ++r) {
    float *row = psum + r * psumStride;
    if (usedColumns == count * lanes) {
      for (unsigned v = 0; v < count; ++v)
        store(row + v * lanes,
              canonicalVector(accumulate ? load(row + v * lanes) + sum[r][v]
                                         : sum[r][v]));
      continue;
    }
    float edge[count * lanes];
    for (unsigned v = 0; v < count; ++v)
      store(edge + v * lanes, sum[r][v]);
    for (unsigned n = 0; n < usedColumns; ++n)
      row[n] = canonical(accumulate ? row[n] + edge[n] : edge[n]);
  }
}

static void panel(const PackedStationary &packed, const float *moving,
                  ptrdiff_t movingStride, float *psum, ptrdiff_t psumStride,
                  unsigned n, bool accumulate) {
  alignas(64) float b[128 * columns];
  unsigned count = (n + lanes - 1) / lanes, width = count * lanes;
  for (unsigned i = 0; i < packed.k; ++i) {
    __builtin_memcpy(b + i * width, moving + i * movingStride,
                     n * sizeof(float));
    for (unsigned j = n; j < width; ++j)
      b[i * width + j] = 0.0f;
  }
  for (unsigned m = 0; m < packed.m; m += rows) {
    const float *a = packed.data + size_t(m) * packed.k;
    float *c = psum + m * psumStride;
    unsigned used = packed.m - m < rows ? packed.m - m : rows;
    if (count == 1)
      block<1>(a, b, packed.k, c, psumStride, used, n, accumulate);
    else if (count == 2)
      block<2>(a, b, packed.k, c, psumStride, used, n, accumulate);
    else
      block<vectors>(a, b, packed.k, c, psumStride, used, n, accumulate);
  }
}

/// One column, vectorised over m; `chains` blocks at once hide the latency.
template <unsigned chains>
static void column(const float *stationary, unsigned k, const float *moving,
                   ptrdiff_t movingStride, float *psum, ptrdiff_t psumStride,
                   unsigned used, bool accumulate) {
  RowVector sum[chains];
  for (unsigned c = 0; c < chains; ++c)
    sum[c] = RowVector{};
  for (unsigned i = 0; i < k; ++i) {
    RowVector b = RowVector{} + moving[i * movingStride];
    for (unsigned c = 0; c < chains; ++c) {
      RowVector a;
      __builtin_memcpy(&a, stationary + (size_t(c) * k + i) * rows, sizeof a);
      sum[c] = multiplyAdd<RowVector, rows>(a, b, sum[c]);
    }
  }
  for (unsigned m = 0; m < used; ++m) {
    float *out = psum + m * psumStride;
    float p = sum[m / rows][m % rows];
    *out = canonical(accumulate ? *out + p : p);
  }
}

static void narrow(const PackedStationary &packed, const float *moving,
                   ptrdiff_t movingStride, float *psum, ptrdiff_t psumStride,
                   unsigned n, bool accumulate) {
  constexpr unsigned chains = 8;
  for (unsigned j = 0; j < n; ++j) {
    unsigned m = 0;
    for (; m + (chains - 1) * rows < packed.m; m += chains * rows) {
      unsigned left = packed.m - m;
      column<chains>(packed.data + size_t(m) * packed.k, packed.k, moving + j,
                     movingStride, psum + m * psumStride + j, psumStride,
                     left < chains * rows ? left : chains * rows, accumulate);
    }
    for (; m < packed.m; m += rows) {
      unsigned left = packed.m - m;
      column<1>(packed.data + size_t(m) * packed.k, packed.k, moving + j,
                movingStride, psum + m * psumStride + j, psumStride,
                left < rows ? left : rows, accumulate);
    }
  }
}

void matmul(const PackedStationary &packed, const float *moving,
            ptrdiff_t movingStride, float *psum, ptrdiff_t psumStride,
            unsigned n, bool accumulate) {
  if (n < lanes / 2)
    return narrow(packed, moving, movingStride, psum, psumStride, n,
                  accumulate);
  for (unsigned j = 0; j < n; j += columns)
    panel(packed, moving + j, movingStride, psum + j, psumStride,
          n - j < columns ? n - j : columns, accumulate);
}

} // namespace glia::numerics::GLIA_SIMD_NAMESPACE
