//===- Dma.cpp - Moving elements between two walks ------------------------===//
//
// On-chip rows interleave in host memory, so two disjoint operands may have
// overlapping hulls; then the copy through a buffer only costs time.
//
//===----------------------------------------------------------------------===//
#include "Dma.h"
#include "glia/Support/Error.h"
#include "glia/Support/Numerics.h"

namespace glia::interpreter {

/// A transfer that fits on chip needs far less.
static constexpr uint64_t maxBufferedElements = uint64_t(1) << 27;

llvm::Error moveElements(ElementType toType, uint8_t *to,
                         const Pattern &toPattern, ElementType fromType,
                         const uint8_t *from, const Pattern &fromPattern) {
  bool disjoint = to + toPattern.high() <= from + fromPattern.low() ||
                  from + fromPattern.high() <= to + toPattern.low();
  if (toType == fromType && disjoint) {
    transfer(to, toPattern, from, fromPattern);
    return llvm::Error::success();
  }
  uint64_t count = fromPattern.elements();
  if (count > maxBufferedElements)
    return makeError(ErrorCode::E4403,
                     "casts or overlaps " + llvm::Twine(count) +
                         " elements in one transfer, expects at most " +
                         llvm::Twine(maxBufferedElements));
  std::vector<uint8_t> dense(count * fromPattern.elementBytes);
  gather(from, fromPattern, dense.data());
  if (toType == fromType) {
    scatter(to, toPattern, dense.data());
    return llvm::Error::success();
  }
  std::vector<uint8_t> converted(count * toPattern.elementBytes);
  if (isInteger(fromType) && isInteger(toType))
    numerics::convertIntegers(fromType, dense.data(), toType, converted.data(),
                              count);
  else
    numerics::convert(fromType, dense.data(), toType, converted.data(), count);
  scatter(to, toPattern, converted.data());
  return llvm::Error::success();
}

} // namespace glia::interpreter
