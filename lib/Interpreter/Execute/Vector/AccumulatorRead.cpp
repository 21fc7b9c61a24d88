//===- AccumulatorRead.cpp - Reads the row accumulators -------------------===//
#include "lib/Interpreter/Accumulators.h"
#include "lib/Interpreter/Execute.h"
#include "lib/Interpreter/Rows.h"

namespace glia::interpreter {

llvm::Error execute(Core &core, const isa::AccumulatorRead &x) {
  RowWriter writer(core, x.destination, {}, 0, storeRule(x));
  for (unsigned p = 0; p < x.destination.partitions; ++p) {
    float value = accumulator(core, x.engine, x.destination.startPartition + p);
    if (x.negate && value == value)
      value = -value;
    writer.commitFloats(p, &value);
  }
  return llvm::Error::success();
}

} // namespace glia::interpreter
