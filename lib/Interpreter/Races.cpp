//===- Races.cpp - Are conflicting accesses ordered? ----------------------===//
//
// Each actor has a vector clock. An access is stamped with its actor's own
// component; it is ordered before whoever has seen that component since. A
// signal carries the clock of who gives it; a wait joins those it needed.
//
//===----------------------------------------------------------------------===//
#include "Races.h"
#include "BitRange.h"
#include <algorithm>

namespace glia::interpreter {

/// Bytes of address that one bucket spans.
static constexpr uint64_t onChipBucket = 2048, hbmBucket = uint64_t(1) << 18;

void RaceDetector::reset() {
  for (unsigned i = 0; i < numActors; ++i) {
    clocks[i] = {};
    clocks[i][i] = 1;
  }
  for (Semaphore &semaphore : semaphores)
    semaphore = {};
  buckets.clear();
}

static void join(std::array<uint32_t, RaceDetector::numActors> &into,
                 const std::array<uint32_t, RaceDetector::numActors> &from) {
  for (unsigned i = 0; i < into.size(); ++i)
    into[i] = std::max(into[i], from[i]);
}

void RaceDetector::beginStream(unsigned newEngine) {
  actor = engine = newEngine;
}

void RaceDetector::beginDma(unsigned newEngine, unsigned queue) {
  engine = newEngine;
  actor = numStreams + queue;
  // The queue knows what its stream did before the issue; what the stream does
  // afterwards is not ordered with the transfer.
  join(clocks[actor], clocks[engine]);
  ++clocks[actor][actor];
  ++clocks[engine][engine];
}

void RaceDetector::resumeQueue(unsigned newEngine, unsigned queue) {
  engine = newEngine;
  actor = numStreams + queue;
}

void RaceDetector::addSignal(unsigned number, uint32_t value, unsigned by) {
  Semaphore &semaphore = semaphores[number];
  semaphore.added += value;
  Signal signal{semaphore.added, clocks[by]};
  if (!semaphore.signals.empty())
    join(signal.clock, semaphore.signals.back().clock);
  semaphore.signals.push_back(signal);
  ++clocks[by][by];
}

void RaceDetector::release(unsigned semaphore, uint32_t value) {
  addSignal(semaphore, value, actor);
}

void RaceDetector::releaseFromQueue(unsigned semaphore, uint32_t value) {
  addSignal(semaphore, value, actor);
}

void RaceDetector::acquire(unsigned number, uint32_t value) {
  // The signal that lifts the semaphore to the value; its clock stands for
  // those before it, too.
  Semaphore &semaphore = semaphores[number];
  auto needed = std::lower_bound(
      semaphore.signals.begin(), semaphore.signals.end(),
      semaphore.subtracted + value, [](const Signal &signal, uint64_t total) {
        return signal.total < total;
      });
  if (needed != semaphore.signals.end())
    join(clocks[actor], needed->clock);
}

void RaceDetector::subtract(unsigned number, uint32_t value) {
  // Later waits need later signals; the last one passed stays.
  Semaphore &semaphore = semaphores[number];
  semaphore.subtracted += value;
  while (semaphore.signals.size() > 1 &&
         semaphore.signals[1].total <= semaphore.subtracted)
    semaphore.signals.pop_front();
}

void RaceDetector::write(unsigned number, uint32_t value) {
  Semaphore &semaphore = semaphores[number];
  semaphore = {};
  semaphore.added = value;
  semaphore.signals.push_back({value, clocks[actor]});
  ++clocks[actor][actor];
}

static bool partitionsMeet(const RaceDetector::Area &a,
                           const RaceDetector::Area &b) {
  return a.firstPartition < b.firstPartition + b.partitions &&
         b.firstPartition < a.firstPartition + a.partitions;
}

/// Byte for byte, where the hulls already meet.
static bool patternsMeet(const RaceDetector::Access &a,
                         const RaceDetector::Access &b) {
  if (a.area.pattern.isDense() && b.area.pattern.isDense())
    return true;
  uint64_t low = std::max(a.low, b.low), high = std::min(a.high, b.high);
  std::vector<uint64_t> touched((high - low) / 64 + 1);
  auto clip = [&](const RaceDetector::Access &access, auto callback) {
    forEachRun(access.area.pattern, [&](int64_t offset, uint64_t bytes) {
      uint64_t from = access.area.start + static_cast<uint64_t>(offset);
      uint64_t begin = std::max(from, low), end = std::min(from + bytes, high);
      if (begin < end)
        forEachWord(begin - low, end - begin, callback);
    });
  };
  clip(a, [&](uint64_t word, uint64_t mask) {
    touched[word] |= mask;
    return true;
  });
  bool meet = false;
  clip(b, [&](uint64_t word, uint64_t mask) {
    meet |= (touched[word] & mask) != 0;
    return !meet;
  });
  return meet;
}

/// Does an access to `a` touch all that one to `b` touches?
static bool covers(const RaceDetector::Access &a,
                   const RaceDetector::Access &b) {
  if (a.area.firstPartition > b.area.firstPartition ||
      a.area.firstPartition + a.area.partitions <
          b.area.firstPartition + b.area.partitions)
    return false;
  if (a.area.pattern.isDense())
    return a.low <= b.low && a.high >= b.high;
  return a.area.start == b.area.start && a.area.pattern == b.area.pattern;
}

const RaceDetector::Access *
RaceDetector::visitBucket(uint64_t key, const Access &access, bool insert) {
  std::vector<Access> &bucket = buckets[key];
  const Clock &now = clocks[actor];
  for (size_t i = 0; i < bucket.size();) {
    const Access &old = bucket[i];
    bool ordered = old.clock <= now[old.actor];
    bool meets = old.low < access.high && access.low < old.high &&
                 partitionsMeet(old.area, access.area);
    if (!ordered && meets && (old.isWrite || access.isWrite) &&
        patternsMeet(old, access)) {
      found = old;
      return &found;
    }
    // What raced with the old access would race with the new one, too.
    bool replaced =
        ordered && meets &&
        (access.isWrite || (!old.isWrite && old.actor == access.actor)) &&
        covers(access, old);
    if (replaced) {
      bucket[i] = std::move(bucket.back());
      bucket.pop_back();
    } else {
      ++i;
    }
  }
  if (insert)
    bucket.push_back(access);
  return nullptr;
}

const RaceDetector::Access *RaceDetector::access(Area area, bool isWrite,
                                                 uint32_t pc) {
  Access access{actor,  clocks[actor][actor], pc, isWrite,
                engine, std::move(area),      0,  0};
  access.low =
      access.area.start + static_cast<uint64_t>(access.area.pattern.low());
  access.high =
      access.area.start + static_cast<uint64_t>(access.area.pattern.high());
  uint64_t width =
      access.area.space == isa::Space::hbm ? hbmBucket : onChipBucket;
  uint64_t space = static_cast<uint64_t>(access.area.space) << 56;
  for (uint64_t bucket = access.low / width;
       bucket <= (access.high - 1) / width; ++bucket)
    if (const Access *conflict =
            visitBucket(space | bucket, access, /*insert=*/true))
      return conflict;
  return nullptr;
}

std::string describeActor(const RaceDetector::Access &access) {
  std::string stream = isa::name(static_cast<isa::Engine>(access.engine)).str();
  if (access.actor < RaceDetector::numStreams)
    return stream + " pc " + std::to_string(access.pc);
  return "DMA queue " +
         std::to_string(access.actor - RaceDetector::numStreams) + " (" +
         stream + " pc " + std::to_string(access.pc) + ")";
}

} // namespace glia::interpreter
