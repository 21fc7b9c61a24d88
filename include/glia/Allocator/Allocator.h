//===- Allocator.h - Offsets for buffers with known life times ------------===//
//
// The offline storage allocator: buffers that live in [lower, upper) get
// offsets in one address space such that no two that live together overlap.
// SBUF bytes, PSUM banks and HBM scratch are all placed by it; it knows
// nothing of the compiler.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_ALLOCATOR_ALLOCATOR_H
#define GLIA_ALLOCATOR_ALLOCATOR_H

#include "llvm/ADT/ArrayRef.h"
#include <cstdint>
#include <vector>

namespace glia {

/// Lives from time `lower` up to, not including, time `upper`. A buffer
/// of size 0, or one with upper <= lower, overlaps nothing.
struct LiveBuffer {
  int64_t lower = 0, upper = 0;
  int64_t size = 0;
};

enum class AllocationStrategy {
  /// Reuse is put off as long as possible: short-lived buffers walk round the
  /// space, long-lived ones are placed from its upper end. What waits for
  /// the readers of an address before it may be written waits seldom.
  rotate,
  /// The smallest gap that fits, in order of `lower`.
  bestFit,
  /// The largest buffers first, each at its lowest free offset. The densest
  /// and slowest (quadratic); for at most `maxBySize` buffers.
  bySize,
};
inline constexpr size_t maxBySize = 8192;

struct AllocationOptions {
  int64_t capacity = 0;
  int64_t alignment = 1; // of every offset
};

struct Allocation {
  bool fits = false;
  std::vector<int64_t> offsets; // one per buffer, valid if it fits
  int64_t peak = 0;             // end of the highest buffer
  AllocationStrategy strategy = AllocationStrategy::rotate;
  /// If it does not fit: the first buffer without a place, and the bytes
  /// that live beside it.
  size_t failed = 0;
  int64_t liveBeside = 0;
};

/// One strategy alone.
Allocation allocate(llvm::ArrayRef<LiveBuffer> buffers,
                    const AllocationOptions &options,
                    AllocationStrategy strategy);
/// The first strategy that fits, in the order of the enumeration.
Allocation allocate(llvm::ArrayRef<LiveBuffer> buffers,
                    const AllocationOptions &options);
/// The most bytes that live at one time, each rounded up to the alignment: no
/// allocation is smaller.
int64_t peakLiveBytes(llvm::ArrayRef<LiveBuffer> buffers,
                      int64_t alignment = 1);

} // namespace glia

#endif
