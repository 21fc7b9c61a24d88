//===- Check.h - What --check watches -------------------------------------===//
//
// Poison: one bit per byte, set where nothing has been written; engines and
// casting DMA trap on it, a plain DMA and a collective that only moves carry
// it. An operand in another core's memory is watched by that core's maps (such
// cores run one by one). Accumulation: a PSUM word is
// tagged with its last writer. Races: every access carries the clock of the
// stream or queue that made it, and two that conflict must be ordered by
// semaphores, queues or the stream itself. Values outside of what hardware's
// functions are good for are warnings.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_LIB_INTERPRETER_CHECK_H
#define GLIA_LIB_INTERPRETER_CHECK_H

#include "Core.h"
#include "HardwareRanges.h"
#include "Poison.h"
#include "Races.h"
#include "glia/Support/Error.h"

namespace glia::interpreter {

struct Arrival;

class Checker {
public:
  /// Errors: E4401.
  static llvm::Expected<std::unique_ptr<Checker>>
  create(Core &core, const ObjectImage &image);
  void reset();
  /// After reset(): cores that reach each other's memory share one detector.
  void shareRaces(std::shared_ptr<RaceDetector> shared);
  /// An input has been given.
  void defineInput(uint64_t offset, uint64_t bytes);

  /// Before an instruction runs. Errors: E3404, E3410, E3411, E4404.
  llvm::Error before(unsigned engine, const DecodedInstruction &instruction);
  /// After it ran. Errors: what the hooks below found.
  llvm::Error after(const DecodedInstruction &instruction);
  /// The program has ended: outputs must be whole and semaphores zero. Errors:
  /// E3404, E3412.
  llvm::Error finish(const Entry &entry);
  /// Of the last run.
  std::vector<std::string> warnings() const { return ranges.warnings(); }

  // Called by instructions; their errors come out of after().
  void acquire(unsigned semaphore, uint32_t value) {
    note(races->acquire(actorCore, semaphore, value));
  }
  void release(unsigned semaphore, uint32_t value) {
    note(races->release(actorCore, semaphore, value));
  }
  void releaseFromQueue(unsigned semaphore, uint32_t value) {
    release(semaphore, value);
  }
  /// A queue's entry that was issued before ends now.
  void resumeQueue(unsigned engine, unsigned queue) {
    races->resumeQueue(actorCore, engine, queue);
  }
  /// The ranks of a collective: what each has done, all have seen now.
  static void meetQueues(llvm::ArrayRef<std::pair<Checker *, unsigned>> queues);
  void subtract(unsigned semaphore, uint32_t value) {
    races->subtract(actorCore, semaphore, value);
  }
  void write(unsigned semaphore, uint32_t value) {
    races->write(actorCore, semaphore, value);
  }
  /// A gather reads the row at an address of its owner's HBM.
  void gatherRow(const isa::DmaGather &gather, unsigned partition,
                 const uint8_t *start, const Pattern &row);
  /// The same for a row that is written.
  void scatterRow(const isa::DmaScatter &scatter, unsigned partition,
                  const uint8_t *start, const Pattern &row);
  /// An instruction with `skip` writes these elements, partition by partition,
  /// and leaves the others as they are.
  void defineTaken(const isa::OnChipOperand &destination,
                   const std::vector<bool> &taken);
  /// All ranks of a collective have come: poison moves with what moves; a sum
  /// is defined, for its terms were when they were issued.
  static void finishCollective(llvm::ArrayRef<Arrival> ranks);

private:
  Checker(Core &core, const ObjectImage &image) : core(core), image(image) {}

  struct Place {    // of an operand
    Checker *owner; // of the memory
    PoisonMap *map;
    uint64_t start;
    Pattern pattern;
  };
  // In this core's memory.
  Place place(const isa::OnChipOperand &operand);
  std::optional<Place> place(const isa::HbmOperand &operand,
                             const Stream &stream);
  static Place place(const Arrival &rank, const uint8_t *start,
                     const Pattern &pattern);
  Place place(const isa::ScalarOperand &operand, unsigned partitions);
  llvm::Error checkRead(llvm::StringRef operand, const Place &place);
  llvm::Error checkReads(const DecodedInstruction &instruction);
  llvm::Error checkAccumulation(const isa::Instruction &instruction);
  llvm::Error checkAccumulators(const DecodedInstruction &instruction) const;
  /// Places of an access: one, or one for each of its rows; none where the
  /// instruction itself will trap.
  void forEachPlace(const isa::Instruction &instruction,
                    const isa::Access &access,
                    llvm::function_ref<void(const Place &)> callback);
  llvm::Error recordAccesses(unsigned engine,
                             const DecodedInstruction &instruction);
  llvm::Error recordAccess(isa::Access access,
                           const DecodedInstruction &instruction);
  std::optional<AccessArea> area(isa::Access access,
                                 const isa::Instruction &instruction);
  llvm::Error race(isa::Access access, const AccessRecord &other) const;
  /// Whose memory it is.
  unsigned coreOf(const isa::Instruction &instruction,
                  const isa::Access &access) const;
  /// The checker of a core, or of this one for selfCore; null if the run has
  /// no such core.
  Checker *checkerOf(uint32_t number);
  std::string describeInstruction(const AccessRecord &access) const;
  void carryPoison(const isa::Instruction &instruction);
  void note(llvm::Error error);
  llvm::Error takePending();

  Core &core;
  const ObjectImage &image;
  PoisonMap sbuf, psum, hbm;
  /// Defined where a matrix product was the last to write.
  PoisonMap products;
  std::shared_ptr<RaceDetector> races;
  HardwareRanges ranges;
  /// Lanes of each engine's row accumulators that were written.
  std::array<std::bitset<numPartitions>, numEngines> accumulators;
  unsigned actorCore = 0; // of the core's actors in the detector
  bool started = false;
  std::optional<GliaError> pending; // of the instruction that runs

public:
  uint32_t program = 0; // that runs, for messages
};

/// Partitions that a scalar operand has values for.
unsigned scalarPartitions(const isa::Instruction &instruction);

} // namespace glia::interpreter

#endif
