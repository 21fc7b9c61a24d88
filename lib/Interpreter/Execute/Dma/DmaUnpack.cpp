//===- DmaUnpack.cpp - HBM to SBUF, from four bits ------------------------===//
#include "lib/Interpreter/Core.h"
#include "lib/Interpreter/Dma.h"
#include "lib/Interpreter/Execute.h"
#include "lib/Interpreter/Nibbles.h"

namespace glia::interpreter {

llvm::Error execute(Core &core, const isa::DmaUnpack &x) {
  Pattern pattern = hbmPattern(x.source);
  llvm::Expected<uint8_t *> source =
      core.resolve(x.source, pattern, /*isWrite=*/false);
  if (!source)
    return source.takeError();
  uint64_t n = x.destination.partitions * x.destination.elementsPerPartition();
  if (llvm::Error error = checkBuffered(n))
    return error;
  std::vector<uint8_t> packed(pattern.elements());
  gather(*source, pattern, packed.data());
  // Exact in both: integers as int8, floats as fp32.
  ElementType type = nibbleType(x.nibble);
  ElementType wide = isInteger(type) ? ElementType::i8 : ElementType::f32;
  std::vector<uint8_t> values(n * elementBytes(wide));
  if (isInteger(type))
    numerics::convertIntegers(type, packed.data(), wide, values.data(), n);
  else
    numerics::convert(type, packed.data(), wide, values.data(), n);
  storeElements(x.destination.type, core.start(x.destination),
                onChipPattern(x.destination, core.sbuf.stride()), wide,
                values.data(), transferRule(core, x, x.destination));
  return core.signal(x.signalBase, x.signalMask);
}

} // namespace glia::interpreter
