//===- Placement.h - Exact search for offsets in a given capacity ---------===//
//
// The hard form of the allocator's problem: offsets for all buffers in a
// capacity that may have no byte to spare, or a proof that there are none.
// The answer depends on the problem and the step limit alone, never on time.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_ALLOCATOR_PLACEMENT_H
#define GLIA_ALLOCATOR_PLACEMENT_H

#include "llvm/ADT/ArrayRef.h"
#include <cstdint>
#include <vector>

namespace glia {

/// [lower, upper) of time.
struct LifeSpan {
  int64_t lower = 0, upper = 0;
};

struct PlacementBuffer {
  LifeSpan life;
  int64_t size = 0;      // at least 0
  int64_t alignment = 1; // of the offset, at least 1
  /// Parts of the life in which the bytes are not needed, ascending and
  /// disjoint; other buffers may have them there.
  std::vector<LifeSpan> gaps;
};

struct PlacementOptions {
  int64_t capacity = 0; // at most maxPlacementBytes
  /// A step is one buffer that is looked at: about 5 ns.
  uint64_t maxSteps = uint64_t(1) << 34;
};
/// Of capacity and alignment, so that no sum overflows.
inline constexpr int64_t maxPlacementBytes = int64_t(1) << 62;

enum class PlacementStatus {
  placed,
  overCapacity, // proven: at peakTime more bytes live than there are
  impossible,   // proven: every placement was ruled out
  limitReached, // neither found nor ruled out within maxSteps
};

struct Placement {
  PlacementStatus status = PlacementStatus::limitReached;
  std::vector<int64_t> offsets; // one per buffer, if placed
  int64_t used = 0;             // end of the highest buffer, if placed
  /// The first instant at which the most bytes live; every size is rounded up
  /// to what the capacity and all alignments have in common.
  int64_t peakTime = 0;
  double peakBytes = 0; // exact below 2^53
  uint64_t steps = 0;
  /// Of limitReached: some part was too large to be searched at all, so more
  /// steps would not help.
  bool isTooLarge = false;
};
/// Of buffers that lives link with each other; larger parts are only placed in
/// one pass.
inline constexpr size_t maxSearchedBuffers = 4096;

Placement findPlacement(llvm::ArrayRef<PlacementBuffer> buffers,
                        const PlacementOptions &options);

/// Whether offsets are aligned, within the capacity and apart wherever two
/// buffers live together. Shares nothing with the search.
bool isPlacement(llvm::ArrayRef<PlacementBuffer> buffers,
                 llvm::ArrayRef<int64_t> offsets, int64_t capacity);

} // namespace glia

#endif
