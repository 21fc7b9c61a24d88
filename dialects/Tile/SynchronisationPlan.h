//===- SynchronisationPlan.h - Which waits and signals a program needs ----===//
//
// Five streams run in order, sixteen DMA queues run in issue order, and all of
// them are otherwise unordered. Given the linear order that defines what the
// program means, the planner finds the fewest semaphore operations that keep
// every conflicting pair in that order. It knows bytes, not ops.
//
// One semaphore per (producer stream or queue, consumer stream): stream p to
// consumer c is 5p + c, queue q to consumer c is 32 + 5q + c. A stream adds 1, a
// DMA adds 16 when its bytes are visible (docs/Machine.md, section 2).
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_DIALECTS_TILE_SYNCHRONISATIONPLAN_H
#define GLIA_DIALECTS_TILE_SYNCHRONISATIONPLAN_H

#include "dialects/Tile/HazardTracker.h"
#include "llvm/ADT/SmallVector.h"
#include <memory>

namespace glia::tile {

inline constexpr unsigned numStreams = 5, numQueues = 16, numAgents = numStreams + numQueues;
inline constexpr unsigned dmaIncrement = 16;

constexpr unsigned streamSemaphore(unsigned producer, unsigned consumer) { return producer * numStreams + consumer; }
constexpr unsigned queueSignalBase(unsigned queue) { return 32 + queue * numStreams; }

struct SemaphoreValue {
  uint8_t semaphore;
  uint32_t value;
  bool operator==(const SemaphoreValue &) const = default;
};

/// What stands around one step of the linear order.
struct StepSynchronisation {
  llvm::SmallVector<SemaphoreValue, 2> waits; // before it, in its issuing stream
  uint8_t signalMask = 0;                     // bit c: tell consumer stream c when it is complete
};

struct SynchronisationPlan {
  std::vector<StepSynchronisation> steps;
  /// At the end of each stream: first the waits for its queues, then the subtractions that bring its semaphores back to zero.
  std::array<llvm::SmallVector<SemaphoreValue, 8>, numStreams> finalWaits, finalSubtractions;
  size_t numWaits = 0, numSignals = 0;
};

struct StepAccess {
  MemoryRegion region;
  bool isWrite;
};

class SynchronisationPlanner {
public:
  struct Options {
    int64_t sbufBytes, psumBytes, hbmBytes; // extents: per partition, per partition, of the image
    bool fullBarriers = false;              // every step waits for all earlier ones
  };
  explicit SynchronisationPlanner(const Options &options);

  /// The next step of the linear order; `queue` is -1 for what the stream's engine does itself.
  void add(unsigned stream, int queue, llvm::ArrayRef<StepAccess> accesses);
  SynchronisationPlan finish();

private:
  /// Per agent, how many of its steps are known to be complete.
  using Clock = std::array<uint32_t, numAgents>;
  struct Step {
    uint8_t agent, stream;
    uint32_t sequence; // from 1, in its agent
    Clock atEnd;       // what is complete when it is
  };
  bool isKnown(const Clock &clock, const Step &step) const { return clock[step.agent] >= step.sequence; }
  void collect(llvm::ArrayRef<StepAccess> accesses, unsigned agent);
  void waitFor(unsigned producer, unsigned stream, llvm::SmallVectorImpl<SemaphoreValue> &waits);

  Options options;
  HazardTracker sbuf, psum, hbm;
  std::vector<Step> steps;
  std::array<Clock, numStreams> known{};                     // by each stream, at its current end
  std::array<uint32_t, numAgents> length{};                  // steps so far
  std::array<int64_t, numAgents> lastOf;                     // step index, -1 none
  std::array<std::array<uint32_t, numStreams>, numAgents> signalled{};
  std::array<int64_t, numAgents> needed;                     // by the step being added: the latest step of each agent, -1 none
  SynchronisationPlan plan;
};

} // namespace glia::tile

#endif
