//===- HazardTrackerTest.cpp - Regions and the range tracker --------------===//
//
// Overlap against enumeration of every byte, and the tracker against a list
// of all earlier accesses, on seeded random regions.
//
//===----------------------------------------------------------------------===//
#include "dialects/Tile/HazardTracker.h"
#include <catch2/catch.hpp>
#include <random>
#include <set>

using namespace glia::tile;

static MemoryRegion randomRegion(std::mt19937 &random) {
  static constexpr unsigned widths[] = {1, 2, 4, 8};
  unsigned width = widths[random() % 4];
  std::vector<std::pair<int64_t, int64_t>> pairs;
  for (unsigned i = random() % 4; i; --i)
    pairs.emplace_back(1 + random() % 4, width * (int64_t(random() % 12) - (random() % 4 == 0 ? 8 : 0)));
  unsigned first = random() % 4;
  MemoryRegion region = MemoryRegion::make(MemorySpace::sbuf, first, 1 + random() % (4 - first), 0, width, pairs);
  return MemoryRegion::make(MemorySpace::sbuf, region.firstPartition, region.partitions, random() % 1500 - region.low, width, pairs);
}

static std::set<int64_t> bytesOf(const MemoryRegion &region) {
  std::set<int64_t> bytes;
  std::array<int64_t, 5> i{};
  while (true) {
    int64_t at = region.base;
    for (unsigned j = 0; j < 5; ++j)
      at += i[j] * region.stride[j];
    for (unsigned b = 0; b < region.elementBytes; ++b)
      for (unsigned p = 0; p < region.partitions; ++p)
        bytes.insert((region.firstPartition + p) * 100000 + at + b);
    int j = 4;
    while (j >= 0 && ++i[j] == region.count[j])
      i[j--] = 0;
    if (j < 0)
      return bytes;
  }
}

static bool trulyOverlap(const std::set<int64_t> &a, const std::set<int64_t> &b) {
  for (int64_t byte : a)
    if (b.count(byte))
      return true;
  return false;
}

TEST_CASE("an overlap is never missed") {
  std::mt19937 random(1);
  unsigned apart = 0, toldApart = 0;
  for (unsigned i = 0; i < 3000; ++i) {
    MemoryRegion a = randomRegion(random), b = randomRegion(random);
    bool overlap = trulyOverlap(bytesOf(a), bytesOf(b));
    if (overlap)
      REQUIRE(a.mayOverlap(b));
    apart += !overlap;
    toldApart += !a.mayOverlap(b);
  }
  CHECK(toldApart > apart * 8 / 10); // and most that are apart are told so
}

TEST_CASE("a dense region has no holes between its bounds") {
  std::mt19937 random(2);
  for (unsigned i = 0; i < 1000; ++i) {
    MemoryRegion region = randomRegion(random);
    size_t bytes = bytesOf(region).size() / region.partitions;
    REQUIRE((region.dense ? bytes == size_t(region.high - region.low) : true));
  }
}

TEST_CASE("column blocks and row blocks of one matrix are apart") {
  auto block = [](int64_t row, int64_t column) {
    return MemoryRegion::make(MemorySpace::hbm, 0, 1, row * 4096 + column * 4, 4, {{32, 4096}, {256, 4}});
  };
  CHECK_FALSE(block(0, 0).mayOverlap(block(0, 256)));
  CHECK_FALSE(block(0, 0).mayOverlap(block(32, 0)));
  CHECK(block(0, 0).mayOverlap(block(31, 0)));
  CHECK(block(0, 0).mayOverlap(block(0, 255)));
}

TEST_CASE("partitions keep regions apart") {
  CHECK_FALSE(MemoryRegion::block(MemorySpace::sbuf, 0, 64, 0, 64).mayOverlap(MemoryRegion::block(MemorySpace::sbuf, 64, 64, 0, 64)));
  CHECK(MemoryRegion::block(MemorySpace::sbuf, 0, 65, 0, 64).mayOverlap(MemoryRegion::block(MemorySpace::sbuf, 64, 64, 0, 64)));
}

// Reachability over reported hazards (and, where agents are in order, over agents) must contain every conflict.
static void checkTracker(bool agentsInOrder, unsigned seed) {
  struct Access {
    MemoryRegion region;
    bool isWrite;
    unsigned agent;
    std::set<int64_t> bytes;
  };
  std::mt19937 random(seed);
  std::vector<Access> accesses;
  std::vector<std::vector<bool>> before;
  HazardTracker tracker(8192, agentsInOrder);
  constexpr unsigned count = 400;
  for (unsigned i = 0; i < count; ++i) {
    MemoryRegion region = randomRegion(random);
    if (random() % 3 == 0)
      region = MemoryRegion::block(MemorySpace::sbuf, 0, 4, region.low, region.low + 200);
    accesses.push_back({region, random() % 3 == 0, unsigned(random() % 3), bytesOf(region)});
    before.emplace_back(count, false);
    auto report = [&](unsigned earlier) {
      REQUIRE(earlier < i);
      before[i][earlier] = true;
      for (unsigned j = 0; j < earlier; ++j)
        if (before[earlier][j])
          before[i][j] = true;
    };
    if (agentsInOrder)
      for (unsigned j = i; j-- > 0;)
        if (accesses[j].agent == accesses[i].agent) {
          report(j);
          break;
        }
    if (accesses[i].isWrite)
      tracker.write(region, i, accesses[i].agent, report);
    else
      tracker.read(region, i, accesses[i].agent, report);
    for (unsigned j = 0; j < i; ++j)
      if ((accesses[i].isWrite || accesses[j].isWrite) && trulyOverlap(accesses[i].bytes, accesses[j].bytes))
        REQUIRE(before[i][j]);
  }
}

TEST_CASE("the tracker finds every hazard, directly or through another") {
  for (unsigned seed = 0; seed < 4; ++seed) {
    checkTracker(false, seed);
    checkTracker(true, seed);
  }
}

TEST_CASE("reads never conflict") {
  HazardTracker tracker(1024, true);
  MemoryRegion region = MemoryRegion::block(MemorySpace::sbuf, 0, 128, 0, 512);
  unsigned reports = 0;
  for (unsigned i = 0; i < 10; ++i)
    tracker.read(region, i, i % 3, [&](unsigned) { ++reports; });
  CHECK(reports == 0);
}
