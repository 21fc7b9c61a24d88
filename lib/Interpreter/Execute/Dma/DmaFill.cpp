//===- DmaFill.cpp - Fills HBM with a bit pattern -------------------------===//
#include "lib/Interpreter/Core.h"
#include "lib/Interpreter/Execute.h"

namespace glia::interpreter {

llvm::Error execute(Core &core, const isa::DmaFill &x) {
  Pattern pattern = hbmPattern(x.destination);
  llvm::Expected<uint8_t *> destination =
      core.resolve(x.destination, pattern, /*isWrite=*/true);
  if (!destination)
    return destination.takeError();
  Pattern value; // the one element, met again and again
  value.elementBytes = pattern.elementBytes;
  value.loops.push_back({pattern.elements(), 0});
  transfer(*destination, pattern,
           reinterpret_cast<const uint8_t *>(&x.value), // little-endian
           value);
  return core.signal(x.signalBase, x.signalMask);
}

} // namespace glia::interpreter
