//===- Prelu.cpp - Activation function `prelu` ----------------------------===//
//
// x above zero, slope * x elsewhere, rounded once; NaN propagates.
//
//===----------------------------------------------------------------------===//
#include "../Simd/Level.h"

namespace glia::numerics::GLIA_SIMD_NAMESPACE {

void activation_prelu(const float *in, float *out, size_t n, float slope) {
  GLIA_ROW_LOOP
  for (size_t i = 0; i < n; ++i)
    out[i] = canonical(in[i] > 0 ? in[i] : slope * in[i]);
}

} // namespace glia::numerics::GLIA_SIMD_NAMESPACE
