//===- Search.cpp - Branch and bound over bottom-up placements ------------===//
//
// State: the least offset of every buffer that is not placed, given those that
// are. A node takes a buffer j such that no open neighbour can start below it,
// and either places it there, below all its open neighbours, or makes it wait
// until a neighbour ends. Bounds: what is open in a section must fit above the
// least offsets, and a buffer below which the rest no longer fits cannot be
// the next one. Sections in which that failed are looked at first.
//
//===----------------------------------------------------------------------===//
#include "Search.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <limits>

using namespace glia;
using namespace glia::allocator;

/// What a failure adds to the weight of its section; each run halves it.
static constexpr uint64_t failureWeight = 16;
static constexpr int64_t nowhere = std::numeric_limits<int64_t>::max();

Search::Search(const SectionProblem &problem)
    : capacity(problem.capacity), size(problem.size),
      alignment(problem.alignment), start(size.size(), 0),
      priority(size.size(), 0), sections(problem.sections.size()),
      places(size.size()) {
  for (unsigned s = 0; s < sections.size(); ++s)
    for (unsigned buffer : problem.sections[s]) {
      Section &section = sections[s];
      section.members.push_back({buffer, unsigned(places[buffer].size())});
      places[buffer].push_back({s, section.open++});
      section.openBytes += size[buffer];
    }
}

void Search::orderBuffers(const SearchStrategy &strategy) {
  uint64_t random = strategy.seed;
  for (unsigned i = 0; i < size.size(); ++i) {
    uint64_t height =
        uint64_t((static_cast<unsigned __int128>(size[i]) << 20) / capacity) +
        1;
    priority[i] = uint64_t(places[i].size()) << 21 | height;
    if (strategy.seed == 0)
      continue;
    random = random * 6364136223846793005u + 1442695040888963407u;
    priority[i] = priority[i] * (1024 + (random >> 40) % 1000) / 1024;
  }
}

void Search::enqueue(unsigned section) {
  if (!sections[section].queued) {
    sections[section].queued = true;
    queue.push_back(section);
  }
}

void Search::clearQueue() {
  for (unsigned section : queue)
    sections[section].queued = false;
  queue.clear();
}

bool Search::raise(unsigned buffer, int64_t atLeast) {
  if (atLeast <= start[buffer])
    return true;
  atLeast = int64_t(llvm::alignTo(uint64_t(atLeast), alignment[buffer]));
  if (atLeast > capacity - size[buffer])
    return false;
  trail.push_back({buffer, start[buffer], false});
  start[buffer] = atLeast;
  for (const Place &where : places[buffer])
    enqueue(where.section);
  return true;
}

void Search::place(unsigned buffer) {
  trail.push_back({buffer, 0, true});
  for (Place &where : places[buffer]) {
    Section &section = sections[where.section];
    unsigned last = --section.open;
    Member &moved = section.members[last];
    places[moved.buffer][moved.slot].index = where.index;
    std::swap(section.members[where.index], moved);
    where.index = last;
    section.openBytes -= size[buffer];
  }
}

void Search::undo(size_t mark) {
  while (trail.size() > mark) {
    Change change = trail.back();
    trail.pop_back();
    if (!change.placed) {
      start[change.buffer] = change.start;
      continue;
    }
    // Last placed, first taken back: it stands right behind the open ones.
    for (const Place &where : places[change.buffer]) {
      ++sections[where.section].open;
      sections[where.section].openBytes += size[change.buffer];
    }
  }
}

bool Search::propagate() {
  while (!queue.empty()) {
    unsigned next = queue.back();
    queue.pop_back();
    Section &section = sections[next];
    section.queued = false;
    if (!propagateSection(section)) {
      section.weight += failureWeight;
      clearQueue();
      return false;
    }
  }
  return true;
}

bool Search::propagateSection(const Section &section) {
  if (section.open == 0)
    return true;
  steps += section.open;
  items.clear();
  int64_t least = nowhere;
  for (const Member &member : open(section)) {
    int64_t from = start[member.buffer], bytes = size[member.buffer];
    items.push_back({from, from + bytes, bytes, member.buffer});
    least = std::min(least, from);
  }
  if (least > capacity - section.openBytes)
    return false;
  std::sort(items.begin(), items.end(), [](const Item &a, const Item &b) {
    return std::pair(a.start, a.buffer) < std::pair(b.start, b.buffer);
  });
  // What starts at or above an offset must fit above it.
  int64_t above = 0;
  for (size_t i = items.size(); i-- > 0;) {
    above += items[i].size;
    if (items[i].start > capacity - above)
      return false;
  }
  return raiseLateStarters(section.openBytes);
}

