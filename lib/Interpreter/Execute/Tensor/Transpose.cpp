//===- Transpose.cpp - Transposes partitions and elements -----------------===//
//
// Bit exact. The data passes through the array, so the stationary matrix is
// lost: what follows must load it again.
//
//===----------------------------------------------------------------------===//
#include "lib/Interpreter/Execute.h"
#include "lib/Interpreter/Rows.h"

namespace glia::interpreter {

template <typename T>
static void transposeBits(Core &core, const isa::Transpose &x) {
  RowReader reader(core, x.source, x.destination, 0);
  unsigned rows = x.source.partitions, columns = x.destination.partitions;
  T *transposed = core.scratch<T>(1, uint64_t(rows) * columns);
  for (unsigned p = 0; p < rows; ++p) {
    const T *row = reinterpret_cast<const T *>(reader.bits(p));
    for (unsigned f = 0; f < columns; ++f)
      transposed[size_t(f) * rows + p] = row[f];
  }
  RowWriter writer(core, x.destination, {}, 2);
  for (unsigned f = 0; f < columns; ++f)
    writer.storeBits(
        f, reinterpret_cast<const uint8_t *>(transposed + size_t(f) * rows));
}

llvm::Error execute(Core &core, const isa::Transpose &x) {
  if (elementBytes(x.source.type) == 4)
    transposeBits<uint32_t>(core, x);
  else
    transposeBits<uint16_t>(core, x);
  core.stationary.m = core.stationary.k = 0;
  return llvm::Error::success();
}

} // namespace glia::interpreter
