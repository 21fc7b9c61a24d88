//===- Transpose.cpp - Transposes partitions and elements -----------------===//
//
// Bit exact; bytes are widened. The data passes through the array, so the
// stationary matrix is lost: what follows must load it again.
//
//===----------------------------------------------------------------------===//
#include "lib/Interpreter/Execute.h"
#include "lib/Interpreter/Rows.h"

namespace glia::interpreter {

/// Elements of type From are stored as To.
template <typename From, typename To>
static void transposeBits(Core &core, const isa::Transpose &x) {
  RowReader reader(core, x.source, x.destination, 0);
  unsigned rows = x.source.partitions, columns = x.destination.partitions;
  To *transposed = core.scratch<To>(1, uint64_t(rows) * columns);
  for (unsigned p = 0; p < rows; ++p) {
    const From *row = reinterpret_cast<const From *>(reader.bits(p));
    for (unsigned f = 0; f < columns; ++f)
      transposed[size_t(f) * rows + p] = row[f];
  }
  RowWriter writer(core, x.destination, {}, 2);
  for (unsigned f = 0; f < columns; ++f)
    writer.storeBits(
        f, reinterpret_cast<const uint8_t *>(transposed + size_t(f) * rows));
}

llvm::Error execute(Core &core, const isa::Transpose &x) {
  switch (elementBytes(x.source.type)) {
  case 1:
    transposeBits<uint8_t, uint16_t>(core, x);
    break;
  case 2:
    transposeBits<uint16_t, uint16_t>(core, x);
    break;
  default:
    transposeBits<uint32_t, uint32_t>(core, x);
  }
  core.loseStationary();
  return llvm::Error::success();
}

} // namespace glia::interpreter
