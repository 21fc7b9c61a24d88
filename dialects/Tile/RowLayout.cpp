//===- RowLayout.cpp - A buffer as rows on partitions ---------------------===//
//
// Two kinds of accesses: each partition has a part of a row of its own, or all
// of the same row, with any walk in it; or all partitions together have one run
// of bytes, which is cut where partitions or rows end.
//
//===----------------------------------------------------------------------===//
#include "dialects/Tile/RowLayout.h"
#include "dialects/Tile/CopyLoops.h"
#include "llvm/ADT/STLExtras.h"

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

/// Partition p has bytes of row `row` + p only, or all have the same of one.
static bool addParts(const RowLayout &layout, const AccessPattern &tile,
                     const PartitionWalk &walk, Transfers &transfers) {
  int64_t row = walk.offset / layout.rowBytes,
          within = walk.offset % layout.rowBytes, high = within;
  bool isBroadcast = tile.partitions > 1 && walk.stride == 0;
  if (tile.partitions > 1 && !isBroadcast && walk.stride != layout.rowBytes)
    return false;
  llvm::SmallVector<std::pair<int64_t, int64_t>, 5> pairs;
  for (auto [count, stride] : walk.inner) {
    if (count == 1)
      continue;
    if (stride < 0 || stride % layout.elementBytes || count > UINT16_MAX ||
        stride / layout.elementBytes > INT16_MAX)
      return false;
    high += (count - 1) * stride;
    pairs.push_back({count, stride / layout.elementBytes});
  }
  if (pairs.empty())
    pairs.push_back({1, 1});
  if (isBroadcast)
    pairs.insert(pairs.begin(), {tile.partitions, 0});
  if (high >= layout.rowBytes || within % layout.elementBytes ||
      pairs.size() > 4)
    return false;
  if (isBroadcast) {
    transfers.push_back(
        {row / RowLayout::blockRows,
         AccessPattern::strided(1, pairs, row % RowLayout::blockRows,
                                within / layout.elementBytes),
         tile});
    return true;
  }
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

//===----------------------------------------------------------------------===//
// Copies between buffers
//===----------------------------------------------------------------------===//

/// One run of bytes on both sides, cut where the rows of `layout` end.
static llvm::SmallVector<CopyPiece, 4> piecesOfRun(const RowLayout &layout,
                                                   int64_t inLayout,
                                                   int64_t from, int64_t to,
                                                   int64_t bytes) {
  int64_t size = layout.elementBytes;
  llvm::SmallVector<CopyPiece, 4> pieces;
  for (int64_t at = 0; at < bytes;) {
    int64_t row = (inLayout + at) / layout.rowBytes,
            within = (inLayout + at) % layout.rowBytes,
            rows = std::min((bytes - at) / layout.rowBytes,
                            RowLayout::blockRows - row % RowLayout::blockRows);
    int64_t length = layout.rowBytes;
    if (within != 0 || rows == 0) {
      rows = 1;
      length = std::min(bytes - at, layout.rowBytes - within);
    }
    auto side = [&](int64_t offset) {
      return BufferPattern::strided(offset + at,
                                    {{rows, length}, {length / size, size}});
    };
    pieces.push_back({side(from), side(to), rows, length / size});
    at += rows * length;
  }
  return pieces;
}

std::optional<llvm::SmallVector<CopyPiece, 4>>
glia::tile::copyPieces(const RowLayout &layout, bool bySource,
                       const BufferPattern &from, const BufferPattern &to,
                       unsigned most) {
  int64_t size = layout.elementBytes;
  llvm::SmallVector<CopyLoop, 6> loops = commonLoops(from, to);
  if (loops.empty() || loops.back().from != size || loops.back().to != size ||
      layout.rowBytes > UINT16_MAX * size || from.offset % size ||
      to.offset % size)
    return std::nullopt;
  if (loops.size() == 1) {
    auto pieces = piecesOfRun(layout, bySource ? from.offset : to.offset,
                              from.offset, to.offset, loops[0].count * size);
    if (pieces.size() > most)
      return std::nullopt;
    return pieces;
  }
  int64_t run = loops.pop_back_val().count;
  auto partitions =
      llvm::max_element(loops, [](const CopyLoop &a, const CopyLoop &b) {
        return a.count < b.count;
      });
  CopyLoop rows = *partitions;
  loops.erase(partitions);
  if (run > UINT16_MAX || rows.from < run * size || rows.to < run * size)
    return std::nullopt;
  llvm::SmallVector<CopyPiece, 4> pieces;
  llvm::SmallVector<int64_t, 6> index(loops.size());
  while (true) {
    int64_t fromOffset = from.offset, toOffset = to.offset;
    for (auto [loop, i] : llvm::zip_equal(loops, index)) {
      fromOffset += i * loop.from;
      toOffset += i * loop.to;
    }
    for (int64_t row = 0; row < rows.count; row += RowLayout::blockRows) {
      int64_t count = std::min(RowLayout::blockRows, rows.count - row);
      if (pieces.size() == most)
        return std::nullopt;
      pieces.push_back(
          {BufferPattern::strided(fromOffset + row * rows.from,
                                  {{count, rows.from}, {run, size}}),
           BufferPattern::strided(toOffset + row * rows.to,
                                  {{count, rows.to}, {run, size}}),
           count, run});
    }
    size_t at = loops.size();
    while (at > 0 && ++index[at - 1] == loops[at - 1].count)
      index[--at] = 0;
    if (at == 0)
      return pieces;
  }
}

BufferPattern glia::tile::onPartitions(BufferPattern pattern, int64_t first,
                                       int64_t count) {
  pattern.offset += first * pattern.stride[0];
  pattern.count[0] = count;
  return pattern;
}
