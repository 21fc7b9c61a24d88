//===- CopyLoopsTest.cpp - Accesses seen through copies -------------------===//
//
// An access to one side of a copy and what it becomes on the other side reach,
// element by element, bytes that the copy says are the same.
//
//===----------------------------------------------------------------------===//
#include "dialects/Tile/CopyLoops.h"
#include <catch2/catch.hpp>
#include <map>
#include <random>

using namespace glia::tile;
using Pairs = llvm::SmallVector<std::pair<int64_t, int64_t>, 5>;

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

/// Whether `through` is `access` on the other side.
static bool isTheSame(const BufferPattern &access, const BufferPattern &through,
                      const BufferPattern &known, const BufferPattern &other) {
  std::map<int64_t, int64_t> place;
  auto from = bytesOf(known), to = bytesOf(other);
  for (size_t i = 0; i < from.size(); ++i)
    place[from[i]] = to[i];
  auto want = bytesOf(access), got = bytesOf(through);
  if (want.size() != got.size())
    return false;
  for (size_t i = 0; i < want.size(); ++i)
    if (!place.count(want[i]) || place[want[i]] != got[i])
      return false;
  return true;
}

TEST_CASE("heads: loads of the split, stores into the merged") {
  // [128, 12, 64] and [12, 128, 64].
  auto rows = BufferPattern::strided(0, {{12, 256}, {128, 3072}, {64, 4}});
  auto heads = BufferPattern::strided(4096, {{98304, 4}});
  // One head is 128 rows of 64.
  auto head = BufferPattern::strided(4096 + 5 * 32768, {{8192, 4}});
  auto got = throughCopy(head, rows, heads, 4, /*toDestination=*/false);
  REQUIRE(got);
  CHECK(*got == BufferPattern::strided(5 * 256, {{128, 3072}, {64, 4}}));
  got = throughCopy(head, heads, rows, 4, /*toDestination=*/true);
  REQUIRE(got);
  CHECK(*got == BufferPattern::strided(5 * 256, {{128, 3072}, {64, 4}}));
  // What lies in front of the copied run is not copied.
  CHECK(!throughCopy(BufferPattern::strided(0, {{8192, 4}}), rows, heads, 4,
                     false));
  CHECK(!throughCopy(BufferPattern::strided(4096 + 11 * 32768 + 4, {{8192, 4}}),
                     rows, heads, 4, false));
  // A head and a half, cut in the middle of a row.
  CHECK(!throughCopy(BufferPattern::strided(4096, {{12288 + 32, 4}}), rows,
                     heads, 4, false));
}

TEST_CASE("random accesses through random copies") {
  std::mt19937 random(6);
  auto between = [&](int64_t low, int64_t high) {
    return low + static_cast<int64_t>(random() % (high - low + 1));
  };
  unsigned possible = 0;
  for (int round = 0; round < 20000; ++round) {
    // The known side is dense; the other has its loops in another order.
    unsigned rank = between(1, 4), size = random() % 3 ? 4 : 1;
    std::vector<int64_t> counts, dense(rank), strides(rank);
    for (unsigned i = 0; i < rank; ++i)
      counts.push_back(between(2, 6));
    int64_t bytes = size;
    for (unsigned i = rank; i-- > 0; bytes *= counts[i])
      dense[i] = bytes;
    std::vector<unsigned> order(rank);
    for (unsigned i = 0; i < rank; ++i)
      order[i] = i;
    std::shuffle(order.begin(), order.end(), random);
    int64_t stride = size;
    for (unsigned i : order) {
      strides[i] = stride;
      stride *= counts[i] + between(0, 1);
    }
    Pairs knownPairs, otherPairs;
    for (unsigned i = 0; i < rank; ++i) {
      knownPairs.push_back({counts[i], dense[i]});
      otherPairs.push_back({counts[i], strides[i]});
    }
    auto known = BufferPattern::strided(between(0, 9) * size, knownPairs),
         other = BufferPattern::strided(between(0, 9) * size, otherPairs);
    // An access within the run.
    Pairs pairs;
    int64_t left = bytes / size - 1, start = between(0, left);
    left -= start;
    for (int64_t i = between(1, 3); i > 0; --i) {
      int64_t step =
          random() % 2 ? dense[random() % rank] / size : between(1, 8);
      int64_t count = between(1, std::min<int64_t>(left / step, 12) + 1);
      left -= (count - 1) * step;
      pairs.push_back({count, step * size});
    }
    auto access = BufferPattern::strided(known.offset + start * size, pairs);
    bool toDestination = random() % 2;
    auto through = toDestination
                       ? throughCopy(access, known, other, size, true)
                       : throughCopy(access, other, known, size, false);
    if (!through)
      continue;
    ++possible;
    REQUIRE(isTheSame(access, *through, known, other));
  }
  CHECK(possible > 5000);
}
