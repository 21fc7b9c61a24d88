//===- PlacementTest.cpp - The exact search against brute force -----------===//
//
// Small random problems, where trying every offset says what is right; the
// proofs with their numbers; and that the answer depends on steps alone.
//
//===----------------------------------------------------------------------===//
#include "glia/Allocator/Placement.h"
#include <algorithm>
#include <catch2/catch.hpp>
#include <random>

using namespace glia;

static PlacementBuffer makeBuffer(int64_t lower, int64_t upper, int64_t size,
                                  int64_t alignment = 1) {
  PlacementBuffer buffer;
  buffer.life = {lower, upper};
  buffer.size = size;
  buffer.alignment = alignment;
  return buffer;
}

static bool livesAt(const PlacementBuffer &buffer, int64_t time) {
  if (time < buffer.life.lower || time >= buffer.life.upper)
    return false;
  return std::none_of(buffer.gaps.begin(), buffer.gaps.end(), [&](const LifeSpan &gap) { return gap.lower <= time && time < gap.upper; });
}

static bool areApart(const PlacementBuffer &a, int64_t offsetA, const PlacementBuffer &b, int64_t offsetB, int64_t times) {
  if (offsetA + a.size <= offsetB || offsetB + b.size <= offsetA || a.size == 0 || b.size == 0)
    return true;
  for (int64_t time = 0; time < times; ++time)
    if (livesAt(a, time) && livesAt(b, time))
      return false;
  return true;
}

static bool isRight(const std::vector<PlacementBuffer> &buffers, const std::vector<int64_t> &offsets, int64_t capacity, int64_t times) {
  for (size_t i = 0; i < buffers.size(); ++i) {
    if (offsets[i] < 0 || offsets[i] % buffers[i].alignment != 0 || offsets[i] + buffers[i].size > capacity)
      return false;
    for (size_t j = 0; j < i; ++j)
      if (!areApart(buffers[i], offsets[i], buffers[j], offsets[j], times))
        return false;
  }
  return true;
}

static bool existsByBruteForce(const std::vector<PlacementBuffer> &buffers, std::vector<int64_t> &offsets, int64_t capacity, int64_t times) {
  size_t next = offsets.size();
  if (next == buffers.size())
    return true;
  for (int64_t offset = 0; offset + buffers[next].size <= capacity; offset += buffers[next].alignment) {
    bool fits = true;
    for (size_t i = 0; i < next && fits; ++i)
      fits = areApart(buffers[i], offsets[i], buffers[next], offset, times);
    if (!fits)
      continue;
    offsets.push_back(offset);
    bool found = existsByBruteForce(buffers, offsets, capacity, times);
    offsets.pop_back();
    if (found)
      return true;
  }
  return false;
}

static std::vector<PlacementBuffer> randomProblem(std::mt19937 &random, int64_t times, bool isAligned, bool hasGaps) {
  std::vector<PlacementBuffer> buffers;
  for (size_t i = 0, count = 4 + random() % 4; i < count; ++i) {
    int64_t lower = random() % times, upper = lower + 1 + random() % (times - lower);
    PlacementBuffer buffer = makeBuffer(lower, upper, random() % 4, isAligned ? int64_t(1) << random() % 3 : 1);
    if (hasGaps && upper - lower > 2 && random() % 2)
      buffer.gaps.push_back({lower + 1, upper - 1});
    buffers.push_back(buffer);
  }
  return buffers;
}

TEST_CASE("the search finds a placement exactly where brute force does") {
  std::mt19937 random(1);
  const int64_t times = 7;
  unsigned numPlaced = 0, numImpossible = 0, numOver = 0;
  for (unsigned round = 0; round < 3000; ++round) {
    auto buffers = randomProblem(random, times, round % 3 == 1, round % 2 == 1);
    PlacementOptions options;
    options.capacity = 1;
    int64_t peak = int64_t(findPlacement(buffers, options).peakBytes);
    options.capacity = std::max<int64_t>(1, peak + int64_t(random() % 3) - 1);
    Placement result = findPlacement(buffers, options);
    std::vector<int64_t> offsets;
    bool exists = existsByBruteForce(buffers, offsets, options.capacity, times);
    INFO("round " << round << ", capacity " << options.capacity);
    REQUIRE(result.status != PlacementStatus::limitReached);
    REQUIRE((result.status == PlacementStatus::placed) == exists);
    if (exists) {
      REQUIRE(isRight(buffers, result.offsets, options.capacity, times));
      REQUIRE(isPlacement(buffers, result.offsets, options.capacity));
    }
    numPlaced += exists;
    numImpossible += result.status == PlacementStatus::impossible;
    numOver += result.status == PlacementStatus::overCapacity;
  }
  CHECK(numPlaced > 500);
  CHECK(numImpossible > 20);
  CHECK(numOver > 200);
}

TEST_CASE("isPlacement agrees with a check of all pairs") {
  std::mt19937 random(2);
  unsigned numRight = 0, numWrong = 0;
  for (unsigned round = 0; round < 3000; ++round) {
    auto buffers = randomProblem(random, 7, round % 3 == 1, round % 2 == 1);
    std::vector<int64_t> offsets;
    for (const PlacementBuffer &buffer : buffers)
      offsets.push_back(buffer.alignment * int64_t(random() % (24 / buffer.alignment)));
    bool right = isRight(buffers, offsets, 24, 7);
    REQUIRE(isPlacement(buffers, offsets, 24) == right);
    (right ? numRight : numWrong)++;
  }
  CHECK(numRight > 100);
  CHECK(numWrong > 100);
}

