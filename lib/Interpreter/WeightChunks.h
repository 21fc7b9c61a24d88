//===- WeightChunks.h - Where a constant is cut for reading ---------------===//
//
// At the ends of the file's chunks, each of which has one hash: so a chunk of a
// large constant is read once, in place, and not once for each of two requests.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_LIB_INTERPRETER_WEIGHTCHUNKS_H
#define GLIA_LIB_INTERPRETER_WEIGHTCHUNKS_H

#include "glia/Object/Object.h"
#include "glia/Support/Limits.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

namespace glia::interpreter {

/// Offsets count from the constant's first byte.
class WeightChunks {
public:
  WeightChunks() = default;
  explicit WeightChunks(const ConstantSpan &constant)
      : bytes(constant.bytes),
        phase(constant.fileOffset % limits::weightChunkBytes) {}

  size_t count() const {
    return bytes == 0
               ? 0
               : llvm::divideCeil(bytes + phase, limits::weightChunkBytes);
  }
  /// The chunk of the byte at `offset`.
  size_t at(uint64_t offset) const {
    return (offset + phase) / limits::weightChunkBytes;
  }
  uint64_t begin(size_t chunk) const {
    return chunk == 0 ? 0 : chunk * limits::weightChunkBytes - phase;
  }
  uint64_t end(size_t chunk) const { return std::min(begin(chunk + 1), bytes); }

private:
  uint64_t bytes = 0, phase = 0;
};

} // namespace glia::interpreter

#endif
