//===- Dma.cpp - Moving elements between two walks ------------------------===//
//
// On-chip rows interleave in host memory, so two disjoint operands may have
// overlapping hulls; then the copy through a buffer only costs time.
//
//===----------------------------------------------------------------------===//
#include "Dma.h"
#include "glia/Support/Numerics.h"

namespace glia::interpreter {

void moveElements(ElementType toType, uint8_t *to, const Pattern &toPattern,
                  ElementType fromType, const uint8_t *from,
                  const Pattern &fromPattern) {
  bool disjoint = to + toPattern.high() <= from + fromPattern.low() ||
                  from + fromPattern.high() <= to + toPattern.low();
  if (toType == fromType && disjoint)
    return transfer(to, toPattern, from, fromPattern);
  uint64_t count = fromPattern.elements();
  std::vector<uint8_t> dense(count * fromPattern.elementBytes);
  gather(from, fromPattern, dense.data());
  if (toType == fromType)
    return scatter(to, toPattern, dense.data());
  std::vector<uint8_t> converted(count * toPattern.elementBytes);
  if (isInteger(fromType) && isInteger(toType))
    numerics::convertIntegers(fromType, dense.data(), toType, converted.data(),
                              count);
  else
    numerics::convert(fromType, dense.data(), toType, converted.data(), count);
  scatter(to, toPattern, converted.data());
}

} // namespace glia::interpreter
