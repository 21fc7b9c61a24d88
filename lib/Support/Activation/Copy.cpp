//===- Copy.cpp - Activation function `copy` ------------------------------===//
//
// x itself; what activate's scale and bias made of it.
//
//===----------------------------------------------------------------------===//
#include "Binary64.h"

namespace glia::numerics::GLIA_SIMD_NAMESPACE {

void activation_copy(const float *in, float *out, size_t n) {
  GLIA_ROW_LOOP
  for (size_t i = 0; i < n; ++i)
    out[i] = canonical(in[i]);
}

} // namespace glia::numerics::GLIA_SIMD_NAMESPACE
