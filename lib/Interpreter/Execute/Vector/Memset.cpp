//===- Memset.cpp - Fills with a bit pattern ------------------------------===//
//
// One row is made and stored in every partition.
//
//===----------------------------------------------------------------------===//
#include "lib/Interpreter/Execute.h"
#include "lib/Interpreter/Rows.h"

namespace glia::interpreter {

llvm::Error execute(Core &core, const isa::Memset &x) {
  RowWriter writer(core, x.destination, {}, 0);
  unsigned bytes = elementBytes(x.destination.type);
  uint8_t *row = core.scratch<uint8_t>(1, writer.elements() * bytes);
  for (uint64_t i = 0; i < writer.elements(); ++i)
    std::memcpy(row + i * bytes, &x.value, bytes); // little-endian
  for (unsigned p = 0; p < x.destination.partitions; ++p)
    writer.storeBits(p, row);
  return llvm::Error::success();
}

} // namespace glia::interpreter
