//===- Strategies.cpp - Offsets in one pass over the buffers --------------===//
//
// Two sweeps over time that keep a map of free gaps (rotate, bestFit), and
// the classic greedy by size. Deterministic: ties go to the lower index.
//
//===----------------------------------------------------------------------===//
#include "glia/Allocator/Allocator.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <queue>

using namespace glia;

namespace {

bool isEmpty(const LiveBuffer &buffer) {
  return buffer.size <= 0 || buffer.upper <= buffer.lower;
}

/// The free part of the space as maximal gaps, by offset.
class Gaps {
public:
  explicit Gaps(int64_t capacity) {
    if (capacity > 0)
      gaps[0] = capacity;
  }

  /// The first gap of `size` at or after `cursor`, then from the start.
  std::optional<int64_t> findNext(int64_t size, int64_t cursor) const {
    auto first = gaps.upper_bound(cursor);
    if (first != gaps.begin()) {
      auto before = std::prev(first);
      if (before->first + before->second - cursor >= size)
        return std::max(cursor, before->first);
    }
    for (auto gap = first; gap != gaps.end(); ++gap)
      if (gap->second >= size)
        return gap->first;
    for (auto gap = gaps.begin(); gap != first; ++gap)
      if (gap->second >= size)
        return gap->first;
    return std::nullopt;
  }

  /// The upper end of the highest gap of `size`.
  std::optional<int64_t> findHighest(int64_t size) const {
    for (auto gap = gaps.rbegin(); gap != gaps.rend(); ++gap)
      if (gap->second >= size)
        return gap->first + gap->second - size;
    return std::nullopt;
  }

  std::optional<int64_t> findSmallest(int64_t size) const {
    std::optional<int64_t> best;
    int64_t bestSize = 0;
    for (auto [offset, length] : gaps)
      if (length >= size && (!best || length < bestSize)) {
        best = offset;
        bestSize = length;
      }
    return best;
  }

  void take(int64_t offset, int64_t size) {
    auto gap = std::prev(gaps.upper_bound(offset));
    int64_t start = gap->first, end = gap->first + gap->second;
    gaps.erase(gap);
    if (start < offset)
      gaps[start] = offset - start;
    if (offset + size < end)
      gaps[offset + size] = end - offset - size;
  }

  void release(int64_t offset, int64_t size) {
    auto next = gaps.lower_bound(offset);
    if (next != gaps.end() && next->first == offset + size) {
      size += next->second;
      next = gaps.erase(next);
    }
    if (next != gaps.begin()) {
      auto before = std::prev(next);
      if (before->first + before->second == offset) {
        before->second += size;
        return;
      }
    }
    gaps[offset] = size;
  }

private:
  std::map<int64_t, int64_t> gaps;
};

std::vector<size_t> orderByLower(llvm::ArrayRef<LiveBuffer> buffers) {
  std::vector<size_t> order(buffers.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](size_t a, size_t b) {
    return std::pair(buffers[a].lower, a) < std::pair(buffers[b].lower, b);
  });
  return order;
}

/// Buffers that live much longer than most would break up the space in
/// which the others go round.
int64_t longLife(llvm::ArrayRef<LiveBuffer> buffers) {
  std::vector<int64_t> lives;
  for (const LiveBuffer &buffer : buffers)
    if (!isEmpty(buffer))
      lives.push_back(buffer.upper - buffer.lower);
  if (lives.empty())
    return 0;
  auto middle = lives.begin() + lives.size() / 2;
  std::nth_element(lives.begin(), middle, lives.end());
  return 8 * *middle;
}

} // namespace

