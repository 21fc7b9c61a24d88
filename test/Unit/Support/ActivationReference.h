//===- ActivationReference.h - Activation functions in MPFR ---------------===//
//
// The correctly rounded values that the tests of activation functions compare
// with: one row a function, computed with 200 bits.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_TEST_UNIT_SUPPORT_ACTIVATIONREFERENCE_H
#define GLIA_TEST_UNIT_SUPPORT_ACTIVATIONREFERENCE_H

#include "glia/ISA/Enums.h"
#include <cstdint>

namespace glia {

/// What the tests pass to parametric functions.
inline constexpr float activationParameter = 0.3f;

/// The function's value, rounded to fp32 once, subnormals included.
float activationReference(isa::ActivationFunction function, float x);

/// Distance in representable values, 0 for equal bits and for two NaN; the
/// zeros are 1 apart.
int64_t ulps(float a, float b);

} // namespace glia

#endif
