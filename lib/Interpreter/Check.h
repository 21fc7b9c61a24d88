//===- Check.h - What --check watches -------------------------------------===//
//
// Poison: one bit per byte, set where nothing has been written; engines and
// casting DMA trap on it, a plain DMA carries it. Accumulation: a PSUM word is
// tagged with its last writer. Races: every access carries the clock of the
// stream or queue that made it, and two that conflict must be ordered by
// semaphores, queues or the stream itself.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_LIB_INTERPRETER_CHECK_H
#define GLIA_LIB_INTERPRETER_CHECK_H

#include "Core.h"
#include "Poison.h"
#include "Races.h"

namespace glia::interpreter {

class Checker {
public:
  Checker(Core &core, const ObjectImage &image);
  void reset();
  /// An input has been given.
  void defineInput(uint64_t offset, uint64_t bytes);

  /// Before an instruction runs. Errors: E3404, E3405, E3410.
  llvm::Error before(unsigned engine, const DecodedInstruction &instruction);
  /// After it ran. Errors: E3404, E3410 of rows that were gathered.
  llvm::Error after(const DecodedInstruction &instruction);
  /// The program has ended: outputs must be whole. Errors: E3404.
  llvm::Error finish();

  // Called by instructions.
  void acquire(unsigned semaphore, uint32_t value) {
    races.acquire(semaphore, value);
  }
  void release(unsigned semaphore, uint32_t value) {
    races.release(semaphore, value);
  }
  void releaseFromQueue(unsigned semaphore, uint32_t value) {
    races.releaseFromQueue(semaphore, value);
  }
  /// A queue's entry that was issued before ends now.
  void resumeQueue(unsigned engine, unsigned queue) {
    races.resumeQueue(engine, queue);
  }
  void subtract(unsigned semaphore, uint32_t value) {
    races.subtract(semaphore, value);
  }
  void write(unsigned semaphore, uint32_t value) {
    races.write(semaphore, value);
  }
  /// A gather reads the row at `offset` of HBM; errors come out of after().
  void gatherRow(const isa::DmaGather &gather, unsigned partition,
                 uint64_t offset, const Pattern &row);
  /// The same for a row that is written.
  void scatterRow(const isa::DmaScatter &scatter, unsigned partition,
                  uint64_t offset, const Pattern &row);

private:
  struct Place { // of an operand
    PoisonMap *map;
    uint64_t start;
    Pattern pattern;
  };
  Place place(const isa::OnChipOperand &operand);
  std::optional<Place> place(const isa::HbmOperand &operand);
  Place place(const isa::ScalarOperand &operand, unsigned partitions);
  llvm::Error checkRead(llvm::StringRef operand, const Place &place);
  llvm::Error checkReads(const DecodedInstruction &instruction);
  llvm::Error checkAccumulation(const isa::MultiplyMoving &multiply);
  llvm::Error recordAccesses(unsigned engine,
                             const DecodedInstruction &instruction);

  Core &core;
  const ObjectImage &image;
  PoisonMap sbuf, psum, hbm;
  /// Defined where a matrix product was the last to write.
  PoisonMap products;
  RaceDetector races;
  llvm::Error gatherError = llvm::Error::success();

public:
  uint32_t program = 0; // that runs, for messages
};

} // namespace glia::interpreter

#endif
