//===- CastPolicy.h - What the compiler's casts do beyond a type's range --===//
//
// In a header of its own for the few who cast: the constants' programs, the
// evaluator and the instructions that store.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_SUPPORT_CASTPOLICY_H
#define GLIA_SUPPORT_CASTPOLICY_H

#include "glia/Support/ElementType.h"

namespace glia {

/// Whether a number that is too large for `type` becomes its largest finite
/// one: in fp8, whose range ends where activations may well be. bf16, f16 and
/// tf32 give infinities, as IEEE does.
inline bool castSaturates(ElementType type) {
  return type == ElementType::f8e4m3 || type == ElementType::f8e5m2;
}

} // namespace glia

#endif
