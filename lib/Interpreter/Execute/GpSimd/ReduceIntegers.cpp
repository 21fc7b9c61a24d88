//===- ReduceIntegers.cpp - Reduces trailing axes of integers -------------===//
//
// The same as across partitions, once the reduced index is the outer one.
//
//===----------------------------------------------------------------------===//
#include "lib/Interpreter/Elements.h"
#include "lib/Interpreter/Execute.h"
#include "lib/Interpreter/Integers.h"
#include "lib/Interpreter/Rows.h"

namespace glia::interpreter {

llvm::Error execute(Core &core, const isa::ReduceIntegers &x) {
  ElementType type = x.source.type;
  std::vector<int64_t> values = readIntegers(core, x.source);
  uint64_t kept = elementCount(x.destination), reduced = values.size() / kept;
  std::vector<int64_t> rows(values.size());
  for (uint64_t i = 0; i < kept; ++i)
    for (uint64_t j = 0; j < reduced; ++j)
      rows[j * kept + i] = values[i * reduced + j];
  std::vector<int64_t> result =
      reduceIntegers(core.kernels, x.op, type, std::move(rows), kept);
  RowWriter writer(core, x.destination, {}, 0, storeRule(x));
  for (unsigned p = 0; p < x.destination.partitions; ++p)
    writer.storeIntegers(p, wideType(type),
                         result.data() + p * writer.elements());
  return llvm::Error::success();
}

} // namespace glia::interpreter
