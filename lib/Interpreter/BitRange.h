//===- BitRange.h - Runs of bits, a word at a time ------------------------===//
#ifndef GLIA_LIB_INTERPRETER_BITRANGE_H
#define GLIA_LIB_INTERPRETER_BITRANGE_H

#include <algorithm>
#include <cstdint>

namespace glia::interpreter {

/// Calls with (word index, mask) for the bits [from, from + length), until the
/// callback gives false.
template <typename F>
void forEachWord(uint64_t from, uint64_t length, F callback) {
  uint64_t end = from + length;
  while (from < end) {
    uint64_t bit = from % 64, count = std::min(64 - bit, end - from);
    uint64_t mask = (count == 64 ? ~uint64_t(0) : (uint64_t(1) << count) - 1)
                    << bit;
    if (!callback(from / 64, mask))
      return;
    from += count;
  }
}

} // namespace glia::interpreter

#endif
