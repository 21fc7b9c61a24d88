//===- Races.h - Are conflicting accesses ordered? ------------------------===//
//
// Happens-before over the streams and DMA queues of one or several cores, by
// vector clocks. Actors are numbered core by core: five streams, then sixteen
// queues.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_LIB_INTERPRETER_RACES_H
#define GLIA_LIB_INTERPRETER_RACES_H

#include "AccessRecords.h"
#include "llvm/Support/Error.h"
#include <array>
#include <deque>
#include <string>

namespace glia::interpreter {

class RaceDetector {
public:
  static constexpr unsigned numStreams = 5, numQueues = 16,
                            actorsPerCore = numStreams + numQueues,
                            semaphoresPerCore = 256;

  explicit RaceDetector(unsigned cores = 1);
  void reset();
  /// The actor of the instruction to come: a stream, or a queue it issues to.
  void beginStream(unsigned core, unsigned engine);
  void beginDma(unsigned core, unsigned engine, unsigned queue);
  /// A transfer that was issued before ends now: the queue acts again.
  void resumeQueue(unsigned core, unsigned engine, unsigned queue);
  /// Of several cores?
  bool isShared() const { return clocks.size() > actorsPerCore; }
  /// Queues (core, number) that end together have seen what each has done.
  void meetQueues(llvm::ArrayRef<std::pair<unsigned, unsigned>> queues);
  /// Records an access of the current actor; the conflicting one, if it is not
  /// ordered before. Errors: E4404.
  llvm::Expected<const AccessRecord *> access(AccessArea area, bool isWrite,
                                              uint32_t program, uint32_t pc);

  // Errors of all: E3410 where signals of several producers, which nothing
  // orders, could satisfy one wait.
  llvm::Error acquire(unsigned core, unsigned semaphore, uint32_t value);
  llvm::Error release(unsigned core, unsigned semaphore, uint32_t value);
  void subtract(unsigned core, unsigned semaphore, uint32_t value);
  void write(unsigned core, unsigned semaphore, uint32_t value);
  /// "vector", "DMA queue 3"; with several cores, "core 1 vector".
  std::string describeActor(unsigned actor) const;
  /// The stream has ended; it will not race with anything to come.
  void halt(unsigned core, unsigned engine);

private:
  /// Somebody's step, to be compared with clocks.
  struct Moment {
    unsigned actor = 0;
    uint32_t clock = 0;
    bool isSeenBy(const VectorClock &now) const { return clock <= now[actor]; }
  };
  struct Signal {
    uint64_t total; // added so far, this one included
    Moment giver;
    VectorClock own, clock; // of the giver; and of all signals before it, too
  };
  struct Semaphore {
    std::deque<Signal> signals;
    uint64_t added = 0, subtracted = 0;
    bool isShared = false;     // signals of several givers are there
    bool wasWaitedFor = false; // then the last wait, and whose signals it took
    Moment waiter;
    llvm::SmallVector<Moment, 2> taken;
  };
  Semaphore &at(unsigned core, unsigned number) {
    return semaphores[core * semaphoresPerCore + number];
  }
  VectorClock &now() { return clocks[actor]; }
  llvm::Error ambiguous(unsigned number, unsigned first, unsigned second) const;
  llvm::Error collect();

  std::vector<VectorClock> clocks;
  std::vector<bool> halted;
  std::vector<Semaphore> semaphores;
  AccessRecords records;
  unsigned actor = 0, core = 0, engine = 0;
};

} // namespace glia::interpreter

#endif
