//===- Transpose32.cpp - Transposes tiles of 32 x 32 ----------------------===//
//
// All rows are read before one is written.
//
//===----------------------------------------------------------------------===//
#include "lib/Interpreter/Execute.h"
#include "lib/Interpreter/Rows.h"

namespace glia::interpreter {

template <typename T>
static void transposeTiles(Core &core, const isa::Transpose32 &x) {
  RowReader source(core, x.source, {}, 0);
  RowWriter writer(core, x.destination, {&x.source}, 2);
  unsigned partitions = x.destination.partitions;
  uint64_t n = writer.elements();
  T *transposed = core.scratch<T>(3, partitions * n);
  for (unsigned p = 0; p < partitions; ++p) {
    const T *row = reinterpret_cast<const T *>(source.bits(p));
    unsigned quadrant = p / 32 * 32, lane = p % 32;
    for (uint64_t i = 0; i < n; ++i)
      transposed[(quadrant + i % 32) * n + i / 32 * 32 + lane] = row[i];
  }
  for (unsigned p = 0; p < partitions; ++p)
    writer.storeBits(p, reinterpret_cast<const uint8_t *>(transposed + p * n));
}

llvm::Error execute(Core &core, const isa::Transpose32 &x) {
  switch (elementBytes(x.source.type)) {
  case 1:
    transposeTiles<uint8_t>(core, x);
    break;
  case 2:
    transposeTiles<uint16_t>(core, x);
    break;
  default:
    transposeTiles<uint32_t>(core, x);
  }
  return llvm::Error::success();
}

} // namespace glia::interpreter
