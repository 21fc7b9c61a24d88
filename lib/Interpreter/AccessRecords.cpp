//===- AccessRecords.cpp - Who touched which bytes ------------------------===//
//
// Walks are never unrolled further than a bucket asks for: a loop of small
// strides fills its hull's buckets, and within a bucket only the trips that
// can meet it are looked at.
//
//===----------------------------------------------------------------------===//
#include "AccessRecords.h"
#include "BitRange.h"
#include <algorithm>
#include <cstdlib>

namespace glia::interpreter {

/// Bytes of address that one bucket spans.
static constexpr uint64_t onChipBucket = 2048, hbmBucket = uint64_t(1) << 18;
/// Live records that a run may need at once.
static constexpr size_t maxRecords = size_t(1) << 20;

using Loops = llvm::ArrayRef<Pattern::Loop>;

static int64_t reach(const Pattern::Loop &loop) {
  return loop.stride * static_cast<int64_t>(loop.count - 1);
}
/// Bytes of the nest lie in [base + low, base + high).
static std::pair<int64_t, int64_t> hull(Loops loops, uint64_t bytes) {
  int64_t low = 0, high = static_cast<int64_t>(bytes);
  for (const Pattern::Loop &loop : loops)
    (reach(loop) < 0 ? low : high) += reach(loop);
  return {low, high};
}

/// Appends the buckets that a walk may touch.
static void appendBuckets(int64_t base, Loops loops, uint64_t bytes,
                          uint64_t width, std::vector<uint64_t> &keys) {
  auto [low, high] = hull(loops, bytes);
  uint64_t first = static_cast<uint64_t>(base + low) / width,
           last = static_cast<uint64_t>(base + high - 1) / width;
  bool isTight = loops.empty() ||
                 static_cast<uint64_t>(std::abs(loops.front().stride)) <= width;
  if (isTight || first == last) {
    for (uint64_t bucket = first; bucket <= last; ++bucket)
      keys.push_back(bucket);
    return;
  }
  for (uint64_t i = 0; i < loops.front().count; ++i)
    appendBuckets(base + loops.front().stride * static_cast<int64_t>(i),
                  loops.drop_front(), bytes, width, keys);
}

static int64_t floorDivide(int64_t a, int64_t b) {
  return a / b - (a % b != 0 && (a < 0) != (b < 0));
}

/// Calls with (word, mask) of the bits, counted from `low`, of the bytes in
/// [low, high) that the walk touches, until the callback gives false.
template <typename F>
static bool forEachTouched(int64_t base, Loops loops, uint64_t bytes,
                           int64_t low, int64_t high, F &callback) {
  if (loops.empty()) {
    int64_t begin = std::max(base, low),
            end = std::min(base + static_cast<int64_t>(bytes), high);
    bool goOn = true;
    if (begin < end)
      forEachWord(static_cast<uint64_t>(begin - low),
                  static_cast<uint64_t>(end - begin),
                  [&](uint64_t word, uint64_t mask) {
                    return goOn = callback(word, mask);
                  });
    return goOn;
  }
  auto [innerLow, innerHigh] = hull(loops.drop_front(), bytes);
  int64_t stride = loops.front().stride,
          count = static_cast<int64_t>(loops.front().count), first = 0,
          last = stride == 0 ? 0 : count - 1;
  // Trips whose hull meets [low, high).
  if (stride > 0) {
    first = std::max(first, floorDivide(low - base - innerHigh, stride) + 1);
    last = std::min(last, floorDivide(high - 1 - base - innerLow, stride));
  } else if (stride < 0) {
    first = std::max(first, -floorDivide(high - 1 - base - innerLow, -stride));
    last = std::min(last, -(floorDivide(low - base - innerHigh, -stride) + 1));
  }
  for (int64_t i = first; i <= last; ++i)
    if (!forEachTouched(base + stride * i, loops.drop_front(), bytes, low, high,
                        callback))
      return false;
  return true;
}

/// The innermost contiguous run is one step of a walk.
static Loops outerLoops(const Pattern &pattern, uint64_t &bytes) {
  Loops loops(pattern.loops);
  bytes = pattern.elementBytes;
  if (!loops.empty() && loops.back().stride == int64_t(bytes)) {
    bytes *= loops.back().count;
    loops = loops.drop_back();
  }
  return loops;
}

/// Do two accesses touch a byte in [low, high) both?
static bool meet(const AccessRecord &a, const AccessRecord &b, uint64_t low,
                 uint64_t high, std::vector<uint64_t> &touched) {
  low = std::max({low, a.low, b.low});
  high = std::min({high, a.high, b.high});
  if (low >= high || (a.area.partitions & b.area.partitions).none())
    return false;
  if (a.area.pattern.isDense() && b.area.pattern.isDense())
    return true;
  touched.assign((high - low) / 64 + 1, 0);
  auto walk = [&](const AccessRecord &access, auto callback) {
    uint64_t bytes = 0;
    Loops loops = outerLoops(access.area.pattern, bytes);
    return forEachTouched(int64_t(access.area.start), loops, bytes,
                          int64_t(low), int64_t(high), callback);
  };
  walk(a, [&](uint64_t word, uint64_t mask) {
    touched[word] |= mask;
    return true;
  });
  return !walk(b, [&](uint64_t word, uint64_t mask) {
    return (touched[word] & mask) == 0;
  });
}

/// Does `a` touch all that `b` touches in [low, high)?
static bool covers(const AccessRecord &a, const AccessRecord &b, uint64_t low,
                   uint64_t high) {
  if ((b.area.partitions & ~a.area.partitions).any())
    return false;
  if (a.area.pattern.isDense())
    return a.low <= std::max(b.low, low) && a.high >= std::min(b.high, high);
  return a.area.start == b.area.start && a.area.pattern == b.area.pattern;
}

void AccessRecords::clear() {
  records.clear();
  uses.clear();
  unused.clear();
  buckets.clear();
  live = 0;
  threshold = size_t(1) << 14;
}

bool AccessRecords::isAtLimit() const { return live >= maxRecords; }

void AccessRecords::drop(uint32_t index) {
  if (--uses[index] != 0)
    return;
  records[index] = {};
  unused.push_back(index);
  --live;
}

const AccessRecord *AccessRecords::visit(uint64_t key, uint64_t low,
                                         uint64_t high, uint32_t index,
                                         const VectorClock &now) {
  const AccessRecord &access = records[index];
  Bucket &bucket = buckets[key];
  for (size_t i = 0; i < bucket.size();) {
    const AccessRecord &old = records[bucket[i]];
    bool isOrdered = old.isBefore(now),
         isConflict = old.isWrite || access.isWrite;
    if (!isOrdered && isConflict && meet(old, access, low, high, touched))
      return &old;
    // What raced with the old access would race with the new one, too.
    bool isReplaced =
        isOrdered &&
        (access.isWrite || (!old.isWrite && old.actor == access.actor)) &&
        covers(access, old, low, high);
    if (isReplaced) {
      drop(bucket[i]);
      bucket[i] = bucket.back();
      bucket.pop_back();
    } else {
      ++i;
    }
  }
  bucket.push_back(index);
  ++uses[index];
  return nullptr;
}

const AccessRecord *AccessRecords::add(AccessRecord access,
                                       const VectorClock &now) {
  const AccessArea &area = access.area;
  access.low = area.start + static_cast<uint64_t>(area.pattern.low());
  access.high = area.start + static_cast<uint64_t>(area.pattern.high());
  uint64_t width = area.space == isa::Space::hbm ? hbmBucket : onChipBucket;
  uint64_t place = (uint64_t(area.core) << 2 | uint64_t(area.space)) << 40;
  keys.clear();
  uint64_t bytes = 0;
  Loops loops = outerLoops(area.pattern, bytes);
  appendBuckets(static_cast<int64_t>(area.start), loops, bytes, width, keys);
  llvm::sort(keys);
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());

  uint32_t index = static_cast<uint32_t>(records.size());
  if (unused.empty()) {
    records.push_back(std::move(access));
    uses.push_back(1);
  } else {
    index = unused.back();
    unused.pop_back();
    records[index] = std::move(access);
    uses[index] = 1;
  }
  ++live;
  const AccessRecord *conflict = nullptr;
  for (uint64_t key : keys)
    if (!conflict)
      conflict = visit(place | key, key * width, (key + 1) * width, index, now);
  drop(index); // buckets keep it
  return conflict;
}

void AccessRecords::collect(const VectorClock &seen) {
  for (auto &[key, bucket] : buckets)
    llvm::erase_if(bucket, [&](uint32_t index) {
      bool isSeen = records[index].isBefore(seen);
      if (isSeen)
        drop(index);
      return isSeen;
    });
  std::vector<uint64_t> empty;
  for (auto &[key, bucket] : buckets)
    if (bucket.empty())
      empty.push_back(key);
  for (uint64_t key : empty)
    buckets.erase(key);
  threshold = std::max(threshold, live * 2);
}

} // namespace glia::interpreter
