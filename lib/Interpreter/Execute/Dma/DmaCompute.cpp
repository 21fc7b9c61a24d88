//===- DmaCompute.cpp - Adds terms in HBM ---------------------------------===//
//
// As if all terms were read first, where they overlap the destination.
//
//===----------------------------------------------------------------------===//
#include "lib/Interpreter/Core.h"
#include "lib/Interpreter/Dma.h"
#include "lib/Interpreter/Execute.h"

namespace glia::interpreter {

llvm::Error execute(Core &core, const isa::DmaCompute &x) {
  Pattern pattern = hbmPattern(x.destination);
  llvm::Expected<uint8_t *> destination =
      core.resolve(x.destination, pattern, /*isWrite=*/true);
  if (!destination)
    return destination.takeError();
  llvm::Expected<uint8_t *> source =
      core.resolve(x.source, hbmPattern(x.source), /*isWrite=*/false);
  if (!source)
    return source.takeError();
  if (llvm::Error error =
          sumTerms(x.destination.type, *destination, pattern, x.source, *source,
                   transferRule(core, x, x.destination)))
    return error;
  return core.signal(x.signalBase, x.signalMask);
}

} // namespace glia::interpreter
