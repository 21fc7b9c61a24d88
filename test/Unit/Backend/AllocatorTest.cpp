//===- AllocatorTest.cpp - The storage allocator --------------------------===//
//
// Laws on seeded random buffers (nothing that lives together overlaps, offsets
// are aligned, the peak is reported), and the behaviours that the compiler
// relies on: late reuse, fallback to denser strategies, numbers on failure.
//
//===----------------------------------------------------------------------===//
#include "glia/Allocator/Allocator.h"
#include <catch2/catch.hpp>
#include <random>

using namespace glia;

static std::vector<LiveBuffer> randomBuffers(size_t count, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<LiveBuffer> buffers;
  for (size_t i = 0; i < count; ++i) {
    int64_t lower = random() % (count + 1), life = 1 + random() % (random() % 10 == 0 ? count : 8);
    buffers.push_back({lower, lower + life, int64_t(random() % 5000)});
  }
  return buffers;
}

static void checkLaws(const std::vector<LiveBuffer> &buffers, const Allocation &result, const AllocationOptions &options) {
  REQUIRE(result.fits);
  int64_t highest = 0;
  for (size_t i = 0; i < buffers.size(); ++i) {
    REQUIRE(result.offsets[i] % options.alignment == 0);
    REQUIRE(result.offsets[i] + buffers[i].size <= options.capacity);
    if (buffers[i].size > 0)
      highest = std::max(highest, result.offsets[i] + buffers[i].size);
    for (size_t j = 0; j < i; ++j) {
      bool together = buffers[i].lower < buffers[j].upper && buffers[j].lower < buffers[i].upper;
      bool apart = result.offsets[i] + buffers[i].size <= result.offsets[j] || result.offsets[j] + buffers[j].size <= result.offsets[i];
      bool overlap = together && !apart && buffers[i].size > 0 && buffers[j].size > 0;
      REQUIRE_FALSE(overlap);
    }
  }
  REQUIRE(result.peak >= highest);
  REQUIRE(result.peak >= peakLiveBytes(buffers, options.alignment));
}

TEST_CASE("every strategy keeps buffers that live together apart") {
  AllocationOptions options{1 << 24, 64};
  for (unsigned seed = 0; seed < 5; ++seed) {
    auto buffers = randomBuffers(300, seed);
    for (auto strategy : {AllocationStrategy::rotate, AllocationStrategy::bestFit, AllocationStrategy::bySize})
      checkLaws(buffers, allocate(buffers, options, strategy), options);
  }
}

TEST_CASE("rotation puts reuse off until the space has been walked once") {
  std::vector<LiveBuffer> buffers;
  for (int64_t i = 0; i < 8; ++i)
    buffers.push_back({i, i + 1, 100});
  Allocation result = allocate(buffers, {400, 1}, AllocationStrategy::rotate);
  REQUIRE(result.fits);
  CHECK(result.offsets == std::vector<int64_t>{0, 100, 200, 300, 0, 100, 200, 300});
}

TEST_CASE("rotation places a long-lived buffer at the upper end") {
  std::vector<LiveBuffer> buffers{{0, 100, 64}};
  for (int64_t i = 0; i < 20; ++i)
    buffers.push_back({i, i + 2, 64});
  Allocation result = allocate(buffers, {1024, 64}, AllocationStrategy::rotate);
  REQUIRE(result.fits);
  CHECK(result.offsets[0] == 1024 - 64);
}

TEST_CASE("a denser strategy is tried when rotation breaks up the space") {
  // Rotation leaves two gaps of 100 around a survivor; 200 do not fit.
  std::vector<LiveBuffer> buffers{{0, 1, 100}, {0, 4, 100}, {0, 1, 100}, {2, 4, 200}};
  CHECK_FALSE(allocate(buffers, {300, 1}, AllocationStrategy::rotate).fits);
  Allocation result = allocate(buffers, {300, 1});
  CHECK(result.strategy == AllocationStrategy::bySize);
  checkLaws(buffers, result, {300, 1});
}

TEST_CASE("what does not fit is named with the bytes that live beside it") {
  std::vector<LiveBuffer> buffers{{0, 5, 700}, {1, 3, 400}};
  Allocation result = allocate(buffers, {1000, 1});
  CHECK_FALSE(result.fits);
  CHECK(result.failed == 1);
  CHECK(result.liveBeside == 700);
}

TEST_CASE("empty buffers and an empty list take no room") {
  CHECK(allocate(std::vector<LiveBuffer>{}, {0, 64}).fits);
  std::vector<LiveBuffer> buffers{{0, 5, 0}, {3, 3, 100}};
  Allocation result = allocate(buffers, {0, 64});
  CHECK(result.fits);
  CHECK(result.peak == 0);
}

TEST_CASE("a hundred thousand buffers are placed by the sweeps") {
  auto buffers = randomBuffers(100000, 7);
  for (LiveBuffer &buffer : buffers)
    buffer.upper = std::min(buffer.upper, buffer.lower + 64);
  Allocation result = allocate(buffers, {1 << 26, 64});
  CHECK(result.fits);
}
