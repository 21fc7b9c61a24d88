//===- Relu.cpp - Activation function `relu` ------------------------------===//
//
// The larger of x and +0; -0 gives +0, NaN propagates.
//
//===----------------------------------------------------------------------===//
#include "Binary64.h"

namespace glia::numerics::GLIA_SIMD_NAMESPACE {

void activation_relu(const float *in, float *out, size_t n) {
  GLIA_ROW_LOOP
  for (size_t i = 0; i < n; ++i) {
    float positive = in[i] > 0 ? in[i] : 0.0f;
    out[i] = in[i] == in[i] ? positive : quietNan();
  }
}

} // namespace glia::numerics::GLIA_SIMD_NAMESPACE
