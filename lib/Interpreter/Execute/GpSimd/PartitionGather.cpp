//===- PartitionGather.cpp - Gathers partitions ---------------------------===//
#include "lib/Interpreter/Check.h"
#include "lib/Interpreter/Elements.h"
#include "lib/Interpreter/Execute.h"

namespace glia::interpreter {

llvm::Error execute(Core &core, const isa::PartitionGather &x) {
  std::vector<int64_t> indices = readIntegers(core, x.index);
  std::vector<uint8_t> rows = readBits(core, x.source),
                       result = readBits(core, x.destination);
  uint64_t bytes =
      x.source.elementsPerPartition() * elementBytes(x.source.type);
  std::vector<bool> taken;
  for (unsigned p = 0; p < x.destination.partitions; ++p) {
    llvm::Expected<int64_t> index =
        checkIndex(indices[p], x.source.partitions, 1, x.wrap, x.skip,
                   x.index.startPartition + p);
    if (!index)
      return index.takeError();
    taken.resize(taken.size() + x.destination.elementsPerPartition(),
                 *index >= 0);
    if (*index >= 0)
      std::memcpy(&result[p * bytes],
                  &rows[static_cast<uint64_t>(*index) * bytes], bytes);
  }
  if (core.checker && x.skip)
    core.checker->defineTaken(x.destination, taken);
  writeBits(core, x.destination, result);
  return llvm::Error::success();
}

} // namespace glia::interpreter
