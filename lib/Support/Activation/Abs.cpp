//===- Abs.cpp - Activation function `abs` --------------------------------===//
//
// |x|; NaN becomes the canonical one.
//
//===----------------------------------------------------------------------===//
#include "Binary64.h"

namespace glia::numerics::GLIA_SIMD_NAMESPACE {

void activation_abs(const float *in, float *out, size_t n) {
  GLIA_ROW_LOOP
  for (size_t i = 0; i < n; ++i)
    out[i] = canonical(__builtin_fabsf(in[i]));
}

} // namespace glia::numerics::GLIA_SIMD_NAMESPACE
