//===- DmaTransposeStore.cpp - SBUF to HBM, transposed --------------------===//
#include "lib/Interpreter/Core.h"
#include "lib/Interpreter/Dma.h"
#include "lib/Interpreter/Execute.h"

namespace glia::interpreter {

llvm::Error execute(Core &core, const isa::DmaTransposeStore &x) {
  Pattern pattern = hbmPattern(x.destination);
  llvm::Expected<uint8_t *> destination =
      core.resolve(x.destination, pattern, /*isWrite=*/true);
  if (!destination)
    return destination.takeError();
  if (llvm::Error error =
          moveElements(x.destination.type, *destination, pattern, x.source.type,
                       core.start(x.source),
                       transposedPattern(x.source, core.sbuf.stride())))
    return error;
  return core.signal(x.signalBase, x.signalMask);
}

} // namespace glia::interpreter
