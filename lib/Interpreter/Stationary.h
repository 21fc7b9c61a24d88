//===- Stationary.h - What the processing array holds ---------------------===//
//
// The whole array holds one stationary matrix (Core::stationary), or its tiles
// hold one each. What a product reads must have been loaded for the same tile.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_LIB_INTERPRETER_STATIONARY_H
#define GLIA_LIB_INTERPRETER_STATIONARY_H

#include "glia/ISA/Instructions.h"
#include "lib/Support/Simd/Kernels.h"
#include <memory>
#include <vector>

namespace glia::interpreter {

/// How the rows of a stationary matrix stand in its partitions.
enum class RowLayout : uint8_t { single, pair, microscaled };

struct StationaryInfo {
  ElementType type = ElementType::f32;
  RowLayout layout = RowLayout::single;
};

/// A part of the array that holds a matrix of its own.
struct ArrayTile {
  uint8_t rowPosition = 0, rowSize = 128, columnPosition = 0, columnSize = 128;
  bool isWhole() const { return rowSize == 128 && columnSize == 128; }
  bool overlaps(const ArrayTile &other) const {
    return rowPosition < other.rowPosition + other.rowSize &&
           other.rowPosition < rowPosition + rowSize &&
           columnPosition < other.columnPosition + other.columnSize &&
           other.columnPosition < columnPosition + columnSize;
  }
  bool operator==(const ArrayTile &) const = default;
};
template <typename T>
ArrayTile tileOf(const T &x) {
  return {x.rowPosition, x.rowSize, x.columnPosition, x.columnSize};
}

struct StationaryTile {
  ArrayTile place;
  StationaryInfo info;
  std::unique_ptr<numerics::PackedStationary> matrix;
};

} // namespace glia::interpreter

#endif
