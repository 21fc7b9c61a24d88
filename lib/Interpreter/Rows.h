//===- Rows.h - Operands as rows of numbers -------------------------------===//
//
// Engines work row by row (one partition each). A row that is dense in the type
// wanted is used where it lies; any other is gathered and converted. Every
// instruction behaves as if it read its operands before it wrote: rows that
// overlap the destination otherwise than exactly are copied first.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_LIB_INTERPRETER_ROWS_H
#define GLIA_LIB_INTERPRETER_ROWS_H

#include "Core.h"
#include "glia/Support/StochasticRounding.h"

namespace glia::interpreter {

/// Reads an operand. `buffer` numbers the core's scratch that it may use.
class RowReader {
public:
  RowReader(Core &core, const isa::OnChipOperand &operand,
            const isa::OnChipOperand &destination, unsigned buffer);

  uint64_t elements() const { return count; }
  /// The row as fp32; valid until the next call.
  const float *floats(unsigned partition);
  /// The row's bits, dense.
  const uint8_t *bits(unsigned partition);
  /// The row as integers, as GpSimd reads them.
  const int32_t *integers32(unsigned partition);
  const int64_t *integers64(unsigned partition);

private:
  const uint8_t *dense(unsigned partition);

  Core &core;
  const isa::OnChipOperand &operand;
  Pattern pattern;
  uint64_t count;
  unsigned buffer;
  bool separate; // the row must be copied before the destination is written
  std::vector<uint8_t> snapshot; // all rows, dense; empty if not needed
};

/// How a store rounds: what the fields of an instruction say.
struct StoreRule {
  bool saturate = false;
  const isa::StochasticRounding *stochastic = nullptr; // null: nearest even
};
template <typename T>
StoreRule storeRule(const T &instruction) {
  return {instruction.saturate,
          instruction.rounding == isa::Rounding::stochastic
              ? &instruction.stochastic
              : nullptr};
}

/// Writes the destination.
class RowWriter {
public:
  /// `sources` are the operands that are read; the row is written in place
  /// only where none of them could notice.
  RowWriter(Core &core, const isa::OnChipOperand &destination,
            llvm::ArrayRef<const isa::OnChipOperand *> sources, unsigned buffer,
            StoreRule rule = {});

  uint64_t elements() const { return count; }
  /// Calls work(partition) for every row to write, on all threads where `cost`
  /// (in elements of a row) is worth it.
  template <typename Work>
  void forEachRow(uint64_t cost, Work work) {
    if (logicalIndex.empty())
      return core.forEachRow(operand.partitions, cost, work);
    // Stochastic rounding counts on from row to row.
    for (unsigned p = 0; p < operand.partitions; ++p)
      work(p);
  }
  /// Where to put the row's fp32 values; then commitFloats.
  float *floats(unsigned partition);
  void commitFloats(unsigned partition, const float *values);
  /// Writes dense elements of another type, through the integer conversion.
  void storeIntegers(unsigned partition, ElementType type, const void *values);
  /// Writes dense bits of the destination's type.
  void storeBits(unsigned partition, const uint8_t *dense);

private:
  /// fp32 to the destination's type, by the rule.
  void convertFloats(unsigned partition, const float *values, uint8_t *out);
  void prepareStochastic();

  Core &core;
  const isa::OnChipOperand &operand;
  Pattern pattern;
  uint64_t count;
  unsigned buffer;
  bool inPlace;
  StoreRule rule;
  // Only where the store rounds stochastically.
  numerics::StochasticKey key;
  std::vector<uint64_t> logicalIndex; // of the next row to write
  unsigned logicalPartition = 0;
};

} // namespace glia::interpreter

#endif
