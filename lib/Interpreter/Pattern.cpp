//===- Pattern.cpp - Strided walks over operands --------------------------===//
//
// Two walks of one element count are aligned into one loop nest by splitting
// loops where the counts divide; only if they don't, elements go one by one.
//
//===----------------------------------------------------------------------===//
#include "Pattern.h"
#include "ThreadPool.h"
#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace glia::interpreter {

void Pattern::push(uint64_t count, int64_t stride) {
  if (count == 1)
    return;
  if (!loops.empty() &&
      loops.back().stride == stride * static_cast<int64_t>(count)) {
    loops.back() = {loops.back().count * count, stride};
    return;
  }
  loops.push_back({count, stride});
}

uint64_t Pattern::elements() const {
  uint64_t n = 1;
  for (const Loop &loop : loops)
    n *= loop.count;
  return n;
}

int64_t Pattern::low() const {
  int64_t offset = 0;
  for (const Loop &loop : loops)
    offset += std::min<int64_t>(0, loop.stride *
                                       static_cast<int64_t>(loop.count - 1));
  return offset;
}

int64_t Pattern::high() const {
  int64_t offset = elementBytes;
  for (const Loop &loop : loops)
    offset += std::max<int64_t>(0, loop.stride *
                                       static_cast<int64_t>(loop.count - 1));
  return offset;
}

unsigned elementBytes(ElementType type) {
  return std::max(1u, bitWidth(type) / 8);
}

static void pushPairs(Pattern &pattern, const isa::OnChipOperand &operand) {
  for (unsigned i = 0; i < operand.rank; ++i)
    pattern.push(operand.count[i],
                 int64_t(operand.stride[i]) * pattern.elementBytes);
}

Pattern rowPattern(const isa::OnChipOperand &operand) {
  Pattern pattern;
  pattern.elementBytes = elementBytes(operand.type);
  pushPairs(pattern, operand);
  return pattern;
}

Pattern hbmPattern(const isa::HbmOperand &operand) {
  Pattern pattern;
  pattern.elementBytes = elementBytes(operand.type);
  for (unsigned i = 0; i < operand.rank; ++i)
    pattern.push(operand.count[i], operand.stride[i]);
  return pattern;
}

Pattern onChipPattern(const isa::OnChipOperand &operand, uint64_t rowStride) {
  Pattern pattern;
  pattern.elementBytes = elementBytes(operand.type);
  pattern.push(operand.partitions, static_cast<int64_t>(rowStride));
  pushPairs(pattern, operand);
  return pattern;
}

/// Below this, waking another thread costs more than it gains. In bytes; the
/// start of a run of bytes costs as much as `runBytes`, a single element as
/// much as `elementCost`.
static constexpr uint64_t smallestShare = 1 << 15, runBytes = 48,
                          elementCost = 16;

namespace {
/// One loop over both sides.
struct PairLoop {
  uint64_t count;
  int64_t to, from;
};
} // namespace

/// Copies `count` elements of a constant size at constant strides.
template <unsigned size>
static void copyStrided(uint8_t *to, int64_t toStride, const uint8_t *from,
                        int64_t fromStride, uint64_t count) {
  for (uint64_t i = 0; i < count; ++i, to += toStride, from += fromStride)
    std::memcpy(to, from, size);
}

static void copyInner(uint8_t *to, const uint8_t *from, const PairLoop &loop,
                      unsigned size) {
  if (loop.to == size && loop.from == size) {
    std::memcpy(to, from, loop.count * size);
    return;
  }
  switch (size) {
  case 1:
    return copyStrided<1>(to, loop.to, from, loop.from, loop.count);
  case 2:
    return copyStrided<2>(to, loop.to, from, loop.from, loop.count);
  case 4:
    return copyStrided<4>(to, loop.to, from, loop.from, loop.count);
  default:
    return copyStrided<8>(to, loop.to, from, loop.from, loop.count);
  }
}

