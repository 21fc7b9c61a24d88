//===- RowLayoutTest.cpp - Accesses to rows on partitions -----------------===//
//
// Whatever transfers an access becomes: each element of the tile comes from, or
// goes to, the byte of the buffer that the access says.
//
//===----------------------------------------------------------------------===//
#include "dialects/Tile/RowLayout.h"
#include <catch2/catch.hpp>
#include <map>
#include <random>

using namespace glia::tile;

/// (partition, element) of the pattern, in order.
static std::vector<std::pair<int64_t, int64_t>>
elementsOf(const AccessPattern &pattern) {
  std::vector<std::pair<int64_t, int64_t>> elements;
  for (int64_t p = 0; p < pattern.partitions; ++p) {
    std::vector<int64_t> offsets{pattern.offset};
    for (unsigned i = 0; i < pattern.rank; ++i) {
      std::vector<int64_t> next;
      for (int64_t base : offsets)
        for (int64_t n = 0; n < pattern.count[i]; ++n)
          next.push_back(base + n * pattern.stride[i]);
      offsets = next;
    }
    for (int64_t offset : offsets)
      elements.push_back({pattern.startPartition + p, offset});
  }
  return elements;
}

static std::vector<int64_t> bytesOf(const BufferPattern &pattern) {
  std::vector<int64_t> offsets{pattern.offset};
  for (unsigned i = 0; i < pattern.rank; ++i) {
    std::vector<int64_t> next;
    for (int64_t base : offsets)
      for (int64_t n = 0; n < pattern.count[i]; ++n)
        next.push_back(base + n * pattern.stride[i]);
    offsets = next;
  }
  return offsets;
}

/// Whether the transfers together are the access.
static bool areTheAccess(const RowLayout &layout,
                         llvm::ArrayRef<RowTransfer> transfers,
                         const AccessPattern &tile,
                         const BufferPattern &buffer) {
  std::map<std::pair<int64_t, int64_t>, int64_t> want, got;
  auto elements = elementsOf(tile);
  auto bytes = bytesOf(buffer);
  REQUIRE(elements.size() == bytes.size());
  for (size_t i = 0; i < bytes.size(); ++i)
    want[elements[i]] = bytes[i];
  for (const RowTransfer &transfer : transfers) {
    auto rows = elementsOf(transfer.rows), part = elementsOf(transfer.tile);
    if (rows.size() != part.size() || transfer.block >= layout.blocks())
      return false;
    for (size_t i = 0; i < rows.size(); ++i) {
      auto [row, element] = rows[i];
      if (row >= layout.rowsOf(transfer.block) ||
          (element + 1) * layout.elementBytes > layout.rowBytes ||
          got.count(part[i]))
        return false;
      got[part[i]] =
          (transfer.block * RowLayout::blockRows + row) * layout.rowBytes +
          element * layout.elementBytes;
    }
  }
  return got == want;
}

TEST_CASE("runs of rows: partitions and rows of any two lengths") {
  std::mt19937 random(4);
  auto between = [&](int64_t low, int64_t high) {
    return low + static_cast<int64_t>(random() % (high - low + 1));
  };
  unsigned possible = 0;
  for (int round = 0; round < 4000; ++round) {
    unsigned size = random() % 4 ? 4 : 1;
    int64_t partitions = between(1, 128), elements = between(1, 12),
            rowElements =
                random() % 2 ? elements * between(1, 4) : between(1, 24);
    int64_t offset = between(0, 300), total = offset + partitions * elements;
    RowLayout layout{total * size, rowElements * size, size};
    auto tile = AccessPattern::contiguous(partitions, elements, 0, 3);
    auto buffer =
        BufferPattern::strided(offset * size, {{partitions * elements, size}});
    auto transfers = rowTransfers(layout, tile, buffer, 1000);
    INFO(partitions << " x " << elements << " at " << offset << ", rows of "
                    << rowElements);
    REQUIRE(transfers);
    CHECK(areTheAccess(layout, *transfers, tile, buffer));
    possible += rowTransfers(layout, tile, buffer, 3).has_value();
  }
  CHECK(possible > 400);
}

TEST_CASE("parts of rows: a walk in each, on both sides") {
  // 200 rows of 30 x 40 elements; rows 100 to 169 lie in two tiles.
  RowLayout layout{200 * 1200 * 4, 1200 * 4, 4};
  auto tile = AccessPattern::strided(70, {{10, 42}, {20, 1}}, 5, 43);
  auto buffer = BufferPattern::strided((100 * 1200 + 2 * 40 + 7) * 4,
                                       {{70, 1200 * 4}, {10, 80 * 4}, {20, 4}});
  CHECK(partitionStride(tile, buffer) == 4800);
  auto transfers = rowTransfers(layout, tile, buffer, 2);
  REQUIRE(transfers);
  CHECK(transfers->size() == 2);
  CHECK(areTheAccess(layout, *transfers, tile, buffer));
  CHECK(!rowTransfers(layout, tile, buffer, 1));
  // Another row length is no row length for it.
  layout.rowBytes = 2400;
  CHECK(!rowTransfers(layout, tile, buffer, 100));
  // One row for all partitions.
  tile = AccessPattern::contiguous(4, 10, 8, 2);
  buffer = BufferPattern::strided(130 * 2400 + 40, {{4, 0}, {10, 4}});
  transfers = rowTransfers(layout, tile, buffer, 1);
  REQUIRE(transfers);
  CHECK(areTheAccess(layout, *transfers, tile, buffer));
}

TEST_CASE("whole rows go many at once") {
  RowLayout layout{64 * 1024 * 4, 1024 * 4, 4};
  auto transfers = rowTransfers(layout, AccessPattern::contiguous(32, 2048),
                                BufferPattern::strided(0, {{65536, 4}}), 8);
  REQUIRE(transfers);
  CHECK(transfers->size() == 1);
  // Walks in the tile stay what they are where each takes whole rows.
  transfers = rowTransfers(
      layout, AccessPattern::strided(64, {{32, 34}, {32, 1}}, 0, 35),
      BufferPattern::strided(0, {{65536, 4}}), 8);
  REQUIRE(transfers);
  CHECK(transfers->size() == 1);
  CHECK(areTheAccess(layout, *transfers,
                     AccessPattern::strided(64, {{32, 34}, {32, 1}}, 0, 35),
                     BufferPattern::strided(0, {{65536, 4}})));
}
