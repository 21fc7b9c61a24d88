//===- Reciprocal.cpp - Activation function `reciprocal` ------------------===//
//
// 1 / x, correctly rounded; an infinity at the zeros with their sign.
//
//===----------------------------------------------------------------------===//
#include "Binary64.h"

namespace glia::numerics::GLIA_SIMD_NAMESPACE {

void activation_reciprocal(const float *in, float *out, size_t n) {
  GLIA_ROW_LOOP
  for (size_t i = 0; i < n; ++i)
    out[i] = canonical(1.0f / in[i]);
}

} // namespace glia::numerics::GLIA_SIMD_NAMESPACE