/// A row of 16 to 256 bytes, for which a call would take longer than the copy.
static void copyShortRow(uint8_t *to, const uint8_t *from, uint64_t bytes) {
  for (uint64_t at = 0; at + 16 < bytes; at += 16)
    std::memcpy(to + at, from + at, 16);
  std::memcpy(to + bytes - 16, from + bytes - 16, 16);
}

/// Rows of a few cache lines each, a large stride apart, are too short for the
/// host's own prefetching.
static void copyRows(uint8_t *to, const uint8_t *from, const PairLoop &rows,
                     uint64_t bytes) {
  constexpr uint64_t ahead = 2, line = 64;
  if (bytes >= 16 && bytes < 4 * line) {
    for (uint64_t i = 0; i < rows.count; ++i, to += rows.to, from += rows.from)
      copyShortRow(to, from, bytes);
    return;
  }
  bool prefetches = bytes >= 4 * line && bytes <= 64 * line;
  for (uint64_t i = 0; i < rows.count; ++i, to += rows.to, from += rows.from) {
    if (prefetches && i + ahead < rows.count)
      for (uint64_t at = 0; at < bytes; at += line) {
        __builtin_prefetch(to + int64_t(ahead) * rows.to + at, 1);
        __builtin_prefetch(from + int64_t(ahead) * rows.from + at);
      }
    std::memcpy(to, from, bytes);
  }
}

static void copyNest(uint8_t *to, const uint8_t *from,
                     llvm::ArrayRef<PairLoop> loops, unsigned size) {
  const PairLoop &inner = loops.back();
  if (loops.size() == 1)
    return copyInner(to, from, inner, size);
  if (loops.size() == 2 && inner.to == size && inner.from == size)
    return copyRows(to, from, loops[0], inner.count * size);
  for (uint64_t i = 0; i < loops[0].count;
       ++i, to += loops[0].to, from += loops[0].from)
    copyNest(to, from, loops.drop_front(), size);
}

/// Do trips of the outermost loop write bytes of their own? Else the last one
/// wins, and their order counts.
static bool tripsAreApart(llvm::ArrayRef<PairLoop> loops, unsigned size) {
  uint64_t reach = size;
  for (const PairLoop &loop : loops.drop_front())
    reach += (loop.count - 1) * static_cast<uint64_t>(std::abs(loop.to));
  return static_cast<uint64_t>(std::abs(loops[0].to)) >= reach;
}

/// Roughly, in bytes of one run.
static uint64_t costOf(llvm::ArrayRef<PairLoop> loops, unsigned size) {
  const PairLoop &inner = loops.back();
  uint64_t cost = inner.to == size && inner.from == size
                      ? inner.count * size + runBytes
                      : inner.count * elementCost;
  for (const PairLoop &loop : loops.drop_back())
    cost *= loop.count;
  return cost;
}

/// The outermost loop in parts, for the threads.
static void copyInParts(uint8_t *to, const uint8_t *from,
                        llvm::MutableArrayRef<PairLoop> loops, unsigned size,
                        ThreadPool *threads) {
  if (!threads || threads->size() == 1 || costOf(loops, size) < smallestShare ||
      loops[0].count < threads->size() || !tripsAreApart(loops, size))
    return copyNest(to, from, loops, size);
  uint64_t count = loops[0].count,
           parts = std::min<uint64_t>(count, 4 * threads->size());
  auto copyPart = [&](unsigned part) {
    uint64_t begin = count * part / parts, end = count * (part + 1) / parts;
    llvm::SmallVector<PairLoop, 8> mine(loops);
    mine[0].count = end - begin;
    copyNest(to + int64_t(begin) * mine[0].to,
             from + int64_t(begin) * mine[0].from, mine, size);
  };
  threads->run(static_cast<unsigned>(parts), copyPart);
}

