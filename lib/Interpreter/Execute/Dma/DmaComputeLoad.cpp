//===- DmaComputeLoad.cpp - Adds terms of HBM into SBUF -------------------===//
#include "lib/Interpreter/Core.h"
#include "lib/Interpreter/Dma.h"
#include "lib/Interpreter/Execute.h"

namespace glia::interpreter {

llvm::Error execute(Core &core, const isa::DmaComputeLoad &x) {
  llvm::Expected<uint8_t *> source =
      core.resolve(x.source, hbmPattern(x.source), /*isWrite=*/false);
  if (!source)
    return source.takeError();
  if (llvm::Error error =
          sumTerms(x.destination.type, core.start(x.destination),
                   onChipPattern(x.destination, core.sbuf.stride()), x.source,
                   *source, transferRule(core, x, x.destination)))
    return error;
  return core.signal(x.signalBase, x.signalMask);
}

} // namespace glia::interpreter
