//===- Sections.h - The timeline as sets of buffers that live together ----===//
//
// Two buffers exclude each other exactly if some section has both. Sections
// that lie within a neighbour say nothing new and are left out.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_LIB_ALLOCATOR_SECTIONS_H
#define GLIA_LIB_ALLOCATOR_SECTIONS_H

#include "glia/Allocator/Placement.h"
#include <cstdint>
#include <vector>

namespace glia::allocator {

/// Buffers by number; all sizes are positive and at most the capacity.
struct SectionProblem {
  int64_t capacity = 0;
  std::vector<int64_t> size, alignment;
  std::vector<std::vector<unsigned>>
      sections; // in order of time; members ascending
};

/// More members than this in all are not searched.
inline constexpr size_t maxMembers = size_t(1) << 24;

/// The sections of the listed buffers; false if they have too many members.
bool formSections(llvm::ArrayRef<PlacementBuffer> buffers,
                  std::vector<std::vector<unsigned>> &sections);

/// Buffers that have the same offset in every placement, found from pairs of
/// sections without a spare byte that differ in one buffer each: what is not
/// common to both must lie in the same place.
/// Replaces them by one; `representative` says by which. False: impossible.
bool mergeForced(SectionProblem &problem,
                 std::vector<unsigned> &representative);

} // namespace glia::allocator

#endif
