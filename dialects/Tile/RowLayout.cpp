//===- RowLayout.cpp - A buffer as rows on partitions ---------------------===//
//
// Two kinds of accesses: each partition has a part of a row of its own, with
// any walk in it; or all partitions together have one run of bytes, which is
// cut where partitions or rows end.
//
//===----------------------------------------------------------------------===//
#include "dialects/Tile/RowLayout.h"

using namespace glia::tile;

namespace {
/// An access as its partitions see the buffer: partition p walks `inner` from
/// offset + p * stride on.
struct PartitionWalk {
  int64_t offset, stride = 0;
  llvm::SmallVector<std::pair<int64_t, int64_t>, 5> inner; // count, bytes
};
using Transfers = llvm::SmallVector<RowTransfer, 4>;
} // namespace

static std::optional<PartitionWalk> partitionWalk(const AccessPattern &tile,
                                                  const BufferPattern &buffer) {
  PartitionWalk walk{buffer.offset, 0, {}};
  int64_t partitions = tile.partitions, count = buffer.count[0];
  unsigned next = 0;
  if (partitions > 1) {
    if (count % partitions)
      return std::nullopt;
    walk.stride = buffer.stride[0] * (count / partitions);
    if (count > partitions)
      walk.inner.push_back({count / partitions, buffer.stride[0]});
    next = 1;
  }
  for (; next < buffer.rank; ++next)
    walk.inner.push_back({buffer.count[next], buffer.stride[next]});
  return walk;
}

std::optional<int64_t>
glia::tile::partitionStride(const AccessPattern &tile,
                            const BufferPattern &buffer) {
  std::optional<PartitionWalk> walk = partitionWalk(tile, buffer);
  if (!walk || tile.partitions == 1 || walk->stride <= 0)
    return std::nullopt;
  return walk->stride;
}

static AccessPattern onPartitions(AccessPattern pattern, int64_t first,
                                  int64_t count) {
  pattern.startPartition += first;
  pattern.partitions = count;
  return pattern;
}

/// Partition p has bytes of row `row` + p only.
static bool addParts(const RowLayout &layout, const AccessPattern &tile,
                     const PartitionWalk &walk, Transfers &transfers) {
  int64_t row = walk.offset / layout.rowBytes,
          within = walk.offset % layout.rowBytes, high = within;
  if (tile.partitions > 1 && walk.stride != layout.rowBytes)
    return false;
  llvm::SmallVector<std::pair<int64_t, int64_t>, 5> pairs;
  for (auto [count, stride] : walk.inner) {
    if (stride < 0 || stride % layout.elementBytes || count > UINT16_MAX ||
        stride / layout.elementBytes > INT16_MAX)
      return false;
    high += (count - 1) * stride;
    pairs.push_back({count, stride / layout.elementBytes});
  }
  if (high >= layout.rowBytes || within % layout.elementBytes ||
      pairs.size() > 4)
    return false;
  for (int64_t p = 0; p < tile.partitions;) {
    int64_t at = (row + p) % RowLayout::blockRows,
            count = std::min<int64_t>(tile.partitions - p,
                                      RowLayout::blockRows - at);
    transfers.push_back(
        {(row + p) / RowLayout::blockRows,
         AccessPattern::strided(count, pairs, at, within / layout.elementBytes),
         onPartitions(tile, p, count)});
    p += count;
  }
  return true;
}

/// The longest transfer that begins at byte `at` of the run.
static std::optional<RowTransfer> runFrom(const RowLayout &layout,
                                          const AccessPattern &tile,
                                          int64_t offset, int64_t at,
                                          int64_t bytes) {
  int64_t perPartition = bytes / tile.partitions, partition = at / perPartition,
          inPartition = at % perPartition;
  int64_t row = (offset + at) / layout.rowBytes,
          inRow = (offset + at) % layout.rowBytes,
          inBlock = row % RowLayout::blockRows;
  // Up to the end of the run, or of the tile that holds the rows.
  int64_t most = std::min(
      bytes - at, (RowLayout::blockRows - inBlock) * layout.rowBytes - inRow);
  bool tileIsCoarse = perPartition >= layout.rowBytes;
  int64_t coarse = std::max(perPartition, layout.rowBytes),
          fine = std::min(perPartition, layout.rowBytes),
          inCoarse = tileIsCoarse ? inPartition : inRow,
          inFine = tileIsCoarse ? inRow : inPartition;
  int64_t length = std::min(most, coarse - inCoarse);
  if (inCoarse == 0 && inFine == 0 && coarse % fine == 0 && most >= coarse)
    length = most / coarse * coarse; // whole units of both
  else if (inFine == 0 && length >= fine)
    length = length / fine * fine; // whole units of one in a unit of the other
  else
    length = std::min(length, fine - inFine);
  unsigned size = layout.elementBytes;
  // A side that the transfer fills partition by partition, or a part of one.
  auto side = [&](int64_t unit, int64_t first, int64_t within,
                  const AccessPattern *whole) -> std::optional<AccessPattern> {
    if (within == 0 && length % unit == 0) {
      int64_t count = length / unit;
      if (whole)
        return onPartitions(*whole, first, count);
      return AccessPattern::contiguous(count, unit / size, first);
    }
    if (within + length > unit || length / size > UINT16_MAX)
      return std::nullopt;
    if (!whole)
      return AccessPattern::contiguous(1, length / size, first, within / size);
    if (whole->rank != 1 || whole->stride[0] != 1)
      return std::nullopt; // a part of a walk is no walk
    return AccessPattern::contiguous(1, length / size,
                                     whole->startPartition + first,
                                     whole->offset + within / size);
  };
  std::optional<AccessPattern> rows = side(layout.rowBytes, inBlock, inRow,
                                           nullptr),
                               part = side(perPartition, partition, inPartition,
                                           &tile);
  if (length <= 0 || length % size || !rows || !part)
    return std::nullopt;
  return RowTransfer{row / RowLayout::blockRows, *rows, *part};
}

std::optional<Transfers> glia::tile::rowTransfers(const RowLayout &layout,
                                                  const AccessPattern &tile,
                                                  const BufferPattern &buffer,
                                                  unsigned most) {
  std::optional<PartitionWalk> walk = partitionWalk(tile, buffer);
  Transfers transfers;
  if (walk && addParts(layout, tile, *walk, transfers)) {
    if (transfers.size() > most)
      return std::nullopt;
    return transfers;
  }
  transfers.clear();
  BufferPattern run = buffer.merged();
  int64_t size = layout.elementBytes,
          bytes = static_cast<int64_t>(run.elements()) * size;
  if (run.rank != 1 || (run.stride[0] != size && run.count[0] != 1) ||
      run.offset % size || layout.rowBytes > UINT16_MAX * size)
    return std::nullopt;
  for (int64_t at = 0; at < bytes;) {
    std::optional<RowTransfer> transfer =
        runFrom(layout, tile, run.offset, at, bytes);
    if (!transfer || transfers.size() == most)
      return std::nullopt;
    at += transfer->tile.partitions *
          static_cast<int64_t>(transfer->tile.elementsPerPartition()) * size;
    transfers.push_back(*transfer);
  }
  return transfers;
}