/// A buffer that would leave too little above it for all those that end above
/// its start, itself among them, is above the first of them that ends.
bool Search::raiseLateStarters(int64_t openBytes) {
  if (items.back().start <= capacity - openBytes)
    return true; // even the last one may come first
  byEnd.assign(items.begin(), items.end());
  std::sort(byEnd.begin(), byEnd.end(), [](const Item &a, const Item &b) {
    return std::pair(a.end, a.buffer) > std::pair(b.end, b.buffer);
  });
  sizeSum.assign(1, 0);
  for (const Item &item : byEnd)
    sizeSum.push_back(sizeSum.back() + item.size);
  for (const Item &item : items) {
    int64_t from = item.start;
    if (from <= capacity - openBytes)
      continue;
    while (true) {
      size_t later = std::partition_point(
                         byEnd.begin(), byEnd.end(),
                         [&](const Item &other) { return other.end > from; }) -
                     byEnd.begin();
      bool isItselfLater = item.end > from;
      int64_t others = sizeSum[later] - (isItselfLater ? item.size : 0);
      if (from <= capacity - item.size - others)
        break;
      if (others == 0)
        return false;
      const Item *first = &byEnd[later - 1];
      if (first->buffer == item.buffer)
        --first;
      from =
          int64_t(llvm::alignTo(uint64_t(first->end), alignment[item.buffer]));
    }
    if (!raise(item.buffer, from))
      return false;
  }
  return true;
}

unsigned Search::pickSection(unsigned begin, unsigned end) {
  unsigned best = begin;
  uint64_t bestScore = 0;
  for (unsigned s = begin; s < end; ++s) {
    const Section &section = sections[s];
    if (section.open == 0)
      continue;
    steps += section.open;
    uint64_t score = section.weight << 20;
    if (weighSlack) {
      int64_t least = nowhere;
      for (const Member &member : open(section))
        least = std::min(least, start[member.buffer]);
      int64_t slack = capacity - least - section.openBytes;
      score /= 1024 + uint64_t(static_cast<unsigned __int128>(slack) * 102400 /
                               capacity);
    }
    if (score > bestScore) {
      bestScore = score;
      best = s;
    }
  }
  return best;
}

/// The lowest of the section, then down to where no open neighbour can start
/// lower.
unsigned Search::pickBuffer(const Section &section) {
  auto comesFirst = [&](unsigned a, unsigned b) {
    if (start[a] != start[b])
      return start[a] < start[b];
    return priority[a] != priority[b] ? priority[a] > priority[b] : a < b;
  };
  unsigned best = section.members.front().buffer;
  for (const Member &member : open(section))
    if (comesFirst(member.buffer, best))
      best = member.buffer;
  while (true) {
    unsigned lower = best;
    for (const Place &where : places[best])
      for (const Member &member : open(sections[where.section]))
        if (start[member.buffer] < start[best] &&
            comesFirst(member.buffer, lower))
          lower = member.buffer;
    if (lower == best)
      return best;
    best = lower;
  }
}

/// Where the buffer could start if not at its least offset: it then lies on a
/// neighbour that is still open.
std::optional<int64_t> Search::nextSupport(unsigned buffer) {
  int64_t support = nowhere;
  for (const Place &where : places[buffer])
    for (const Member &member : open(sections[where.section]))
      if (member.buffer != buffer)
        support = std::min(support, endOf(member.buffer));
  if (support == nowhere)
    return std::nullopt;
  return support;
}

bool Search::placeBelowOthers(unsigned buffer) {
  place(buffer);
  for (const Place &where : places[buffer]) {
    Section &section = sections[where.section];
    enqueue(where.section);
    steps += section.open;
    for (const Member &member : open(section))
      if (!raise(member.buffer, endOf(buffer))) {
        section.weight += failureWeight;
        clearQueue();
        return false;
      }
  }
  return propagate();
}

/// Sections that no open buffer links are independent of each other.
bool Search::solveRange(unsigned begin, unsigned end) {
  while (begin < end) {
    if (sections[begin].open == 0) {
      ++begin;
      continue;
    }
    unsigned past = begin + 1;
    for (unsigned s = begin; s < past; ++s)
      for (const Member &member : open(sections[s]))
        past = std::max(past, places[member.buffer].back().section + 1);
    if (!solveComponent(begin, past))
      return false;
    begin = past;
  }
  return true;
}

bool Search::solveComponent(unsigned begin, unsigned end) {
  const size_t entered = trail.size();
  while (true) {
    if (nodesLeft == 0 || steps >= stepLimit) {
      stopped = true;
      return false;
    }
    --nodesLeft;
    unsigned buffer = pickBuffer(sections[pickSection(begin, end)]);
    const size_t mark = trail.size();
    if (placeBelowOthers(buffer) && solveRange(begin, end))
      return true;
    if (stopped)
      return false;
    undo(mark);
    std::optional<int64_t> support = nextSupport(buffer);
    if (!support || !raise(buffer, *support) || !propagate()) {
      clearQueue();
      undo(entered);
      return false;
    }
  }
}

SearchOutcome Search::run(const SearchStrategy &strategy, uint64_t maxNodes,
                          uint64_t &stepCount, uint64_t maxSteps) {
  undo(0);
  clearQueue();
  for (Section &section : sections)
    section.weight = 1 + (section.weight - 1) / 2;
  orderBuffers(strategy);
  weighSlack = strategy.weighSlack;
  nodesLeft = maxNodes;
  steps = stepCount;
  stepLimit = maxSteps;
  stopped = false;
  bool possible = true;
  if (!rooted) {
    for (unsigned s = 0; s < sections.size(); ++s)
      enqueue(s);
    possible = propagate();
    rooted = possible;
    trail.clear(); // holds for all runs
  }
  bool found = possible && solveRange(0, unsigned(sections.size()));
  stepCount = steps;
  return found     ? SearchOutcome::found
         : stopped ? SearchOutcome::limitReached
                   : SearchOutcome::ruledOut;
}
