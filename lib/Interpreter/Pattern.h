//===- Pattern.h - Strided walks over operands ----------------------------===//
//
// An operand's pairs as a loop nest over bytes, with loops of one trip dropped
// and neighbours merged, so that the usual operand is one contiguous run.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_LIB_INTERPRETER_PATTERN_H
#define GLIA_LIB_INTERPRETER_PATTERN_H

#include "glia/ISA/Instructions.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <cstdint>

namespace glia::interpreter {

class ThreadPool;

/// Nested loops, outermost first; strides in bytes.
struct Pattern {
  struct Loop {
    uint64_t count;
    int64_t stride;
    bool operator==(const Loop &) const = default;
  };
  llvm::SmallVector<Loop, 6> loops;
  unsigned elementBytes = 1;

  /// Adds a loop inside the others, merging where it can.
  void push(uint64_t count, int64_t stride);
  uint64_t elements() const;
  bool isDense() const {
    return loops.empty() ||
           (loops.size() == 1 && loops[0].stride == elementBytes);
  }
  /// Bytes touched lie in [low, high) around the start.
  int64_t low() const;
  int64_t high() const;
  bool operator==(const Pattern &) const = default;
};

unsigned elementBytes(ElementType type);
/// The walk of one partition.
Pattern rowPattern(const isa::OnChipOperand &operand);
/// The whole walk of an HBM operand, from its base.
Pattern hbmPattern(const isa::HbmOperand &operand);
/// The whole walk of an on-chip operand: partitions, `rowStride` apart,
/// outermost.
Pattern onChipPattern(const isa::OnChipOperand &operand, uint64_t rowStride);

/// Copies the elements of `pattern` to dense bytes, and back.
void gather(const uint8_t *start, const Pattern &pattern, uint8_t *dense);
void scatter(uint8_t *start, const Pattern &pattern, const uint8_t *dense);
/// Copies element by element from one walk to another of as many elements of
/// the same size, in order. The two must not overlap.
void transfer(uint8_t *to, const Pattern &toPattern, const uint8_t *from,
              const Pattern &fromPattern, ThreadPool *threads = nullptr);
/// Calls with (offset, bytes) for each contiguous run.
void forEachRun(
    const Pattern &pattern,
    llvm::function_ref<void(int64_t offset, uint64_t bytes)> callback);

} // namespace glia::interpreter

#endif
