//===- Exp.cpp - Activation function `exp` --------------------------------===//
//
// e^x. The limits lie beyond where fp32 overflows and underflows to zero.
//
//===----------------------------------------------------------------------===//
#include "Binary64.h"

namespace glia::numerics::GLIA_SIMD_NAMESPACE {

void activation_exp(const float *in, float *out, size_t n) {
  forEach(in, out, n,
          [](double x) { return exponential(limit(x, -110.0, 100.0)); });
}

} // namespace glia::numerics::GLIA_SIMD_NAMESPACE