TEST_CASE("too little capacity is proven by an instant") {
  std::vector<PlacementBuffer> buffers{makeBuffer(0, 5, 700), makeBuffer(3, 9, 400), makeBuffer(5, 7, 100)};
  PlacementOptions options;
  options.capacity = 1000;
  Placement result = findPlacement(buffers, options);
  CHECK(result.status == PlacementStatus::overCapacity);
  CHECK(result.peakTime == 3);
  CHECK(result.peakBytes == 1100);
  options.capacity = 1100;
  CHECK(findPlacement(buffers, options).status == PlacementStatus::placed);
}

TEST_CASE("sizes whose sum leaves 64 bits are over the capacity") {
  constexpr int64_t most = std::numeric_limits<int64_t>::max();
  std::vector<PlacementBuffer> buffers(4, makeBuffer(0, most, most, maxPlacementBytes));
  PlacementOptions options;
  options.capacity = maxPlacementBytes;
  CHECK(findPlacement(buffers, options).status == PlacementStatus::overCapacity);
}

TEST_CASE("a buffer may use another's gap") {
  std::vector<PlacementBuffer> buffers{makeBuffer(0, 10, 60), makeBuffer(4, 6, 60)};
  PlacementOptions options;
  options.capacity = 60;
  CHECK(findPlacement(buffers, options).status == PlacementStatus::overCapacity);
  buffers[0].gaps.push_back({4, 6});
  CHECK(findPlacement(buffers, options).status == PlacementStatus::placed);
}

/// Rectangles that fill time and space without a hole: cut from one.
static std::vector<PlacementBuffer> cutRectangle(std::mt19937 &random, size_t count, int64_t times, int64_t bytes) {
  struct Rectangle {
    int64_t lower, upper, from, to;
  };
  std::vector<Rectangle> parts{{0, times, 0, bytes}};
  while (parts.size() < count) {
    size_t i = random() % parts.size();
    Rectangle a = parts[i], b = a;
    if (random() % 2) {
      if (a.upper - a.lower < 2)
        continue;
      a.upper = b.lower = a.lower + 1 + int64_t(random() % (a.upper - a.lower - 1));
    } else {
      if (a.to - a.from < 2)
        continue;
      a.to = b.from = a.from + 1 + int64_t(random() % (a.to - a.from - 1));
    }
    parts[i] = a;
    parts.push_back(b);
  }
  std::vector<PlacementBuffer> buffers;
  for (const Rectangle &part : parts)
    buffers.push_back(makeBuffer(part.lower, part.upper, part.to - part.from));
  return buffers;
}

TEST_CASE("rectangles without a spare byte are put together again") {
  std::mt19937 random(3);
  PlacementOptions options;
  options.capacity = 1000;
  for (unsigned round = 0; round < 20; ++round) {
    auto buffers = cutRectangle(random, 40, 200, options.capacity);
    Placement result = findPlacement(buffers, options);
    INFO("round " << round);
    REQUIRE(result.status == PlacementStatus::placed);
    CHECK(isRight(buffers, result.offsets, options.capacity, 200));
  }
}

TEST_CASE("the step limit ends the search at the same step each time") {
  std::mt19937 random(4);
  auto buffers = cutRectangle(random, 150, 1000, 100000);
  PlacementOptions options;
  options.capacity = 100000;
  options.maxSteps = 2000;
  Placement first = findPlacement(buffers, options), second = findPlacement(buffers, options);
  CHECK(first.status == PlacementStatus::limitReached);
  CHECK(first.steps == second.steps);
  CHECK(first.offsets.empty());
}

TEST_CASE("a chain of too many buffers is not searched, and it is said") {
  // Full at each instant, so one pass fails; a buffer of all times links all.
  std::mt19937 random(6);
  auto buffers = cutRectangle(random, maxSearchedBuffers + 1000, 1000, 1000000);
  buffers.push_back(makeBuffer(0, 1000, 1000));
  PlacementOptions options;
  options.capacity = 1001000;
  Placement result = findPlacement(buffers, options);
  CHECK(result.status == PlacementStatus::limitReached);
  CHECK(result.isTooLarge);
  CHECK(result.steps == 0);
}

TEST_CASE("independent parts of the timeline are searched one by one") {
  // Each part alone takes a few nodes; together, chronological backtracking
  // over all of them would take the product.
  std::mt19937 random(5);
  std::vector<PlacementBuffer> buffers;
  for (int64_t part = 0; part < 40; ++part)
    for (PlacementBuffer buffer : cutRectangle(random, 25, 50, 500)) {
      buffer.life.lower += 50 * part;
      buffer.life.upper += 50 * part;
      buffers.push_back(buffer);
    }
  PlacementOptions options;
  options.capacity = 500;
  Placement result = findPlacement(buffers, options);
  REQUIRE(result.status == PlacementStatus::placed);
  CHECK(isPlacement(buffers, result.offsets, options.capacity));
}
