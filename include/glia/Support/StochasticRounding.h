//===- StochasticRounding.h - Casts that round by random bits -------------===//
//
// docs/Machine.md, section 4.9. What an element rounds to depends on its value,
// on its place in the logical tensor and on four numbers of the run; never on
// tiling, order, SIMD level or threads.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_SUPPORT_STOCHASTICROUNDING_H
#define GLIA_SUPPORT_STOCHASTICROUNDING_H

#include "glia/Support/ElementType.h"
#include <cstddef>
#include <cstdint>

namespace glia::numerics {

/// All that the random bits depend on beside the element.
struct StochasticKey {
  uint32_t seed = 0, stream = 0, step = 0, ordinal = 0;
};

/// tf32, bf16, f16 and the three fp8 types.
bool hasStochasticRounding(ElementType type);

/// The random word of one logical element.
uint32_t randomWord(const StochasticKey &key, uint64_t index);

/// Bits of `x` in `type`, given its random word: with lo <= x < hi its
/// neighbours in the type and F = floor((x - lo) / (hi - lo) * 2^32), hi iff
/// random < F. Exact values stay; overflow and NaN as `convert`.
uint32_t roundStochastically(float x, ElementType type, uint32_t random,
                             bool saturate = false);

/// Casts `n` dense fp32 elements; `index[i]` is the place of `in[i]` in the
/// logical tensor.
void convertStochastic(const float *in, ElementType to, void *out,
                       const uint64_t *index, size_t n,
                       const StochasticKey &key, bool saturate = false);

} // namespace glia::numerics

#endif
