//===- MemoryRegion.h - What one operand touches, in bytes ---------------===//
//
// A strided set of bytes in SBUF, PSUM or HBM: the currency between the tile
// ops and the MLIR-free algorithms of the back end (scheduler dependences and
// synchronisation).
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_DIALECTS_TILE_MEMORYREGION_H
#define GLIA_DIALECTS_TILE_MEMORYREGION_H

#include "llvm/ADT/ArrayRef.h"
#include <array>
#include <cstdint>
#include <utility>

namespace glia::tile {

enum class MemorySpace : uint8_t { sbuf = 0, psum = 1, hbm = 2 };

/// Bytes base + sum(i_j * stride[j]) + [0, elementBytes) in each of the partitions.
struct MemoryRegion {
  MemorySpace space = MemorySpace::sbuf;
  uint8_t rank = 0;
  uint16_t firstPartition = 0, partitions = 1; // 0 and 1 in HBM
  uint32_t elementBytes = 1;
  int64_t base = 0;
  std::array<int64_t, 5> count{1, 1, 1, 1, 1};
  std::array<int64_t, 5> stride{}; // bytes
  /// Bounds [low, high) and whether every byte between them is touched; `finish` sets them.
  int64_t low = 0, high = 0;
  bool dense = false;

  static MemoryRegion make(MemorySpace space, unsigned firstPartition, unsigned partitions, int64_t base, unsigned elementBytes,
                     llvm::ArrayRef<std::pair<int64_t, int64_t>> pairs);
  /// All of [low, high) in the given partitions.
  static MemoryRegion block(MemorySpace space, unsigned firstPartition, unsigned partitions, int64_t low, int64_t high);

  /// False only if no byte is common: by partitions, by bounds, and by residues modulo each stride, which tells
  /// column blocks of one matrix apart.
  bool mayOverlap(const MemoryRegion &other) const;
  bool operator==(const MemoryRegion &) const = default;

private:
  void finish();
};

} // namespace glia::tile

#endif
