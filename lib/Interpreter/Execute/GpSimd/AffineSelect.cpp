//===- AffineSelect.cpp - Selects by an affine pattern --------------------===//
//
// The source is stored as by copy, then the fill over it, so that a fill never
// rounds.
//
//===----------------------------------------------------------------------===//
#include "lib/Interpreter/Elements.h"
#include "lib/Interpreter/Execute.h"
#include "lib/Interpreter/LogicalIndex.h"
#include "lib/Interpreter/Rows.h"

namespace glia::interpreter {

/// The source in the destination's type, all rows.
static std::vector<uint8_t> convertSource(Core &core,
                                          const isa::AffineSelect &x) {
  RowReader source(core, x.source, x.destination, 0);
  RowWriter writer(core, x.destination, {&x.source}, 2, storeRule(x));
  for (unsigned p = 0; p < x.destination.partitions; ++p) {
    if (x.source.type == x.destination.type)
      writer.storeBits(p, source.bits(p));
    else if (isInteger(x.source.type))
      writer.storeIntegers(p, x.source.type, source.bits(p));
    else
      writer.commitFloats(p, source.floats(p));
  }
  return readBits(core, x.destination);
}

llvm::Error execute(Core &core, const isa::AffineSelect &x) {
  AffineWalk walk = affineWalk(x.destination, static_cast<uint64_t>(x.offset),
                               {x.step0, x.step1, x.step2, x.step3, x.step4});
  std::vector<uint8_t> bits = convertSource(core, x);
  unsigned bytes = elementBytes(x.destination.type);
  for (uint64_t i = 0, n = elementCount(x.destination); i < n; ++i) {
    int64_t value = static_cast<int64_t>(walk.next());
    if (!numerics::alu(x.compare, value, int64_t(0)))
      std::memcpy(bits.data() + i * bytes, &x.fill, bytes); // little-endian
  }
  writeBits(core, x.destination, bits);
  return llvm::Error::success();
}

} // namespace glia::interpreter
