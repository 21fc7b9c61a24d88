//===- Timing.h - How long the machine would take -------------------------===//
//
// An event-driven run of the streams of all cores without data: in-order
// engines with an interval and a latency per instruction, semaphores with the
// time of each signal, DMA transfers that share engines and HBM. It steps
// streams by the same control functions as the functional executor, and never
// touches a value.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_LIB_INTERPRETER_TIMING_H
#define GLIA_LIB_INTERPRETER_TIMING_H

#include "Core.h"
#include "TimingProgram.h"
#include "glia/ISA/CollectiveCost.h"
#include "glia/Support/Error.h"
#include <optional>

namespace glia::interpreter {

/// What a trace shows, in order of creation.
struct TraceEvent {
  enum class Kind : uint8_t {
    instruction, // a slice on an engine or a queue
    wait,        // a slice on an engine: semaphore `number` below `value`
    semaphore    // semaphore `number` is `value` from `start` on
  };
  Kind kind = Kind::instruction;
  uint8_t track = 0;  // engines, then DMA queues
  uint8_t engine = 0; // whose pc it is
  uint8_t number = 0;
  uint16_t core = 0;
  isa::CollectiveAlgorithm algorithm{}; // of a collective
  isa::Opcode opcode{};
  uint32_t pc = 0, value = 0;
  double start = 0, duration = 0; // ns
  /// Of a wait: the slice whose signal ended it; 0: none.
  uint32_t signalledBy = 0;
};

/// One core as the model sees it; the core lends its streams. Without an entry
/// it is idle.
struct TimedCore {
  Core *core = nullptr;
  const DecodedProgram *program = nullptr;
  const TimingProgram *timing = nullptr;
  const Entry *entry = nullptr;
  unsigned chip = 0; // cores of a chip share its HBM
};

/// The costs of collectives, from who knows groups and algorithms.
class CollectiveTiming {
public:
  /// Each rank's entry is the first of its queue.
  struct Rank {
    unsigned core, queue;
  };
  struct Completion {
    double start = 0, done = 0;
    isa::CollectiveAlgorithm algorithm{};
    llvm::SmallVector<Rank, 16> ranks;
  };
  virtual ~CollectiveTiming() = default;
  /// A rank's collective could start at `ready`. Gives the times and all ranks
  /// once the last of them has come; the start is then the latest `ready`.
  /// Errors: E3420, E3421, as where values are computed.
  virtual llvm::Expected<std::optional<Completion>>
  issue(unsigned core, const DecodedInstruction &instruction, double ready) = 0;
  /// E3422 for the first collective that still lacks ranks, if there is one.
  virtual std::optional<GliaError> missingRanks() const = 0;
};

/// Counters are those of each core. Errors: traps of control instructions,
/// E3405, E3420 to E3422, E4400.
llvm::Error runTiming(llvm::ArrayRef<TimedCore> cores, const ObjectImage &image,
                      llvm::MutableArrayRef<Counters> counters,
                      CollectiveTiming *collectives,
                      std::vector<TraceEvent> *trace);

/// `programs`: of each core.
void writeTraceJson(llvm::raw_ostream &os, const ObjectImage &image,
                    llvm::ArrayRef<uint32_t> programs,
                    llvm::ArrayRef<TraceEvent> events);

} // namespace glia::interpreter

#endif
