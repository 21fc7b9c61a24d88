//===- Races.h - Are conflicting accesses ordered? ------------------------===//
//
// Happens-before over five streams and sixteen DMA queues, by vector clocks.
// Accesses are kept as rectangles (partitions x bytes), bucketed by address; a
// write that covers older ordered accesses replaces them.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_LIB_INTERPRETER_RACES_H
#define GLIA_LIB_INTERPRETER_RACES_H

#include "Pattern.h"
#include "llvm/ADT/DenseMap.h"
#include <array>
#include <deque>
#include <string>
#include <vector>

namespace glia::interpreter {

class RaceDetector {
public:
  static constexpr unsigned numStreams = 5, numQueues = 16,
                            numActors = numStreams + numQueues;

  struct Area {
    isa::Space space;
    unsigned firstPartition, partitions; // 0, 1 in HBM
    uint64_t start;                      // byte in the partition, or in HBM
    Pattern pattern;                     // within a partition, or in HBM
  };
  struct Access {
    unsigned actor;
    uint32_t clock, pc;
    bool isWrite;
    unsigned engine; // the stream that issued it
    Area area;
    uint64_t low, high;
  };

  void reset();
  /// The actor of the instruction to come: a stream, or a queue it issues to.
  void beginStream(unsigned engine);
  void beginDma(unsigned engine, unsigned queue);
  /// A transfer that was issued before ends now: the queue acts again.
  void resumeQueue(unsigned engine, unsigned queue);
  /// Records an access of the current actor; the conflicting one, if it is not
  /// ordered before.
  const Access *access(Area area, bool isWrite, uint32_t pc);

  void acquire(unsigned semaphore, uint32_t value);
  void release(unsigned semaphore, uint32_t value);
  void releaseFromQueue(unsigned semaphore, uint32_t value);
  void subtract(unsigned semaphore, uint32_t value);
  void write(unsigned semaphore, uint32_t value);

private:
  using Clock = std::array<uint32_t, numActors>;
  struct Signal {
    uint64_t total; // added so far, this one included
    Clock clock;    // of who gave it, and of all signals before it
  };
  struct Semaphore {
    std::deque<Signal> signals;
    uint64_t added = 0, subtracted = 0;
  };
  void addSignal(unsigned semaphore, uint32_t value, unsigned actor);
  const Access *visitBucket(uint64_t key, const Access &access, bool insert);

  std::array<Clock, numActors> clocks{};
  std::array<Semaphore, 256> semaphores;
  unsigned actor = 0, engine = 0;
  llvm::DenseMap<uint64_t, std::vector<Access>> buckets;
  Access found;
};

/// "the vector stream", "queue 3 of the sync stream".
std::string describeActor(const RaceDetector::Access &access);

} // namespace glia::interpreter

#endif
