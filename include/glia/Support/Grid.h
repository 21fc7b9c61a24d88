//===- Grid.h - Cores along several axes ----------------------------------===//
//
// All cores of a program as a grid. Core number = index of its place with the
// last axis fastest. Cores that differ along one axis only are a replica group
// of it.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_SUPPORT_GRID_H
#define GLIA_SUPPORT_GRID_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>
#include <vector>

namespace glia {

/// More cores than any instance has.
inline constexpr int64_t mostGridCores = 1 << 16;

class Grid {
public:
  /// One core.
  Grid() = default;
  /// Cores along each axis; isGrid holds.
  explicit Grid(llvm::ArrayRef<int64_t> extents)
      : extents(extents.begin(), extents.end()) {}
  /// At least 1 core along each axis, and at most mostGridCores in all.
  static bool isGrid(llvm::ArrayRef<int64_t> extents);

  unsigned axes() const { return extents.size(); }
  int64_t extent(unsigned axis) const { return extents[axis]; }
  int64_t cores() const;
  /// Distance of the numbers of neighbours along an axis.
  int64_t stride(unsigned axis) const;
  /// Where a core stands along an axis.
  int64_t place(int64_t core, unsigned axis) const {
    return core / stride(axis) % extents[axis];
  }
  /// The replica groups of an axis, each in the order of the places, by their
  /// first core.
  std::vector<std::vector<uint32_t>> groups(unsigned axis) const;

private:
  llvm::SmallVector<int64_t, 3> extents;
};

} // namespace glia

#endif