/// Splits the loops of both walks, innermost first, into common ones.
static bool alignLoops(const Pattern &to, const Pattern &from,
                       llvm::SmallVectorImpl<PairLoop> &loops) {
  llvm::SmallVector<Pattern::Loop, 6> a(to.loops), b(from.loops);
  while (!a.empty() && !b.empty()) {
    Pattern::Loop &x = a.back(), &y = b.back();
    uint64_t count = std::min(x.count, y.count);
    if (x.count % count || y.count % count)
      return false;
    loops.push_back({count, x.stride, y.stride});
    for (auto *side : {&a, &b}) {
      Pattern::Loop &loop = side->back();
      loop.stride *= static_cast<int64_t>(count);
      loop.count /= count;
      if (loop.count == 1)
        side->pop_back();
    }
  }
  std::reverse(loops.begin(), loops.end());
  // What both sides walk as one run becomes one loop again.
  llvm::SmallVector<PairLoop, 8> merged;
  for (const PairLoop &loop : loops) {
    int64_t count = static_cast<int64_t>(loop.count);
    if (!merged.empty() && merged.back().to == loop.to * count &&
        merged.back().from == loop.from * count)
      merged.back() = {merged.back().count * loop.count, loop.to, loop.from};
    else
      merged.push_back(loop);
  }
  loops.assign(merged.begin(), merged.end());
  if (loops.empty())
    loops.push_back({1, to.elementBytes, to.elementBytes});
  return true;
}

namespace {
/// Walks one pattern element by element.
class Odometer {
public:
  explicit Odometer(const Pattern &pattern)
      : pattern(pattern), index(pattern.loops.size()) {}
  int64_t offset = 0;
  void next() {
    for (size_t i = pattern.loops.size(); i-- > 0;) {
      offset += pattern.loops[i].stride;
      if (++index[i] < pattern.loops[i].count)
        return;
      offset -= pattern.loops[i].stride *
                static_cast<int64_t>(pattern.loops[i].count);
      index[i] = 0;
    }
  }

private:
  const Pattern &pattern;
  llvm::SmallVector<uint64_t, 6> index;
};
} // namespace

void transfer(uint8_t *to, const Pattern &toPattern, const uint8_t *from,
              const Pattern &fromPattern, ThreadPool *threads) {
  unsigned size = toPattern.elementBytes;
  llvm::SmallVector<PairLoop, 8> loops;
  if (alignLoops(toPattern, fromPattern, loops))
    return copyInParts(to, from, loops, size, threads);
  Odometer a(toPattern), b(fromPattern);
  for (uint64_t i = 0, n = toPattern.elements(); i < n; ++i, a.next(), b.next())
    std::memcpy(to + a.offset, from + b.offset, size);
}

static Pattern densePattern(const Pattern &pattern) {
  Pattern dense;
  dense.elementBytes = pattern.elementBytes;
  dense.push(pattern.elements(), pattern.elementBytes);
  return dense;
}

void gather(const uint8_t *start, const Pattern &pattern, uint8_t *dense) {
  if (pattern.isDense())
    std::memcpy(dense, start, pattern.elements() * pattern.elementBytes);
  else
    transfer(dense, densePattern(pattern), start, pattern);
}

void scatter(uint8_t *start, const Pattern &pattern, const uint8_t *dense) {
  if (pattern.isDense())
    std::memcpy(start, dense, pattern.elements() * pattern.elementBytes);
  else
    transfer(start, pattern, dense, densePattern(pattern));
}

static void runs(int64_t offset, llvm::ArrayRef<Pattern::Loop> loops,
                 uint64_t bytes,
                 llvm::function_ref<void(int64_t, uint64_t)> callback) {
  if (loops.empty())
    return callback(offset, bytes);
  for (uint64_t i = 0; i < loops[0].count; ++i)
    runs(offset + loops[0].stride * static_cast<int64_t>(i), loops.drop_front(),
         bytes, callback);
}

void forEachRun(const Pattern &pattern,
                llvm::function_ref<void(int64_t, uint64_t)> callback) {
  llvm::ArrayRef<Pattern::Loop> loops(pattern.loops);
  uint64_t bytes = pattern.elementBytes;
  if (!loops.empty() && loops.back().stride == pattern.elementBytes) {
    bytes *= loops.back().count;
    loops = loops.drop_back();
  }
  runs(0, loops, bytes, callback);
}

} // namespace glia::interpreter