static Allocation sweep(llvm::ArrayRef<LiveBuffer> buffers,
                        const AllocationOptions &options,
                        AllocationStrategy strategy) {
  Allocation result;
  result.strategy = strategy;
  result.offsets.assign(buffers.size(), 0);
  Gaps gaps(llvm::alignDown(std::max<int64_t>(options.capacity, 0),
                            options.alignment));
  using Expiry = std::pair<int64_t, size_t>; // upper, buffer
  std::priority_queue<Expiry, std::vector<Expiry>, std::greater<>> live;
  int64_t liveBytes = 0, cursor = 0;
  const int64_t threshold =
      strategy == AllocationStrategy::rotate ? longLife(buffers) : 0;
  auto rounded = [&](size_t i) {
    return static_cast<int64_t>(
        llvm::alignTo(buffers[i].size, options.alignment));
  };

  for (size_t i : orderByLower(buffers)) {
    const LiveBuffer &buffer = buffers[i];
    if (isEmpty(buffer))
      continue;
    while (!live.empty() && live.top().first <= buffer.lower) {
      size_t expired = live.top().second;
      live.pop();
      gaps.release(result.offsets[expired], rounded(expired));
      liveBytes -= rounded(expired);
    }
    int64_t size = rounded(i);
    std::optional<int64_t> offset;
    if (strategy == AllocationStrategy::bestFit) {
      offset = gaps.findSmallest(size);
    } else if (buffer.upper - buffer.lower > threshold) {
      offset = gaps.findHighest(size);
    } else {
      offset = gaps.findNext(size, cursor);
      if (offset)
        cursor = *offset + size;
    }
    if (!offset) {
      result.failed = i;
      result.liveBeside = liveBytes;
      return result;
    }
    gaps.take(*offset, size);
    result.offsets[i] = *offset;
    result.peak = std::max(result.peak, *offset + size);
    liveBytes += size;
    live.emplace(buffer.upper, i);
  }
  result.fits = true;
  return result;
}

static Allocation allocateBySize(llvm::ArrayRef<LiveBuffer> buffers,
                                 const AllocationOptions &options) {
  Allocation result;
  result.strategy = AllocationStrategy::bySize;
  result.offsets.assign(buffers.size(), 0);
  std::vector<size_t> order(buffers.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](size_t a, size_t b) {
    return std::pair(-buffers[a].size, a) < std::pair(-buffers[b].size, b);
  });

  std::vector<size_t> placed;
  std::vector<std::pair<int64_t, int64_t>>
      taken; // [start, end) of what lives beside
  for (size_t i : order) {
    const LiveBuffer &buffer = buffers[i];
    if (isEmpty(buffer))
      continue;
    int64_t size = llvm::alignTo(buffer.size, options.alignment);
    taken.clear();
    int64_t beside = 0;
    for (size_t other : placed)
      if (buffers[other].lower < buffer.upper &&
          buffer.lower < buffers[other].upper) {
        int64_t otherSize =
            llvm::alignTo(buffers[other].size, options.alignment);
        taken.emplace_back(result.offsets[other],
                           result.offsets[other] + otherSize);
        beside += otherSize;
      }
    std::sort(taken.begin(), taken.end());
    int64_t offset = 0;
    for (auto [start, end] : taken) {
      if (start - offset >= size)
        break;
      offset = std::max(offset, end);
    }
    if (offset + size > options.capacity) {
      result.failed = i;
      result.liveBeside = beside;
      return result;
    }
    result.offsets[i] = offset;
    result.peak = std::max(result.peak, offset + size);
    placed.push_back(i);
  }
  result.fits = true;
  return result;
}

Allocation glia::allocate(llvm::ArrayRef<LiveBuffer> buffers,
                          const AllocationOptions &options,
                          AllocationStrategy strategy) {
  return strategy == AllocationStrategy::bySize
             ? allocateBySize(buffers, options)
             : sweep(buffers, options, strategy);
}

Allocation glia::allocate(llvm::ArrayRef<LiveBuffer> buffers,
                          const AllocationOptions &options) {
  Allocation first = allocate(buffers, options, AllocationStrategy::rotate);
  if (first.fits)
    return first;
  Allocation second = allocate(buffers, options, AllocationStrategy::bestFit);
  if (second.fits || buffers.size() > maxBySize)
    return second;
  Allocation third = allocate(buffers, options, AllocationStrategy::bySize);
  return third.fits ? third : second;
}

int64_t glia::peakLiveBytes(llvm::ArrayRef<LiveBuffer> buffers,
                            int64_t alignment) {
  std::vector<std::pair<int64_t, int64_t>>
      events; // time, change; an end at a time comes before a start
  for (const LiveBuffer &buffer : buffers) {
    if (isEmpty(buffer))
      continue;
    int64_t size = llvm::alignTo(buffer.size, alignment);
    events.emplace_back(buffer.lower, size);
    events.emplace_back(buffer.upper, -size);
  }
  std::sort(events.begin(), events.end());
  int64_t live = 0, peak = 0;
  for (auto [time, change] : events)
    peak = std::max(peak, live += change);
  return peak;
}
