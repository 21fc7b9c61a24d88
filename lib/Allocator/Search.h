//===- Search.h - Branch and bound over bottom-up placements --------------===//
//
// One component of the timeline. The search looks only at placements in which
// no buffer could move down alone: if there is any placement, there is one of
// these. docs/Rationale/Allocation.md has the design.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_LIB_ALLOCATOR_SEARCH_H
#define GLIA_LIB_ALLOCATOR_SEARCH_H

#include "Sections.h"
#include <optional>

namespace glia::allocator {

enum class SearchOutcome { found, ruledOut, limitReached };

struct SearchStrategy {
  bool weighSlack = true; // sections with little room to spare come first
  /// Disturbs the order among buffers, long-lived ones first, if not 0.
  uint64_t seed = 0;
};

class Search {
public:
  explicit Search(const SectionProblem &problem);

  /// Starts from the top; what earlier runs learnt about which sections are
  /// hard is kept, and fades. `steps` counts up to maxSteps over all runs.
  SearchOutcome run(const SearchStrategy &strategy, uint64_t maxNodes,
                    uint64_t &steps, uint64_t maxSteps);
  /// After `found`.
  llvm::ArrayRef<int64_t> offsets() const { return start; }

private:
  struct Member {
    unsigned buffer, slot; // number of the section among the buffer's
  };
  struct Section {
    std::vector<Member> members; // those not placed yet come first
    unsigned open = 0;           // how many those are
    int64_t openBytes = 0;
    uint64_t weight = 1; // failures seen here
    bool queued = false;
  };
  struct Place {
    unsigned section, index; // index of the buffer in the section's members
  };
  struct Change {
    unsigned buffer;
    int64_t start; // before; of a placed buffer, nothing
    bool placed;
  };
  struct Item {
    int64_t start, end, size;
    unsigned buffer;
  };

  int64_t endOf(unsigned buffer) const { return start[buffer] + size[buffer]; }
  llvm::ArrayRef<Member> open(const Section &section) const {
    return llvm::ArrayRef(section.members).take_front(section.open);
  }
  void orderBuffers(const SearchStrategy &strategy);
  void enqueue(unsigned section);
  void clearQueue();
  bool raise(unsigned buffer, int64_t atLeast);
  void place(unsigned buffer);
  bool placeBelowOthers(unsigned buffer);
  void undo(size_t mark);
  bool propagate();
  bool propagateSection(const Section &section);
  bool raiseLateStarters(int64_t openBytes);
  unsigned pickSection(unsigned begin, unsigned end);
  unsigned pickBuffer(const Section &section);
  std::optional<int64_t> nextSupport(unsigned buffer);
  bool solveRange(unsigned begin, unsigned end);
  bool solveComponent(unsigned begin, unsigned end);

  const int64_t capacity;
  std::vector<int64_t> size, alignment;
  std::vector<int64_t> start; // least offset; the offset, once placed
  std::vector<uint64_t> priority;
  std::vector<Section> sections;
  std::vector<std::vector<Place>> places; // by buffer, in order of sections
  std::vector<Change> trail;
  std::vector<unsigned> queue;
  std::vector<Item> items;      // of the section that is propagated, by start
  std::vector<Item> byEnd;      // the same, highest end first
  std::vector<int64_t> sizeSum; // of the first k of byEnd
  bool weighSlack = true, stopped = false, rooted = false;
  uint64_t nodesLeft = 0, steps = 0, stepLimit = 0;
};

} // namespace glia::allocator

#endif
