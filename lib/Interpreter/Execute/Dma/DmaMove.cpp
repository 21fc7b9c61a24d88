//===- DmaMove.cpp - SBUF to SBUF -----------------------------------------===//
//
// As if the source were read first, where the two overlap.
//
//===----------------------------------------------------------------------===//
#include "glia/Support/Error.h"
#include "lib/Interpreter/Core.h"
#include "lib/Interpreter/Dma.h"
#include "lib/Interpreter/Execute.h"

namespace glia::interpreter {

/// Rows of partitions interleave in host memory, so their hulls say little.
static bool areApart(const isa::OnChipOperand &a, const isa::OnChipOperand &b) {
  ByteRange x = byteRange(a), y = byteRange(b);
  return a.startPartition + a.partitions <= b.startPartition ||
         b.startPartition + b.partitions <= a.startPartition ||
         x.high <= y.low || y.high <= x.low;
}

llvm::Error execute(Core &core, const isa::DmaMove &x) {
  llvm::Expected<Core *> to = core.onChipCore(x.destinationCore);
  if (!to)
    return to.takeError();
  llvm::Expected<Core *> from = core.onChipCore(x.sourceCore);
  if (!from)
    return from.takeError();
  TransferRule rule = transferRule(core, x, x.destination);
  rule.areApart = *to == *from && areApart(x.destination, x.source);
  if (llvm::Error error = moveElements(
          x.destination.type, (*to)->start(x.destination),
          onChipPattern(x.destination, (*to)->sbuf.stride()), x.source.type,
          (*from)->start(x.source),
          onChipPattern(x.source, (*from)->sbuf.stride()), std::move(rule)))
    return error;
  return core.signal(x.signalBase, x.signalMask);
}

} // namespace glia::interpreter
