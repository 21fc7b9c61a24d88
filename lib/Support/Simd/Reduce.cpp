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
  case isa::ReduceOp::multiply:
    return a * b;
  case isa::ReduceOp::abs_max:
    return maximum(a, b);
  case isa::ReduceOp::abs_min:
    return minimum(a, b);
  default:
    return a;
  }
}

/// What a partial starts with, and every element counts as.
template <isa::ReduceOp op>
static inline float prepare(float x) {
  if constexpr (op == isa::ReduceOp::abs_max || op == isa::ReduceOp::abs_min)
    return size(x);
  return x;
}

template <isa::ReduceOp op>
static float run(const float *row, size_t n) {
  float partial[partials];
  size_t present = n < partials ? n : partials;
  for (size_t i = 0; i < present; ++i)
    partial[i] = prepare<op>(row[i]);
  size_t base = partials;
  for (; base + partials <= n; base += partials)
    for (size_t i = 0; i < partials; ++i)
      partial[i] = combine<op>(partial[i], prepare<op>(row[base + i]));
  for (size_t i = base; i < n; ++i)
    partial[i - base] = combine<op>(partial[i - base], prepare<op>(row[i]));
  for (size_t half = partials / 2; half > 0; half /= 2)
    for (size_t i = 0; i < half; ++i)
      if (i + half < present)
        partial[i] = combine<op>(partial[i], partial[i + half]);
  return canonical(partial[0]);
}

static size_t nonZero(const float *row, size_t n) {
  size_t count = 0;
  for (size_t i = 0; i < n; ++i)
    count += row[i] != 0;
  return count;
}

float reduce(isa::ReduceOp op, const float *row, size_t n) {
  switch (op) {
  case isa::ReduceOp::add:
    return run<isa::ReduceOp::add>(row, n);
  case isa::ReduceOp::max:
    return run<isa::ReduceOp::max>(row, n);
  case isa::ReduceOp::min:
    return run<isa::ReduceOp::min>(row, n);
  case isa::ReduceOp::multiply:
    return run<isa::ReduceOp::multiply>(row, n);
  case isa::ReduceOp::subtract:
    return n == 1 ? canonical(row[0])
                  : canonical(row[0] - run<isa::ReduceOp::add>(row + 1, n - 1));
  case isa::ReduceOp::abs_max:
    return run<isa::ReduceOp::abs_max>(row, n);
  case isa::ReduceOp::abs_min:
    return run<isa::ReduceOp::abs_min>(row, n);
  case isa::ReduceOp::logical_and:
    return nonZero(row, n) == n ? 1.0f : 0.0f;
  case isa::ReduceOp::logical_or:
    return nonZero(row, n) != 0 ? 1.0f : 0.0f;
  case isa::ReduceOp::logical_xor:
    return nonZero(row, n) % 2 ? 1.0f : 0.0f;
  // On integers only (the engine takes that path).
  case isa::ReduceOp::bitwise_and:
  case isa::ReduceOp::bitwise_or:
  case isa::ReduceOp::bitwise_xor:
    break;
  }
  return quietNan();
}

} // namespace glia::numerics::GLIA_SIMD_NAMESPACE
