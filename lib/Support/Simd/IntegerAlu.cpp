//===- IntegerAlu.cpp - Exact, wrapping integer ALU over rows -------------===//
//
// GpSimd's arithmetic, and the bit operators of every engine.
//
//===----------------------------------------------------------------------===//
#include "AluOps.h"

namespace glia::numerics::GLIA_SIMD_NAMESPACE {

template <isa::AluOp op, typename Int, typename Unsigned>
static void run(const Int *left, const Int *right, Int *out, size_t n) {
  GLIA_ROW_LOOP
  for (size_t i = 0; i < n; ++i)
    out[i] = integerStep<op, Int, Unsigned>(left[i], right[i]);
}

void alu32(isa::AluOp op, const int32_t *left, const int32_t *right,
           int32_t *out, size_t n) {
  switch (op) {
#define GLIA_CASE(NAME, CAMEL)                                                 \
  case isa::AluOp::NAME:                                                       \
    return run<isa::AluOp::NAME, int32_t, uint32_t>(left, right, out, n);
    GLIA_FOR_EACH_ALU_OP(GLIA_CASE)
#undef GLIA_CASE
  }
}

void alu64(isa::AluOp op, const int64_t *left, const int64_t *right,
           int64_t *out, size_t n) {
  switch (op) {
#define GLIA_CASE(NAME, CAMEL)                                                 \
  case isa::AluOp::NAME:                                                       \
    return run<isa::AluOp::NAME, int64_t, uint64_t>(left, right, out, n);
    GLIA_FOR_EACH_ALU_OP(GLIA_CASE)
#undef GLIA_CASE
  }
}

} // namespace glia::numerics::GLIA_SIMD_NAMESPACE
