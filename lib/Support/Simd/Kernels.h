//===- Kernels.h - Row kernels, one table per SIMD level ------------------===//
//
// What the interpreter's engines call per row. Callers hold a
// FloatEnvironment. Rows are dense; results are canonical (NaN 0x7FC00000).
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_LIB_SUPPORT_SIMD_KERNELS_H
#define GLIA_LIB_SUPPORT_SIMD_KERNELS_H

#include "glia/ISA/Enums.h"
#include <cstddef>
#include <cstdint>

namespace glia::numerics {

enum class SimdLevel : uint8_t;

/// A stationary operand, laid out for matmul: groups of 16 columns m, each
/// [k][16], the last filled up with zeros.
struct PackedStationary {
  static constexpr unsigned group = 16, maxM = 128, maxK = 512;
  alignas(64) float data[maxM * maxK];
  unsigned m = 0, k = 0;
};

/// One element.
using Step = float(float left, float right);

struct Kernels {
  /// left op right; unary operators ignore `right`.
  void (*alu)(isa::AluOp op, const float *left, const float *right, float *out,
              size_t n);
  /// row op scalar, or scalar op row when `reverse`.
  void (*aluScalar)(isa::AluOp op, const float *row, float scalar, bool reverse,
                    float *out, size_t n);
  void (*alu32)(isa::AluOp op, const int32_t *left, const int32_t *right,
                int32_t *out, size_t n);
  void (*alu64)(isa::AluOp op, const int64_t *left, const int64_t *right,
                int64_t *out, size_t n);
  /// The operator on one element, for what runs along a row.
  Step *(*stepOf)(isa::AluOp op);
  /// fma(x, scale, bias)
  void (*scaleBias)(const float *row, float scale, float bias, float *out,
                    size_t n);
  float (*reduce)(isa::ReduceOp op, const float *row, size_t n);
  void (*activate)(isa::ActivationFunction function, const float *in,
                   float *out, size_t n, float parameter);
  /// Columns [begin, end) of a stationary of m columns, begin a multiple of the
  /// group; the caller sets packed.m and packed.k.
  void (*pack)(PackedStationary &packed, const float *stationary,
               ptrdiff_t rowStride, unsigned begin, unsigned end);
  /// Columns [0, n) of moving against columns [begin, end) of `packed`, begin a
  /// multiple of its group; psum is that of m = 0. Of `movingColumns` there
  /// are, those behind n are fetched for the next call. See matmulChunk.
  void (*matmul)(const PackedStationary &packed, unsigned begin, unsigned end,
                 const float *moving, ptrdiff_t movingStride, float *psum,
                 ptrdiff_t psumStride, unsigned n, unsigned movingColumns,
                 bool accumulate);
  /// Columns that one inner block takes; splits of n at multiples are cheap.
  unsigned matmulColumns;
};

const Kernels &kernelsFor(SimdLevel level);

// Where each level defines its table, kernels and activation functions.
using RowFunction = void(const float *in, float *out, size_t n);
using ParametricRowFunction = void(const float *in, float *out, size_t n,
                                   float parameter);
#define GLIA_DECLARE_PARAMETRIC_ACTIVATION(NAME, CAMEL)                        \
  ParametricRowFunction activation_##NAME;
#define GLIA_DECLARE_ACTIVATION(NAME, CAMEL) RowFunction activation_##NAME;
#define GLIA_DECLARE_LEVEL(LEVEL)                                              \
  namespace LEVEL {                                                            \
  extern const Kernels kernels;                                                \
  void alu(isa::AluOp op, const float *left, const float *right, float *out,   \
           size_t n);                                                          \
  void aluScalar(isa::AluOp op, const float *row, float scalar, bool reverse,  \
                 float *out, size_t n);                                        \
  void alu32(isa::AluOp op, const int32_t *left, const int32_t *right,         \
             int32_t *out, size_t n);                                          \
  void alu64(isa::AluOp op, const int64_t *left, const int64_t *right,         \
             int64_t *out, size_t n);                                          \
  Step *stepOf(isa::AluOp op);                                                 \
  void scaleBias(const float *row, float scale, float bias, float *out,        \
                 size_t n);                                                    \
  float reduce(isa::ReduceOp op, const float *row, size_t n);                  \
  void activate(isa::ActivationFunction function, const float *in, float *out, \
                size_t n, float parameter);                                    \
  void pack(PackedStationary &packed, const float *stationary,                 \
            ptrdiff_t rowStride, unsigned begin, unsigned end);                \
  void matmul(const PackedStationary &packed, unsigned begin, unsigned end,    \
              const float *moving, ptrdiff_t movingStride, float *psum,        \
              ptrdiff_t psumStride, unsigned n, unsigned movingColumns,        \
              bool accumulate);                                                \
  extern const unsigned matmulColumns;                                         \
  GLIA_FOR_EACH_PLAIN_ACTIVATION_FUNCTION(GLIA_DECLARE_ACTIVATION)             \
  GLIA_FOR_EACH_PARAMETRIC_ACTIVATION_FUNCTION(                                \
      GLIA_DECLARE_PARAMETRIC_ACTIVATION)                                      \
  }
GLIA_DECLARE_LEVEL(scalar)
GLIA_DECLARE_LEVEL(avx2)
GLIA_DECLARE_LEVEL(avx512)
#undef GLIA_DECLARE_LEVEL
#undef GLIA_DECLARE_ACTIVATION
#undef GLIA_DECLARE_PARAMETRIC_ACTIVATION

} // namespace glia::numerics

#endif
