//===- Alu.cpp - fp32 ALU over rows ---------------------------------------===//
//
// One loop per operator, so that each vectorises. Rows may be the same but not
// shifted against each other (the engines see to it).
//
//===----------------------------------------------------------------------===//
#include "AluOps.h"

namespace glia::numerics::GLIA_SIMD_NAMESPACE {

template <isa::AluOp op>
static void run(const float *left, const float *right, float *out, size_t n) {
  GLIA_ROW_LOOP
  for (size_t i = 0; i < n; ++i)
    out[i] = step<op>(left[i], right[i]);
}

template <isa::AluOp op>
static void runScalar(const float *row, float scalar, bool reverse, float *out,
                      size_t n) {
  if (reverse) {
    GLIA_ROW_LOOP
    for (size_t i = 0; i < n; ++i)
      out[i] = step<op>(scalar, row[i]);
  } else {
    GLIA_ROW_LOOP
    for (size_t i = 0; i < n; ++i)
      out[i] = step<op>(row[i], scalar);
  }
}

void alu(isa::AluOp op, const float *left, const float *right, float *out,
         size_t n) {
  switch (op) {
#define GLIA_CASE(NAME, CAMEL)                                                 \
  case isa::AluOp::NAME:                                                       \
    return run<isa::AluOp::NAME>(left, right, out, n);
    GLIA_FOR_EACH_ALU_OP(GLIA_CASE)
#undef GLIA_CASE
  }
}

void aluScalar(isa::AluOp op, const float *row, float scalar, bool reverse,
               float *out, size_t n) {
  switch (op) {
#define GLIA_CASE(NAME, CAMEL)                                                 \
  case isa::AluOp::NAME:                                                       \
    return runScalar<isa::AluOp::NAME>(row, scalar, reverse, out, n);
    GLIA_FOR_EACH_ALU_OP(GLIA_CASE)
#undef GLIA_CASE
  }
}

Step *stepOf(isa::AluOp op) {
  switch (op) {
#define GLIA_CASE(NAME, CAMEL)                                                 \
  case isa::AluOp::NAME:                                                       \
    return step<isa::AluOp::NAME>;
    GLIA_FOR_EACH_ALU_OP(GLIA_CASE)
#undef GLIA_CASE
  }
  return step<isa::AluOp::bypass>;
}

void scaleBias(const float *row, float scale, float bias, float *out,
               size_t n) {
  GLIA_ROW_LOOP
  for (size_t i = 0; i < n; ++i)
    out[i] = canonical(fma(row[i], scale, bias));
}

} // namespace glia::numerics::GLIA_SIMD_NAMESPACE
