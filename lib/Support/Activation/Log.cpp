//===- Log.cpp - Activation function `log` --------------------------------===//
//
// Minus infinity at both zeros, NaN below.
//
//===----------------------------------------------------------------------===//
#include "Logarithm.h"

namespace glia::numerics::GLIA_SIMD_NAMESPACE {

void activation_log(const float *in, float *out, size_t n) {
  forEach(in, out, n, [](double x) {
    double positive = x > 0x1p1000 ? x : logarithm(x);
    double special = x < 0 ? __builtin_nan("") : -__builtin_inf();
    double result = x > 0 ? positive : special;
    return x == x ? result : x;
  });
}

} // namespace glia::numerics::GLIA_SIMD_NAMESPACE
