//===- DmaTransposeLoad.cpp - HBM to SBUF, transposed ---------------------===//
#include "lib/Interpreter/Core.h"
#include "lib/Interpreter/Dma.h"
#include "lib/Interpreter/Execute.h"

namespace glia::interpreter {

llvm::Error execute(Core &core, const isa::DmaTransposeLoad &x) {
  Pattern pattern = transposedPattern(x.source);
  llvm::Expected<uint8_t *> source =
      core.resolve(x.source, pattern, /*isWrite=*/false);
  if (!source)
    return source.takeError();
  if (llvm::Error error =
          moveElements(x.destination.type, core.start(x.destination),
                       onChipPattern(x.destination, core.sbuf.stride()),
                       x.source.type, *source, pattern))
    return error;
  return core.signal(x.signalBase, x.signalMask);
}

} // namespace glia::interpreter
