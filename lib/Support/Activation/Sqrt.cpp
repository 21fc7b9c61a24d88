//===- Sqrt.cpp - Activation function `sqrt` ------------------------------===//
//
// IEEE square root, correctly rounded; NaN below zero, -0 stays.
//
//===----------------------------------------------------------------------===//
#include "Binary64.h"

namespace glia::numerics::GLIA_SIMD_NAMESPACE {

void activation_sqrt(const float *in, float *out, size_t n) {
  GLIA_ROW_LOOP
  for (size_t i = 0; i < n; ++i)
    out[i] = canonical(__builtin_sqrtf(in[i]));
}

} // namespace glia::numerics::GLIA_SIMD_NAMESPACE
