//===- Numerics.h - The arithmetic of machine, evaluator and folder -------===//
//
// The one implementation of docs/Machine.md section 4. Whatever computes a
// value (interpreter, graph evaluator, constant folder, tests) calls these
// functions, so that equal programs give equal bits. Every result is the same
// at each SIMD level, and does not depend on the caller's MXCSR.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_SUPPORT_NUMERICS_H
#define GLIA_SUPPORT_NUMERICS_H

#include "glia/ISA/Enums.h"
#include "glia/Support/ElementType.h"
#include "llvm/ADT/StringRef.h"
#include <cstddef>
#include <cstdint>
#include <optional>

namespace glia::numerics {

enum class SimdLevel : uint8_t { scalar, avx2, avx512 };
/// The best level that this host runs.
SimdLevel bestSimdLevel();
bool isSupported(SimdLevel level);
llvm::StringRef name(SimdLevel level);
std::optional<SimdLevel> parseSimdLevel(llvm::StringRef name);

/// Sets rounding to nearest even with gradual underflow, and restores what the
/// caller had. The functions below do it themselves; code that calls the
/// kernels of lib/Support/Simd directly holds one.
class FloatEnvironment {
public:
  FloatEnvironment();
  ~FloatEnvironment();
  FloatEnvironment(const FloatEnvironment &) = delete;

private:
  unsigned saved;
};

inline constexpr uint32_t canonicalNan = 0x7FC00000;

/// One ALU step. Unary operators look at `left` only; `bypass` gives `left`.
/// Floating point rounds to fp32 and gives the canonical NaN; integers wrap,
/// x / 0 is -1, a shift by the width or more gives 0 (arithmetic: the sign).
float alu(isa::AluOp op, float left, float right);
int32_t alu(isa::AluOp op, int32_t left, int32_t right);
int64_t alu(isa::AluOp op, int64_t left, int64_t right);

/// The same over `n` elements; `out` may be `left` or `right`.
void aluRow(isa::AluOp op, const float *left, const float *right, float *out,
            size_t n, SimdLevel level = bestSimdLevel());

/// a * b + c with one rounding.
float fusedMultiplyAdd(float a, float b, float c);

/// f(x) for each element, at most 1 ulp from the correctly rounded value.
/// `parameter` is that of a parametric function: prelu's slope.
void activate(isa::ActivationFunction function, const float *in, float *out,
              size_t n, SimdLevel level = bestSimdLevel(), float parameter = 0);

/// One matmul instruction: for each m, n: p = +0; for k ascending
/// p = fma(stationary[k][m], moving[k][n], p); then psum[m][n] = p, or
/// psum[m][n] + p with one addition. Strides in elements. k <= 128.
void matmulChunk(float *psum, ptrdiff_t psumRowStride, const float *stationary,
                 ptrdiff_t stationaryRowStride, const float *moving,
                 ptrdiff_t movingRowStride, unsigned m, unsigned n, unsigned k,
                 bool accumulate, SimdLevel level = bestSimdLevel());

/// One reduce instruction over x[0], x[stride], ...: 16 interleaved partials,
/// then the tree 8-4-2-1, absent partials skipped. n >= 1.
float reduceRow(isa::ReduceOp op, const float *x, size_t n,
                ptrdiff_t stride = 1);

/// The value of one stored element as fp32 (rounded to nearest even where the
/// type is wider).
float toFloat(ElementType type, const void *element);

/// Casts `n` dense elements: to fp32, then to nearest even. Float to integer
/// saturates, NaN gives 0; to bool: x != 0. The same type copies bits. With
/// `saturate` an overflow of a float type gives its largest finite value.
void convert(ElementType from, const void *in, ElementType to, void *out,
             size_t n, bool saturate = false);
/// Integer to integer, exact, wrapping as a C cast (GpSimd, DMA).
void convertIntegers(ElementType from, const void *in, ElementType to,
                     void *out, size_t n);

} // namespace glia::numerics

#endif
