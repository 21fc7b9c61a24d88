//===- MemoryRegion.cpp - What one operand touches, in bytes ---------------===//
//
// Overlap is decided without enumerating elements: 10^5 ops compare their
// operands with everything that still matters in the same range.
//
//===----------------------------------------------------------------------===//
#include "dialects/Tile/MemoryRegion.h"
#include "llvm/ADT/SmallVector.h"
#include <algorithm>
#include <cassert>
#include <cstdlib>

using namespace glia::tile;

MemoryRegion MemoryRegion::make(MemorySpace space, unsigned firstPartition, unsigned partitions, int64_t base, unsigned elementBytes,
                    llvm::ArrayRef<std::pair<int64_t, int64_t>> pairs) {
  assert(pairs.size() <= 5 && "a pattern has at most five pairs");
  MemoryRegion region;
  region.space = space;
  region.firstPartition = firstPartition;
  region.partitions = partitions;
  region.base = base;
  region.elementBytes = elementBytes;
  for (auto [count, stride] : pairs)
    if (count != 1) { // canonical, so that equal sets compare equal
      region.count[region.rank] = count;
      region.stride[region.rank++] = stride;
    }
  region.finish();
  return region;
}

MemoryRegion MemoryRegion::block(MemorySpace space, unsigned firstPartition, unsigned partitions, int64_t low, int64_t high) {
  return make(space, firstPartition, partitions, low, 1, {{high - low, 1}});
}

void MemoryRegion::finish() {
  low = base;
  high = base + elementBytes;
  llvm::SmallVector<std::pair<int64_t, int64_t>, 5> sizes; // |stride|, count
  for (unsigned i = 0; i < rank; ++i) {
    int64_t reach = (count[i] - 1) * stride[i];
    (reach < 0 ? low : high) += reach;
    sizes.emplace_back(std::abs(stride[i]), count[i]);
  }
  std::sort(sizes.begin(), sizes.end());
  int64_t filled = elementBytes;
  dense = true;
  for (auto [step, times] : sizes) {
    if (step > filled) {
      dense = false;
      return;
    }
    filled += step * (times - 1);
  }
}

/// The bytes of a region modulo `period`, as start and length on a circle, if its pairs that are no multiples of the period
/// stay within one turn.
static bool residues(const MemoryRegion &region, int64_t period, int64_t &start, int64_t &length) {
  int64_t low = region.base, high = region.base + region.elementBytes;
  for (unsigned i = 0; i < region.rank; ++i)
    if (region.stride[i] % period != 0) {
      int64_t reach = (region.count[i] - 1) * region.stride[i];
      (reach < 0 ? low : high) += reach;
    }
  length = high - low;
  start = ((low % period) + period) % period;
  return length <= period;
}

static bool areApartModulo(const MemoryRegion &a, const MemoryRegion &b, int64_t period) {
  int64_t startA, lengthA, startB, lengthB;
  if (!residues(a, period, startA, lengthA) || !residues(b, period, startB, lengthB))
    return false;
  return (startB - startA + period) % period >= lengthA && (startA - startB + period) % period >= lengthB;
}

bool MemoryRegion::mayOverlap(const MemoryRegion &other) const {
  if (space != other.space || low >= other.high || other.low >= high || firstPartition >= other.firstPartition + other.partitions ||
      other.firstPartition >= firstPartition + partitions)
    return false;
  if (dense && other.dense)
    return true;
  for (const MemoryRegion *region : {this, &other})
    for (unsigned i = 0; i < region->rank; ++i) {
      int64_t period = std::abs(region->stride[i]);
      if (period > 1 && areApartModulo(*this, other, period))
        return false;
    }
  return true;
}
