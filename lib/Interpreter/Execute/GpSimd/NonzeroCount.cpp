//===- NonzeroCount.cpp - Finds elements that are not zero ----------------===//
#include "lib/Interpreter/Elements.h"
#include "lib/Interpreter/Execute.h"

namespace glia::interpreter {

static std::vector<bool> isNonzero(Core &core,
                                   const isa::OnChipOperand &source) {
  std::vector<bool> result;
  result.reserve(elementCount(source));
  if (isInteger(source.type)) {
    for (int64_t value : readIntegers(core, source))
      result.push_back(value != 0);
  } else {
    for (float value : readFloats(core, source))
      result.push_back(value != 0);
  }
  return result;
}

llvm::Error execute(Core &core, const isa::NonzeroCount &x) {
  std::vector<bool> nonzero = isNonzero(core, x.source);
  uint64_t n = x.source.elementsPerPartition();
  std::vector<int64_t> result(x.source.partitions * (n + 1), x.padding);
  for (unsigned p = 0; p < x.source.partitions; ++p) {
    int64_t *row = result.data() + p * (n + 1);
    int64_t count = 0;
    for (uint64_t i = 0; i < n; ++i)
      if (nonzero[p * n + i])
        row[count++] = x.offset + static_cast<int64_t>(i);
    row[n] = count;
  }
  writeIntegers(core, x.destination, result);
  return llvm::Error::success();
}

} // namespace glia::interpreter
