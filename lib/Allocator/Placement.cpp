//===- Placement.cpp - Exact search for offsets in a given capacity -------===//
//
// What proves or places cheaply comes first: the bytes that live at one time,
// the strategies of one pass, then the search, component by component.
//
//===----------------------------------------------------------------------===//
#include "glia/Allocator/Placement.h"
#include "Search.h"
#include "glia/Allocator/Allocator.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <map>
#include <memory>
#include <numeric>

using namespace glia;
using namespace glia::allocator;

static bool isEmpty(const PlacementBuffer &buffer) {
  return buffer.size <= 0 || buffer.life.upper <= buffer.life.lower;
}

using Bytes = __int128;

/// The parts of its life in which a buffer holds bytes.
template <typename Visit>
static void forEachPart(const PlacementBuffer &buffer, Visit visit) {
  int64_t from = buffer.life.lower;
  for (const LifeSpan &gap : buffer.gaps) {
    if (from < gap.lower)
      visit(from, gap.lower);
    from = gap.upper;
  }
  if (from < buffer.life.upper)
    visit(from, buffer.life.upper);
}

static Bytes findPeak(llvm::ArrayRef<PlacementBuffer> buffers, int64_t granule,
                      int64_t &peakTime) {
  std::vector<std::pair<int64_t, Bytes>> events; // time, change
  for (const PlacementBuffer &buffer : buffers) {
    Bytes bytes = (Bytes(buffer.size) + granule - 1) / granule * granule;
    forEachPart(buffer, [&](int64_t from, int64_t to) {
      events.emplace_back(from, bytes);
      events.emplace_back(to, -bytes);
    });
  }
  std::sort(events.begin(), events.end());
  Bytes live = 0, peak = 0;
  for (auto [time, change] : events) {
    live += change;
    if (live > peak) {
      peak = live;
      peakTime = time;
    }
  }
  return peak;
}

/// Gaps count as life, and all offsets get the largest alignment.
static bool placeByStrategies(llvm::ArrayRef<PlacementBuffer> buffers,
                              int64_t capacity, std::vector<int64_t> &offsets) {
  int64_t alignment = 1;
  std::vector<LiveBuffer> live;
  for (const PlacementBuffer &buffer : buffers) {
    alignment = std::max(alignment, buffer.alignment);
    live.push_back({buffer.life.lower, buffer.life.upper, buffer.size});
  }
  for (const PlacementBuffer &buffer : buffers)
    if (alignment % buffer.alignment != 0)
      return false;
  if (peakLiveBytes(live, alignment) > capacity)
    return false;
  Allocation allocation = allocate(live, {capacity, alignment});
  if (!allocation.fits)
    return false;
  offsets = std::move(allocation.offsets);
  return true;
}

/// 1 1 2 1 1 2 4 ...: restarts escape from unlucky beginnings, and every length
/// comes again and again.
static uint64_t luby(uint64_t i) {
  while (!llvm::isPowerOf2_64(i + 1))
    i -= llvm::bit_floor(i) - 1;
  return (i + 1) / 2;
}

static SearchOutcome searchComponent(const SectionProblem &plain,
                                     std::vector<int64_t> &offsets,
                                     uint64_t &steps, uint64_t maxSteps) {
  SectionProblem merged = plain;
  std::vector<unsigned> representative;
  if (!mergeForced(merged, representative))
    return SearchOutcome::ruledOut;
  bool anyMerged = false;
  for (unsigned i = 0; i < representative.size(); ++i)
    anyMerged |= representative[i] != i;
  // Which of the two forms is easier cannot be told beforehand.
  Search withMerges(merged);
  std::unique_ptr<Search> without;
  if (anyMerged)
    without = std::make_unique<Search>(plain);

  const uint64_t unit = 3 * plain.size.size() + 100;
  for (uint64_t round = 0;; ++round) {
    const bool isPlain = without && round % 2 == 1;
    const uint64_t turn = without ? round / 2 : round;
    Search &search = isPlain ? *without : withMerges;
    SearchStrategy strategy;
    strategy.weighSlack = turn % 2 == 0;
    strategy.seed = turn;
    SearchOutcome outcome =
        search.run(strategy, unit * luby(turn + 1), steps, maxSteps);
    if (outcome == SearchOutcome::found) {
      offsets.resize(plain.size.size());
      for (unsigned i = 0; i < offsets.size(); ++i)
        offsets[i] = search.offsets()[isPlain ? i : representative[i]];
    }
    if (outcome != SearchOutcome::limitReached || steps >= maxSteps)
      return outcome;
  }
}

