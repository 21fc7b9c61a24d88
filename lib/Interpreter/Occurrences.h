//===- Occurrences.h - Where eight values stand in a row ------------------===//
#ifndef GLIA_LIB_INTERPRETER_OCCURRENCES_H
#define GLIA_LIB_INTERPRETER_OCCURRENCES_H

#include <array>
#include <cstdint>

namespace glia::interpreter {

inline constexpr uint64_t noOccurrence = ~uint64_t(0);

/// The index of each value's occurrence in the row: a value that stands k times
/// before it among the eight gets occurrence k + 1. NaN equals nothing.
inline std::array<uint64_t, 8> findOccurrences(const float *row, uint64_t n,
                                               const float *values) {
  std::array<uint64_t, 8> found;
  for (unsigned j = 0; j < 8; ++j) {
    uint64_t from = 0;
    for (unsigned earlier = 0; earlier < j; ++earlier)
      if (values[earlier] == values[j])
        from = found[earlier] == noOccurrence ? n : found[earlier] + 1;
    while (from < n && row[from] != values[j])
      ++from;
    found[j] = from < n ? from : noOccurrence;
  }
  return found;
}

} // namespace glia::interpreter

#endif
