//===- Matmul.cpp - The matmul micro-kernel -------------------------------===//
//
// One instruction of the Tensor engine: every output is one chain of fp32 fma
// over k ascending. That order is what a GEMM micro-kernel does anyhow when it
// vectorises over n and blocks over m, so registers hold rows x columns
// accumulators, the stationary is broadcast, and nothing is ever split over k.
// The moving rows are read where they lie: a panel of 64 columns stays in the
// first cache while all of m passes over it, and the next one is prefetched
// meanwhile, so copying it would only cost time. A narrow moving operand (a
// vector) vectorises over m instead: the chain of each output is the same.
//
//===----------------------------------------------------------------------===//
#include "Level.h"

namespace glia::numerics::GLIA_SIMD_NAMESPACE {

#if GLIA_SIMD_LEVEL == 0
static constexpr unsigned lanes = 4, vectors = 2, accumulators = 8;
#elif GLIA_SIMD_LEVEL == 1
static constexpr unsigned lanes = 8, vectors = 3, accumulators = 12;
#else
static constexpr unsigned lanes = 16, vectors = 4, accumulators = 16;
#endif
static constexpr unsigned columns = lanes * vectors;
static constexpr unsigned group = PackedStationary::group;
static constexpr unsigned maxK = PackedStationary::maxK;
const unsigned matmulColumns = columns;

typedef float Vector __attribute__((vector_size(lanes * 4)));
typedef int32_t Mask __attribute__((vector_size(lanes * 4)));

static inline Vector multiplyAdd(Vector a, Vector b, Vector c) {
#if GLIA_SIMD_LEVEL == 0
  typedef double Wide __attribute__((vector_size(lanes * 8)));
  typedef int64_t Bits __attribute__((vector_size(lanes * 8)));
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
  return __builtin_convertvector((Wide)bits, Vector);
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
/// Not `Vector{} + x`: that is an addition, and makes +0 of -0.
static inline Vector broadcast(float x) {
  Vector v;
  for (unsigned i = 0; i < lanes; ++i)
    v[i] = x;
  return v;
}
static inline Vector canonicalVector(Vector v) {
  Mask ordered = v == v;
  return (Vector)(((Mask)v & ordered) | (~ordered & 0x7FC00000));
}

void pack(PackedStationary &packed, const float *stationary,
          ptrdiff_t rowStride, unsigned begin, unsigned end) {
  unsigned k = packed.k;
  // Row by row, for rows are far apart.
  for (unsigned i = 0; i < k; ++i)
    for (unsigned block = begin; block < end; block += group) {
      const float *from = stationary + i * rowStride + block;
      float *to = packed.data + (size_t(block) * k + size_t(i) * group);
      if (block + group <= end) {
        __builtin_memcpy(to, from, group * sizeof(float));
        continue;
      }
      for (unsigned r = 0; r < group; ++r)
        to[r] = block + r < end ? from[r] : 0.0f;
    }
}

namespace {
/// Where the results of a block go.
struct Result {
  float *psum;
  ptrdiff_t stride;
  bool accumulate;
};
/// Rows of the moving operand.
struct Moving {
  const float *data;
  ptrdiff_t stride;
};
/// What the blocks of one panel fetch for the next, a few rows each.
struct Prefetch {
  Moving next{nullptr, 0};
  unsigned row = 0, rows = 0, step = 0;

  inline void fetch() {
    if (!next.data)
      return;
    unsigned end = row + step < rows ? row + step : rows;
    for (; row < end; ++row)
      for (unsigned line = 0; line < columns; line += 16)
        __builtin_prefetch(next.data + row * next.stride + line);
  }
};
} // namespace

/// rows x (count * lanes) outputs, of which usedRows x usedColumns are kept.
template <unsigned rows, unsigned count>
static inline void block(const float *stationary, Moving moving, unsigned k,
                         Result to, unsigned usedRows, unsigned usedColumns) {
  Vector sum[rows][count];
  for (unsigned r = 0; r < rows; ++r)
    for (unsigned v = 0; v < count; ++v)
      sum[r][v] = Vector{};
  for (unsigned r = 0; r < usedRows; ++r)
    for (unsigned v = 0; v < usedColumns; v += 16)
      __builtin_prefetch(to.psum + r * to.stride + v, 1);
  const float *b = moving.data;
  for (unsigned i = 0; i < k; ++i, stationary += group, b += moving.stride) {
    Vector row[count];
    for (unsigned v = 0; v < count; ++v)
      row[v] = load(b + v * lanes);
    for (unsigned r = 0; r < rows; ++r) {
      Vector a = broadcast(stationary[r]);
      for (unsigned v = 0; v < count; ++v)
        sum[r][v] = multiplyAdd(a, row[v], sum[r][v]);
    }
  }
  for (unsigned r = 0; r < rows && r < usedRows; ++r) {
    float *row = to.psum + r * to.stride;
    if (usedColumns == count * lanes) {
      for (unsigned v = 0; v < count; ++v)
        store(row + v * lanes,
              canonicalVector(to.accumulate ? load(row + v * lanes) + sum[r][v]
                                            : sum[r][v]));
      continue;
    }
    float edge[count * lanes];
    for (unsigned v = 0; v < count; ++v)
      store(edge + v * lanes, sum[r][v]);
    for (unsigned n = 0; n < usedColumns; ++n)
      row[n] = canonical(to.accumulate ? row[n] + edge[n] : edge[n]);
  }
}

/// All of m over one panel of `count` vectors.
template <unsigned count>
static void panel(const PackedStationary &packed, unsigned begin, unsigned end,
                  Moving moving, Result to, unsigned usedColumns,
                  Prefetch prefetch) {
  // As many accumulators whatever the width: they hide the latency of the fma.
  constexpr unsigned wanted = accumulators / count, rows = wanted >= 16  ? 16
                                                           : wanted >= 8 ? 8
                                                           : wanted >= 4 ? 4
                                                                         : 2;
  unsigned blocks = (end - begin + rows - 1) / rows;
  prefetch.rows = packed.k;
  prefetch.step = (packed.k + blocks - 1) / blocks;
  for (unsigned m = begin; m < end; m += rows) {
    prefetch.fetch();
    const float *a =
        packed.data + size_t(m / group * group) * packed.k + m % group;
    block<rows, count>(a, moving, packed.k,
                       {to.psum + m * to.stride, to.stride, to.accumulate},
                       end - m < rows ? end - m : rows, usedColumns);
  }
}

/// A panel that is not whole vectors: copied, filled up with zeros.
static void edgePanel(const PackedStationary &packed, unsigned begin,
                      unsigned end, Moving moving, Result to, unsigned n) {
  alignas(64) float copy[maxK * columns];
  unsigned count = (n + lanes - 1) / lanes, width = count * lanes;
  for (unsigned i = 0; i < packed.k; ++i) {
    __builtin_memcpy(copy + i * width, moving.data + i * moving.stride,
                     n * sizeof(float));
    for (unsigned j = n; j < width; ++j)
      copy[i * width + j] = 0.0f;
  }
  Moving from{copy, static_cast<ptrdiff_t>(width)};
  constexpr unsigned three = vectors > 3 ? 3 : vectors;
  if (count == 1)
    panel<1>(packed, begin, end, from, to, n, {});
  else if (count == 2)
    panel<2>(packed, begin, end, from, to, n, {});
  else if (count == three)
    panel<three>(packed, begin, end, from, to, n, {});
  else
    panel<vectors>(packed, begin, end, from, to, n, {});
}

/// One column, vectorised over m; `chains` vectors at once hide the latency.
template <unsigned chains>
static void column(const PackedStationary &packed, unsigned m, unsigned used,
                   Moving moving, Result to) {
  constexpr unsigned perGroup = group / lanes;
  Vector sum[chains];
  for (unsigned c = 0; c < chains; ++c)
    sum[c] = Vector{};
  const float *a = packed.data + size_t(m / group * group) * packed.k;
  for (unsigned i = 0; i < packed.k; ++i, a += group) {
    Vector b = broadcast(moving.data[i * moving.stride]);
    for (unsigned c = 0; c < chains; ++c)
      sum[c] = multiplyAdd(load(a + size_t(c / perGroup) * group * packed.k +
                                c % perGroup * lanes),
                           b, sum[c]);
  }
  for (unsigned r = 0; r < used; ++r) {
    float *out = to.psum + (m + r) * to.stride;
    float p = sum[r / lanes][r % lanes];
    *out = canonical(to.accumulate ? *out + p : p);
  }
}

static void narrow(const PackedStationary &packed, unsigned begin, unsigned end,
                   Moving moving, Result to, unsigned n) {
  constexpr unsigned perGroup = group / lanes;
  for (unsigned j = 0; j < n; ++j, ++moving.data, ++to.psum)
    for (unsigned m = begin; m < end;) {
      unsigned left = end - m, groups = 1;
      // Of groups that were not packed, nothing is kept.
      if (m == 0 && left > 4 * group) {
        groups = 8;
        column<8 * perGroup>(packed, m, left < 8 * group ? left : 8 * group,
                             moving, to);
      } else if (left > 3 * group) {
        groups = 4;
        column<4 * perGroup>(packed, m, left < 4 * group ? left : 4 * group,
                             moving, to);
      } else {
        column<perGroup>(packed, m, left < group ? left : group, moving, to);
      }
      m += groups * group;
    }
}

void matmul(const PackedStationary &packed, unsigned begin, unsigned end,
            const float *moving, ptrdiff_t movingStride, float *psum,
            ptrdiff_t psumStride, unsigned n, unsigned movingColumns,
            bool accumulate) {
  if (n < lanes / 2)
    return narrow(packed, begin, end, {moving, movingStride},
                  {psum, psumStride, accumulate}, n);
  unsigned j = 0;
  for (; j + columns <= n; j += columns) {
    Prefetch prefetch;
    if (j + 2 * columns <= movingColumns)
      prefetch.next = {moving + j + columns, movingStride};
    panel<vectors>(packed, begin, end, {moving + j, movingStride},
                   {psum + j, psumStride, accumulate}, columns, prefetch);
  }
  if (j < n)
    edgePanel(packed, begin, end, {moving + j, movingStride},
              {psum + j, psumStride, accumulate}, n - j);
}

} // namespace glia::numerics::GLIA_SIMD_NAMESPACE