/// Sections without common buffers have nothing to do with each other.
static PlacementStatus searchAll(llvm::ArrayRef<PlacementBuffer> buffers,
                                 int64_t granule, int64_t capacity,
                                 uint64_t maxSteps, Placement &result) {
  std::vector<std::vector<unsigned>> sections;
  if (!formSections(buffers, sections)) {
    result.isTooLarge = true;
    return PlacementStatus::limitReached;
  }
  std::vector<size_t> last(buffers.size(), 0);
  for (size_t s = 0; s < sections.size(); ++s)
    for (unsigned buffer : sections[s])
      last[buffer] = s;
  result.offsets.assign(buffers.size(), 0);
  PlacementStatus status = PlacementStatus::placed;
  for (size_t begin = 0, past = 0; begin < sections.size(); begin = past) {
    SectionProblem problem;
    problem.capacity = capacity;
    std::map<unsigned, unsigned> local;
    std::vector<unsigned> global;
    past = begin + 1;
    for (size_t s = begin; s < past; ++s)
      for (unsigned buffer : sections[s]) {
        past = std::max(past, last[buffer] + 1);
        if (!local.try_emplace(buffer, unsigned(global.size())).second)
          continue;
        global.push_back(buffer);
        problem.size.push_back(
            int64_t(llvm::alignTo(buffers[buffer].size, granule)));
        problem.alignment.push_back(buffers[buffer].alignment);
      }
    if (global.size() > maxSearchedBuffers) { // the search recurses on each
      result.isTooLarge = true;
      status = PlacementStatus::limitReached; // the rest may be impossible
      continue;
    }
    for (size_t s = begin; s < past; ++s) {
      problem.sections.emplace_back();
      for (unsigned buffer : sections[s])
        problem.sections.back().push_back(local[buffer]);
      std::sort(problem.sections.back().begin(), problem.sections.back().end());
    }
    std::vector<int64_t> offsets;
    SearchOutcome outcome =
        searchComponent(problem, offsets, result.steps, maxSteps);
    if (outcome == SearchOutcome::ruledOut)
      return PlacementStatus::impossible;
    if (outcome == SearchOutcome::limitReached)
      status = PlacementStatus::limitReached;
    for (size_t i = 0; i < offsets.size(); ++i)
      result.offsets[global[i]] = offsets[i];
  }
  return status;
}

Placement glia::findPlacement(llvm::ArrayRef<PlacementBuffer> buffers,
                              const PlacementOptions &options) {
  Placement result;
  std::vector<PlacementBuffer> kept;
  std::vector<size_t> number;
  // Every offset and the capacity are multiples of the granule, so rounding
  // the sizes up to it changes nothing.
  int64_t granule = options.capacity;
  for (size_t i = 0; i < buffers.size(); ++i)
    if (!isEmpty(buffers[i])) {
      granule = std::gcd(granule, buffers[i].alignment);
      kept.push_back(buffers[i]);
      number.push_back(i);
    }
  granule = std::max<int64_t>(granule, 1);
  const int64_t capacity = options.capacity;
  Bytes peak = findPeak(kept, granule, result.peakTime);
  result.peakBytes = static_cast<double>(peak);
  if (peak > capacity) {
    result.status = PlacementStatus::overCapacity;
    return result;
  }
  result.status = PlacementStatus::placed;
  if (!placeByStrategies(kept, capacity, result.offsets))
    result.status =
        searchAll(kept, granule, capacity, options.maxSteps, result);
  std::vector<int64_t> offsets = std::move(result.offsets);
  result.offsets.clear();
  if (result.status != PlacementStatus::placed)
    return result;
  result.offsets.assign(buffers.size(), 0);
  for (size_t i = 0; i < kept.size(); ++i) {
    result.offsets[number[i]] = offsets[i];
    result.used = std::max(result.used, offsets[i] + kept[i].size);
  }
  return result;
}

bool glia::isPlacement(llvm::ArrayRef<PlacementBuffer> buffers,
                       llvm::ArrayRef<int64_t> offsets, int64_t capacity) {
  if (offsets.size() != buffers.size())
    return false;
  struct Event {
    int64_t time;
    bool birth;
    size_t buffer;
  };
  std::vector<Event> events;
  for (size_t i = 0; i < buffers.size(); ++i) {
    if (offsets[i] < 0 || offsets[i] % buffers[i].alignment != 0)
      return false;
    if (isEmpty(buffers[i]))
      continue;
    if (offsets[i] > capacity - buffers[i].size)
      return false;
    forEachPart(buffers[i], [&](int64_t from, int64_t to) {
      events.push_back({from, true, i});
      events.push_back({to, false, i});
    });
  }
  std::sort(events.begin(), events.end(), [](const Event &a, const Event &b) {
    return std::tuple(a.time, a.birth, a.buffer) <
           std::tuple(b.time, b.birth, b.buffer);
  });
  std::map<int64_t, int64_t> live; // start to end
  for (const Event &event : events) {
    int64_t offset = offsets[event.buffer],
            end = offset + buffers[event.buffer].size;
    if (!event.birth) {
      live.erase(offset);
      continue;
    }
    auto next = live.lower_bound(offset);
    if ((next != live.end() && next->first < end) ||
        (next != live.begin() && std::prev(next)->second > offset))
      return false;
    live.emplace(offset, end);
  }
  return true;
}
