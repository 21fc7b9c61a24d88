//===- LoopNestTest.cpp - Loops over strided operands ---------------------===//
//
// Collapsing, cutting and tiling must visit the same addresses, whatever the
// shape: random nests are compared with a plain walk.
//
//===----------------------------------------------------------------------===//
#include "lib/Conversion/GraphToTile/LoopNest.h"
#include "lib/Conversion/GraphToTile/TilePlan.h"
#include <algorithm>
#include <catch2/catch.hpp>
#include <random>
#include <vector>

using namespace glia;

using Address = std::vector<int64_t>; // one offset per operand

/// The addresses of all iterations, outermost loop slowest.
static std::vector<Address> walk(const LoopNest &nest) {
  std::vector<Address> addresses;
  forEachOuter(nest, nest.loops(), [&](const LoopNest &point) {
    Address address;
    for (const LoopNest::Operand &operand : point.operands)
      address.push_back(operand.offset);
    addresses.push_back(address);
  });
  return addresses;
}

static std::vector<Address> sorted(std::vector<Address> addresses) {
  std::sort(addresses.begin(), addresses.end());
  return addresses;
}

static LoopNest randomNest(std::mt19937 &random) {
  Sizes result;
  for (unsigned rank = random() % 5; rank > 0; --rank)
    result.push_back(1 + random() % 6);
  llvm::SmallVector<Sizes> shapes;
  for (unsigned operand = 0; operand < 3; ++operand) {
    Sizes shape;
    for (int64_t dimension : llvm::ArrayRef<int64_t>(result).drop_front(
             result.empty() ? 0 : random() % result.size()))
      shape.push_back(random() % 3 == 0 ? 1 : dimension);
    shapes.push_back(shape);
  }
  return makeBroadcastNest(result, {result, shapes[0], shapes[1], shapes[2]});
}

TEST_CASE("broadcast strides repeat dimensions of one and missing ones") {
  CHECK(broadcastStrides({3, 1}, {2, 3, 4}) == Sizes{0, 1, 0});
  CHECK(broadcastStrides({}, {2, 3}) == Sizes{0, 0});
  CHECK(rowMajorStrides({2, 3, 4}) == Sizes{12, 4, 1});
}

TEST_CASE("collapse merges what every operand walks as one loop") {
  LoopNest bias = collapse(
      makeBroadcastNest({2, 1, 3, 4, 5}, {{2, 1, 3, 4, 5}, {3, 1, 1}}));
  CHECK(bias.extents == Sizes{2, 3, 20});
  CHECK(bias.operands[0].strides == Sizes{60, 20, 1});
  CHECK(bias.operands[1].strides == Sizes{0, 1, 0});

  LoopNest same =
      collapse(makeBroadcastNest({2, 3, 4}, {{2, 3, 4}, {2, 3, 4}, {}}));
  CHECK(same.extents == Sizes{24});
  CHECK(collapse(makeBroadcastNest({1, 1}, {{1, 1}})).loops() == 0);
}

TEST_CASE("groups are collapsed apart") {
  LoopNest nest = makeBroadcastNest({2, 3, 4, 5}, {{2, 3, 4, 5}});
  unsigned groups[] = {2, 2};
  LoopNest collapsed = collapseGroups(nest, groups);
  CHECK(collapsed.extents == Sizes{6, 20});
  CHECK(groups[0] == 1);
  CHECK(groups[1] == 1);
}

TEST_CASE("collapse keeps the order of addresses") {
  std::mt19937 random(1);
  for (int i = 0; i < 500; ++i) {
    LoopNest nest = randomNest(random);
    CHECK(walk(collapse(nest)) == walk(nest));
  }
}

TEST_CASE("boxes of a range are its iterations in order") {
  std::mt19937 random(2);
  for (int i = 0; i < 500; ++i) {
    LoopNest nest = randomNest(random);
    std::vector<Address> all = walk(nest), got;
    int64_t begin = random() % all.size(),
            size = random() % (all.size() - begin) + 1;
    forEachBoxOfRange(nest, begin, size, [&](const LoopNest &box) {
      std::vector<Address> part = walk(box);
      got.insert(got.end(), part.begin(), part.end());
    });
    CHECK(got == std::vector<Address>(all.begin() + begin,
                                      all.begin() + begin + size));
  }
}

TEST_CASE("tiles cover every iteration once within the limits") {
  std::mt19937 random(3);
  for (int i = 0; i < 2000; ++i) {
    LoopNest nest = randomNest(random);
    TileLimits limits;
    limits.partitions = 1 + random() % 8;
    limits.elements = 1 + random() % 40;
    limits.freeLoops = 1 + random() % 4;
    limits.shortestRun = 1 + random() % 8;
    std::vector<Address> got;
    forEachTile(nest, limits, 0, [&](const LoopNest &tile) {
      REQUIRE(tile.loops() >= 1);
      CHECK(tile.extents[0] <= limits.partitions);
      CHECK(tile.loops() - 1 <= limits.freeLoops);
      CHECK(tile.iterations() / tile.extents[0] <= limits.elements);
      std::vector<Address> part = walk(tile);
      got.insert(got.end(), part.begin(), part.end());
    });
    CHECK(sorted(got) == sorted(walk(nest)));
  }
}

TEST_CASE("one long loop fills the partitions with contiguous runs") {
  std::vector<Sizes> tiles;
  TileLimits limits;
  limits.elements = 8192;
  forEachTile(makeBroadcastNest({100000}, {{100000}}), limits, 0,
              [&](const LoopNest &tile) { tiles.push_back(tile.extents); });
  CHECK(tiles == std::vector<Sizes>{{125, 800}});
  tiles.clear();
  forEachTile(makeBroadcastNest({100003}, {{100003}}), limits, 0,
              [&](const LoopNest &tile) { tiles.push_back(tile.extents); });
  CHECK(tiles == std::vector<Sizes>{{127, 782}, {1, 689}});
}

TEST_CASE("a channel bias keeps channels on partitions") {
  std::vector<Sizes> tiles;
  TileLimits limits;
  limits.elements = 8192;
  forEachTile(
      makeBroadcastNest({1, 64, 56, 56}, {{1, 64, 56, 56}, {1, 64, 1, 1}}),
      limits, 0, [&](const LoopNest &tile) { tiles.push_back(tile.extents); });
  CHECK(tiles == std::vector<Sizes>{{64, 3136}});
}

TEST_CASE("the smallest divisor is at least the bound") {
  CHECK(smallestDivisor(100, 21) == 25);
  CHECK(smallestDivisor(97, 2) == 97);
  CHECK(smallestDivisor(12, 12) == 12);
}
