//===- Replace8.cpp - Replaces eight values in each row -------------------===//
//
// What is not replaced keeps its bits.
//
//===----------------------------------------------------------------------===//
#include "lib/Interpreter/Execute.h"
#include "lib/Interpreter/Occurrences.h"
#include "lib/Interpreter/Rows.h"

namespace glia::interpreter {

llvm::Error execute(Core &core, const isa::Replace8 &x) {
  RowReader source(core, x.source, x.destination, 0),
      values(core, x.values, x.destination, 1);
  RowWriter writer(core, x.destination, {&x.source, &x.values}, 2);
  unsigned bytes = elementBytes(x.source.type);
  uint64_t n = writer.elements();
  auto replacements = core.scalars(x.replacement, x.source.partitions);
  for (unsigned p = 0; p < x.source.partitions; ++p) {
    auto found = findOccurrences(source.floats(p), n, values.floats(p));
    uint8_t *row = core.scratch<uint8_t>(3, n * bytes);
    std::memcpy(row, source.bits(p), n * bytes);
    for (uint64_t at : found)
      if (at != noOccurrence)
        numerics::convert(ElementType::f32, &replacements[p], x.source.type,
                          row + at * bytes, 1);
    writer.storeBits(p, row);
  }
  return llvm::Error::success();
}

} // namespace glia::interpreter
