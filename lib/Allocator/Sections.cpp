//===- Sections.cpp - The timeline as sets of buffers that live together --===//
//
// One sweep over births and deaths: a set of live buffers is maximal where a
// death follows a birth.
//
//===----------------------------------------------------------------------===//
#include "Sections.h"
#include <algorithm>
#include <numeric>
#include <optional>
#include <set>

using namespace glia;
using namespace glia::allocator;

using Section = std::vector<unsigned>;

/// Leaves out sections that a neighbour contains.
static void dropContained(std::vector<Section> &sections) {
  std::vector<Section> kept;
  for (size_t i = 0; i < sections.size(); ++i) {
    const Section &section = sections[i];
    auto isWithin = [&](const Section &other) {
      return std::includes(other.begin(), other.end(), section.begin(),
                           section.end());
    };
    if ((i + 1 < sections.size() && isWithin(sections[i + 1])) ||
        (!kept.empty() && isWithin(kept.back())))
      continue;
    kept.push_back(std::move(sections[i]));
  }
  sections = std::move(kept);
}

bool allocator::formSections(llvm::ArrayRef<PlacementBuffer> buffers,
                             std::vector<Section> &sections) {
  struct Event {
    int64_t time;
    bool birth; // deaths at a time come first
    unsigned buffer;
  };
  std::vector<Event> events;
  for (unsigned i = 0; i < buffers.size(); ++i) {
    int64_t from = buffers[i].life.lower;
    auto add = [&](int64_t to) {
      if (from < to) {
        events.push_back({from, true, i});
        events.push_back({to, false, i});
      }
    };
    for (const LifeSpan &gap : buffers[i].gaps) {
      add(gap.lower);
      from = gap.upper;
    }
    add(buffers[i].life.upper);
  }
  std::sort(events.begin(), events.end(), [](const Event &a, const Event &b) {
    return std::tuple(a.time, a.birth, a.buffer) <
           std::tuple(b.time, b.birth, b.buffer);
  });

  std::set<unsigned> live;
  size_t members = 0;
  bool born = false;
  for (const Event &event : events) {
    if (event.birth) {
      live.insert(event.buffer);
      born = true;
      continue;
    }
    if (born) {
      members += live.size();
      if (members > maxMembers)
        return false;
      sections.emplace_back(live.begin(), live.end());
      born = false;
    }
    live.erase(event.buffer);
  }
  dropContained(sections);
  return true;
}

/// The one buffer of `a` that `b` has not; nothing if there are more.
static std::optional<unsigned> onlyIn(const Section &a, const Section &b) {
  std::optional<unsigned> found;
  auto other = b.begin();
  for (unsigned member : a) {
    while (other != b.end() && *other < member)
      ++other;
    if (other != b.end() && *other == member)
      continue;
    if (found)
      return std::nullopt;
    found = member;
  }
  return found;
}

/// False if a section has both: they cannot share an offset.
static bool replace(std::vector<Section> &sections, unsigned from,
                    unsigned to) {
  for (Section &section : sections) {
    auto place = std::lower_bound(section.begin(), section.end(), from);
    if (place == section.end() || *place != from)
      continue;
    section.erase(place);
    auto target = std::lower_bound(section.begin(), section.end(), to);
    if (target != section.end() && *target == to)
      return false;
    section.insert(target, to);
  }
  return true;
}

bool allocator::mergeForced(SectionProblem &problem,
                            std::vector<unsigned> &representative) {
  representative.resize(problem.size.size());
  std::iota(representative.begin(), representative.end(), 0);
  std::vector<Section> &sections = problem.sections;
  std::vector<size_t> full;
  for (size_t s = 0; s < sections.size(); ++s) {
    int64_t sum = 0;
    for (unsigned member : sections[s])
      sum += problem.size[member];
    if (sum == problem.capacity)
      full.push_back(s);
  }
  // All pairs where that is cheap, else neighbours.
  const size_t window = full.size() <= 256 ? full.size() : 1;
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t i = 0; i < full.size(); ++i)
      for (size_t j = i + 1; j < full.size() && j - i <= window; ++j) {
        const Section &a = sections[full[i]], &b = sections[full[j]];
        if (a.size() != b.size())
          continue;
        std::optional<unsigned> kept = onlyIn(a, b), gone = onlyIn(b, a);
        if (!kept || !gone)
          continue;
        int64_t alignment =
            std::max(problem.alignment[*kept], problem.alignment[*gone]);
        if (alignment % problem.alignment[*kept] != 0 ||
            alignment % problem.alignment[*gone] != 0)
          continue;
        problem.alignment[*kept] = alignment;
        for (unsigned &other : representative)
          if (other == *gone)
            other = *kept;
        if (!replace(sections, *gone, *kept))
          return false;
        changed = true;
      }
  }
  dropContained(sections);
  return true;
}
