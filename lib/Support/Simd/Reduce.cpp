//===- Reduce.cpp - Reduction of one row in the contract's order ----------===//
//
// Element i goes to partial i mod 16; a partial starts with its first element.
// The partials meet in the tree 8-4-2-1. The order is the same whatever the
// vector width, because lanes of 16 are what every width divides.
//
//===----------------------------------------------------------------------===//
#include "AluOps.h"

namespace glia::numerics::GLIA_SIMD_NAMESPACE {

static constexpr size_t partials = 16;

template <isa::ReduceOp op>
static inline float combine(float a, float b) {
  switch (op) {
  case isa::ReduceOp::add:
    return a + b;
  case isa::ReduceOp::max:
    return maximum(a, b);
  case isa::ReduceOp::min:
    return minimum(a, b);
  }
  return a;
}

template <isa::ReduceOp op>
static float run(const float *row, size_t n) {
  float partial[partials];
  size_t present = n < partials ? n : partials;
  for (size_t i = 0; i < present; ++i)
    partial[i] = row[i];
  size_t base = partials;
  for (; base + partials <= n; base += partials)
    for (size_t i = 0; i < partials; ++i)
      partial[i] = combine<op>(partial[i], row[base + i]);
  for (size_t i = base; i < n; ++i)
    partial[i - base] = combine<op>(partial[i - base], row[i]);
  for (size_t half = partials / 2; half > 0; half /= 2)
    for (size_t i = 0; i < half; ++i)
      if (i + half < present)
        partial[i] = combine<op>(partial[i], partial[i + half]);
  return canonical(partial[0]);
}

float reduce(isa::ReduceOp op, const float *row, size_t n) {
  switch (op) {
  case isa::ReduceOp::add:
    return run<isa::ReduceOp::add>(row, n);
  case isa::ReduceOp::max:
    return run<isa::ReduceOp::max>(row, n);
  case isa::ReduceOp::min:
    return run<isa::ReduceOp::min>(row, n);
  }
  return quietNan();
}

} // namespace glia::numerics::GLIA_SIMD_NAMESPACE
