//===- Shuffle32.cpp - Permutes the 32 lanes of each quadrant -------------===//
//
// All rows are read before one is written.
//
//===----------------------------------------------------------------------===//
#include "lib/Interpreter/Execute.h"
#include "lib/Interpreter/Rows.h"

namespace glia::interpreter {

llvm::Error execute(Core &core, const isa::Shuffle32 &x) {
  RowReader source(core, x.source, {}, 0);
  RowWriter writer(core, x.destination, {&x.source}, 2);
  unsigned partitions = x.destination.partitions;
  uint64_t bytes = writer.elements() * elementBytes(x.source.type);
  uint8_t *rows = core.scratch<uint8_t>(3, partitions * bytes);
  for (unsigned p = 0; p < partitions; ++p)
    std::memcpy(rows + p * bytes, source.bits(p), bytes);
  for (unsigned p = 0; p < partitions; ++p) {
    unsigned from = x.lanes.source[p % 32];
    if (from != isa::LanePermutation::leave)
      writer.storeBits(p, rows + (p / 32 * 32 + from) * bytes);
  }
  return llvm::Error::success();
}

} // namespace glia::interpreter
