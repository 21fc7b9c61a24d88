//===- LocalGather.cpp - Gathers by indices that 16 partitions share ------===//
#include "lib/Interpreter/Check.h"
#include "lib/Interpreter/Elements.h"
#include "lib/Interpreter/Execute.h"

namespace glia::interpreter {

static constexpr unsigned groupPartitions = 16;

/// The indices of a group, in order.
static llvm::Expected<std::vector<int64_t>>
groupIndices(const isa::LocalGather &x, llvm::ArrayRef<int64_t> all,
             unsigned group) {
  uint64_t perPartition = x.index.elementsPerPartition();
  std::vector<int64_t> result(x.destination.elementsPerPartition() / x.run);
  for (uint64_t k = 0; k < result.size(); ++k) {
    uint64_t p = group * groupPartitions + k % groupPartitions;
    llvm::Expected<int64_t> index = checkIndex(
        all[p * perPartition + k / groupPartitions],
        static_cast<int64_t>(x.source.elementsPerPartition()), x.run, x.wrap,
        x.skip, x.index.startPartition + static_cast<unsigned>(p));
    if (!index)
      return index.takeError();
    result[k] = *index;
  }
  return result;
}

llvm::Error execute(Core &core, const isa::LocalGather &x) {
  std::vector<int64_t> all = readIntegers(core, x.index);
  std::vector<uint8_t> table = readBits(core, x.source),
                       result = readBits(core, x.destination);
  unsigned bytes = elementBytes(x.source.type), run = x.run * bytes;
  uint64_t from = x.source.elementsPerPartition() * bytes,
           to = x.destination.elementsPerPartition() * bytes;
  std::vector<bool> taken;
  for (unsigned group = 0; group < x.destination.partitions / groupPartitions;
       ++group) {
    llvm::Expected<std::vector<int64_t>> indices = groupIndices(x, all, group);
    if (!indices)
      return indices.takeError();
    for (unsigned p = group * groupPartitions;
         p < (group + 1) * groupPartitions; ++p)
      for (uint64_t k = 0; k < indices->size(); ++k) {
        taken.resize(taken.size() + x.run, (*indices)[k] >= 0);
        if (int64_t index = (*indices)[k]; index >= 0)
          std::memcpy(&result[p * to + k * run],
                      &table[p * from + static_cast<uint64_t>(index) * bytes],
                      run);
      }
  }
  if (core.checker && x.skip)
    core.checker->defineTaken(x.destination, taken);
  writeBits(core, x.destination, result);
  return llvm::Error::success();
}

} // namespace glia::interpreter
