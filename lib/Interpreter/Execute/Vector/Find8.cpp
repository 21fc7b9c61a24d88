//===- Find8.cpp - Finds the indices of eight values in each row ----------===//
#include "lib/Interpreter/Execute.h"
#include "lib/Interpreter/Occurrences.h"
#include "lib/Interpreter/Rows.h"

namespace glia::interpreter {

llvm::Error execute(Core &core, const isa::Find8 &x) {
  RowReader source(core, x.source, x.destination, 0),
      values(core, x.values, x.destination, 1);
  RowWriter writer(core, x.destination, {&x.source, &x.values}, 2);
  unsigned bytes = elementBytes(x.destination.type);
  for (unsigned p = 0; p < x.source.partitions; ++p) {
    auto found =
        findOccurrences(source.floats(p), source.elements(), values.floats(p));
    std::array<uint8_t, 8 * sizeof(uint32_t)> indices;
    for (unsigned j = 0; j < 8; ++j) // none is all ones in every width
      std::memcpy(indices.data() + j * bytes, &found[j], bytes);
    writer.storeBits(p, indices.data());
  }
  return llvm::Error::success();
}

} // namespace glia::interpreter
