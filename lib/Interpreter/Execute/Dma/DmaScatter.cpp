//===- DmaScatter.cpp - Scatters rows to HBM ------------------------------===//
//
// One row per partition, in order: where an index comes twice, the later row
// stays, or is added to the earlier one.
//
//===----------------------------------------------------------------------===//
#include "lib/Interpreter/Check.h"
#include "lib/Interpreter/Core.h"
#include "lib/Interpreter/Dma.h"
#include "lib/Interpreter/Execute.h"

namespace glia::interpreter {

llvm::Error execute(Core &core, const isa::DmaScatter &x) {
  isa::HbmOperand row = x.destination;
  row.count[0] = 1;
  Pattern to = hbmPattern(row);
  isa::OnChipOperand slot = x.source;
  slot.partitions = 1;
  Pattern from = rowPattern(slot);
  auto indices = rowIndices(core, x.index, x.destination.count[0], x.wrap,
                            x.skip, x.indexRegister);
  if (!indices)
    return indices.takeError();
  for (unsigned p = 0; p < x.source.partitions; ++p) {
    int64_t index = (*indices)[p];
    if (index < 0)
      continue;
    llvm::Expected<uint8_t *> destination = core.resolve(
        row, to, /*isWrite=*/true, index * x.destination.stride[0]);
    if (!destination)
      return destination.takeError();
    if (core.checker)
      core.checker->scatterRow(x, p, *destination, to);
    if (llvm::Error error = moveElements(
            x.destination.type, *destination, to, x.source.type,
            core.start(x.source, p), from,
            transferRule(core, x, row, static_cast<uint64_t>(index))))
      return error;
  }
  return core.signal(x.signalBase, x.signalMask);
}

} // namespace glia::interpreter
