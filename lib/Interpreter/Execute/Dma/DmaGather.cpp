//===- DmaGather.cpp - Gathers rows of HBM --------------------------------===//
//
// One row per partition, chosen by an index in SBUF. The whole table is in
// bounds, so a row in it is; only rows that are taken load constants.
//
//===----------------------------------------------------------------------===//
#include "lib/Interpreter/Check.h"
#include "lib/Interpreter/Core.h"
#include "lib/Interpreter/Dma.h"
#include "lib/Interpreter/Execute.h"

namespace glia::interpreter {

llvm::Error execute(Core &core, const isa::DmaGather &x) {
  isa::HbmOperand row = x.source;
  row.count[0] = 1;
  Pattern from = hbmPattern(row);
  isa::OnChipOperand slot = x.destination;
  slot.partitions = 1;
  Pattern to = rowPattern(slot);
  // Indices first: the destination may cover them.
  auto indices = rowIndices(core, x.index, x.source.count[0], x.wrap, x.skip,
                            x.indexRegister);
  if (!indices)
    return indices.takeError();
  for (unsigned p = 0; p < x.destination.partitions; ++p) {
    if ((*indices)[p] < 0)
      continue;
    llvm::Expected<uint8_t *> source = core.resolve(
        row, from, /*isWrite=*/false, (*indices)[p] * x.source.stride[0]);
    if (!source)
      return source.takeError();
    if (core.checker)
      core.checker->gatherRow(x, p, *source, from);
    if (llvm::Error error = moveElements(
            x.destination.type, core.start(x.destination, p), to, x.source.type,
            *source, from, transferRule(core, x, slot, p)))
      return error;
  }
  return core.signal(x.signalBase, x.signalMask);
}

} // namespace glia::interpreter
