//===- AccumulatorWrite.cpp - Sets the row accumulators -------------------===//
//
// NaN becomes the canonical one, as everywhere in the engines.
//
//===----------------------------------------------------------------------===//
#include "lib/Interpreter/Accumulators.h"
#include "lib/Interpreter/Execute.h"

namespace glia::interpreter {

llvm::Error execute(Core &core, const isa::AccumulatorWrite &x) {
  auto values = core.scalars(x.value, x.partitions);
  for (unsigned p = 0; p < x.partitions; ++p)
    accumulator(core, x.engine, x.startPartition + p) =
        core.kernels.stepOf(isa::AluOp::bypass)(values[p], 0);
  return llvm::Error::success();
}

} // namespace glia::interpreter
