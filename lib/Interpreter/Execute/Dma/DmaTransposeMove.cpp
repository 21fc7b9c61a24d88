//===- DmaTransposeMove.cpp - SBUF to SBUF, transposed --------------------===//
//
// As if the source were read first, where the two overlap.
//
//===----------------------------------------------------------------------===//
#include "lib/Interpreter/Core.h"
#include "lib/Interpreter/Dma.h"
#include "lib/Interpreter/Execute.h"

namespace glia::interpreter {

llvm::Error execute(Core &core, const isa::DmaTransposeMove &x) {
  if (llvm::Error error =
          moveElements(x.destination.type, core.start(x.destination),
                       onChipPattern(x.destination, core.sbuf.stride()),
                       x.source.type, core.start(x.source),
                       transposedPattern(x.source, core.sbuf.stride())))
    return error;
  return core.signal(x.signalBase, x.signalMask);
}

} // namespace glia::interpreter
