//===- DmaGather.cpp - Gathers rows of HBM --------------------------------===//
//
// One row per partition, chosen by an index in SBUF. The whole table is in
// bounds, so a row in it is; only rows that are taken load constants.
//
//===----------------------------------------------------------------------===//
#include "glia/Support/Error.h"
#include "lib/Interpreter/Check.h"
#include "lib/Interpreter/Core.h"
#include "lib/Interpreter/Dma.h"
#include "lib/Interpreter/Execute.h"

namespace glia::interpreter {

static int64_t indexAt(Core &core, const isa::OnChipOperand &index,
                       unsigned partition) {
  if (index.type == ElementType::i64) {
    int64_t value;
    std::memcpy(&value, core.start(index, partition), sizeof value);
    return value;
  }
  int32_t value;
  std::memcpy(&value, core.start(index, partition), sizeof value);
  return value;
}

llvm::Error execute(Core &core, const isa::DmaGather &x) {
  int64_t rows = x.source.count[0];
  isa::HbmOperand row = x.source;
  row.count[0] = 1;
  Pattern from = hbmPattern(row);
  isa::OnChipOperand slot = x.destination;
  slot.partitions = 1;
  Pattern to = rowPattern(slot);
  // Indices first: the destination may cover them.
  llvm::SmallVector<int64_t, 128> indices;
  for (unsigned p = 0; p < x.destination.partitions; ++p) {
    int64_t index = indexAt(core, x.index, p);
    int64_t wrapped = x.wrap && index < 0 ? index + rows : index;
    if (wrapped < 0 || wrapped >= rows)
      return makeError(ErrorCode::E3403,
                       "index " + llvm::Twine(index) + " of partition " +
                           llvm::Twine(x.index.startPartition + p) +
                           ", expects " +
                           llvm::Twine(x.wrap ? -rows : int64_t(0)) + " to " +
                           llvm::Twine(rows - 1));
    indices.push_back(wrapped);
  }
  for (unsigned p = 0; p < x.destination.partitions; ++p) {
    llvm::Expected<uint8_t *> source = core.resolve(
        row, from, /*isWrite=*/false, indices[p] * x.source.stride[0]);
    if (!source)
      return source.takeError();
    if (core.checker)
      core.checker->gatherRow(
          x, p, static_cast<uint64_t>(*source - core.hbm.data()), from);
    if (llvm::Error error =
            moveElements(x.destination.type, core.start(x.destination, p), to,
                         x.source.type, *source, from))
      return error;
  }
  return core.signal(x.signalBase, x.signalMask);
}

} // namespace glia::interpreter
