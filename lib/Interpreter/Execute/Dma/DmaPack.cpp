//===- DmaPack.cpp - SBUF to HBM, to four bits ----------------------------===//
#include "lib/Interpreter/Core.h"
#include "lib/Interpreter/Dma.h"
#include "lib/Interpreter/Execute.h"
#include "lib/Interpreter/Nibbles.h"

namespace glia::interpreter {

llvm::Error execute(Core &core, const isa::DmaPack &x) {
  Pattern to = hbmPattern(x.destination),
          from = onChipPattern(x.source, core.sbuf.stride());
  llvm::Expected<uint8_t *> destination =
      core.resolve(x.destination, to, /*isWrite=*/true);
  if (!destination)
    return destination.takeError();
  uint64_t n = from.elements();
  if (llvm::Error error = checkBuffered(n))
    return error;
  std::vector<uint8_t> values(n * from.elementBytes), packed((n + 1) / 2);
  gather(core.start(x.source), from, values.data());
  ElementType type = nibbleType(x.nibble);
  if (isInteger(type) && isInteger(x.source.type))
    numerics::convertIntegers(x.source.type, values.data(), type, packed.data(),
                              n);
  else
    numerics::convert(x.source.type, values.data(), type, packed.data(), n);
  scatter(*destination, to, packed.data());
  return core.signal(x.signalBase, x.signalMask);
}

} // namespace glia::interpreter
