//===- DmaCopy.cpp - HBM to HBM -------------------------------------------===//
//
// As if the source were read first, where the two overlap.
//
//===----------------------------------------------------------------------===//
#include "lib/Interpreter/Core.h"
#include "lib/Interpreter/Dma.h"
#include "lib/Interpreter/Execute.h"

namespace glia::interpreter {

llvm::Error execute(Core &core, const isa::DmaCopy &x) {
  Pattern to = hbmPattern(x.destination), from = hbmPattern(x.source);
  llvm::Expected<uint8_t *> destination =
      core.resolve(x.destination, to, /*isWrite=*/true);
  if (!destination)
    return destination.takeError();
  llvm::Expected<uint8_t *> source =
      core.resolve(x.source, from, /*isWrite=*/false);
  if (!source)
    return source.takeError();
  if (llvm::Error error =
          moveElements(x.destination.type, *destination, to, x.source.type,
                       *source, from, transferRule(core, x, x.destination)))
    return error;
  return core.signal(x.signalBase, x.signalMask);
}

} // namespace glia::interpreter
