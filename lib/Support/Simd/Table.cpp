//===- Table.cpp - The kernel table of one level --------------------------===//
//
// The activation functions come from the instruction table: a function that
// has no file in lib/Support/Activation does not link.
//
//===----------------------------------------------------------------------===//
#include "Level.h"

namespace glia::numerics::GLIA_SIMD_NAMESPACE {

void activate(isa::ActivationFunction function, const float *in, float *out,
              size_t n, float parameter) {
  switch (function) {
#define GLIA_CASE(NAME, CAMEL)                                                 \
  case isa::ActivationFunction::NAME:                                          \
    return activation_##NAME(in, out, n);
    GLIA_FOR_EACH_PLAIN_ACTIVATION_FUNCTION(GLIA_CASE)
#undef GLIA_CASE
#define GLIA_CASE(NAME, CAMEL)                                                 \
  case isa::ActivationFunction::NAME:                                          \
    return activation_##NAME(in, out, n, parameter);
    GLIA_FOR_EACH_PARAMETRIC_ACTIVATION_FUNCTION(GLIA_CASE)
#undef GLIA_CASE
  }
}

const Kernels kernels{alu,    aluScalar, alu32, alu64,  stepOf,       scaleBias,
                      reduce, activate,  pack,  matmul, matmulColumns};

} // namespace glia::numerics::GLIA_SIMD_NAMESPACE
