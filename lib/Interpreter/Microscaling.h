//===- Microscaling.h - Scales of the MX formats --------------------------===//
//
// One scale of 8 bits belongs to 8 partitions and 4 elements.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_LIB_INTERPRETER_MICROSCALING_H
#define GLIA_LIB_INTERPRETER_MICROSCALING_H

#include "Product.h"
#include <bit>

namespace glia::interpreter {

inline constexpr unsigned mxPartitions = 8, mxElements = 4;
inline constexpr uint8_t mxNanScale = 255;

/// The partition of the scale operand that holds the scales of a group of 8
/// partitions: 4 in each quadrant, or all 4 together.
inline unsigned mxScaleRow(unsigned group, unsigned scalePartitions) {
  return scalePartitions == 4 ? group : group / 4 * 32 + group % 4;
}

/// 2^(scale - 127); NaN for 255. In binary64, where it and its inverse are
/// normal.
inline double mxScale(uint8_t scale) {
  if (scale == mxNanScale)
    return std::bit_cast<float>(numerics::canonicalNan);
  return std::bit_cast<double>((uint64_t(scale) + 1023 - 127) << 52);
}

/// [P, 4 C] elements and their scales as a matrix [4 P, C] of fp32, in the
/// scratch buffer 1.
Matrix scaledMatrix(Core &core, const isa::OnChipOperand &elements,
                    const isa::OnChipOperand &scale);

} // namespace glia::interpreter

#endif
