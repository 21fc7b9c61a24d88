//===- GatherElements.cpp - Gathers within each partition -----------------===//
#include "lib/Interpreter/Check.h"
#include "lib/Interpreter/Elements.h"
#include "lib/Interpreter/Execute.h"

namespace glia::interpreter {

llvm::Error execute(Core &core, const isa::GatherElements &x) {
  std::vector<int64_t> indices = readIntegers(core, x.index);
  std::vector<uint8_t> table = readBits(core, x.source),
                       result = readBits(core, x.destination);
  unsigned bytes = elementBytes(x.source.type);
  uint64_t n = x.source.elementsPerPartition(),
           m = x.destination.elementsPerPartition();
  std::vector<bool> taken(indices.size());
  for (uint64_t i = 0; i < indices.size(); ++i) {
    unsigned p = static_cast<unsigned>(i / m);
    llvm::Expected<int64_t> index =
        checkIndex(indices[i], static_cast<int64_t>(n), 1, x.wrap, x.skip,
                   x.index.startPartition + p);
    if (!index)
      return index.takeError();
    taken[i] = *index >= 0;
    if (taken[i])
      std::memcpy(&result[i * bytes],
                  &table[(p * n + static_cast<uint64_t>(*index)) * bytes],
                  bytes);
  }
  if (core.checker && x.skip)
    core.checker->defineTaken(x.destination, taken);
  writeBits(core, x.destination, result);
  return llvm::Error::success();
}

} // namespace glia::interpreter
