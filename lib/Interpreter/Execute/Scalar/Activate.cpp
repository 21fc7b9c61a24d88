//===- Activate.cpp - Applies a function ----------------------------------===//
//
// function(fma(source, scale, bias)), one rounding at the store.
//
//===----------------------------------------------------------------------===//
#include "lib/Interpreter/Execute.h"
#include "lib/Interpreter/Rows.h"

namespace glia::interpreter {

llvm::Error execute(Core &core, const isa::Activate &x) {
  RowReader source(core, x.source, x.destination, 0);
  RowWriter writer(core, x.destination, {&x.source}, 2, storeRule(x));
  uint64_t n = writer.elements();
  auto scales = core.scalars(x.scale, x.source.partitions),
       biases = core.scalars(x.bias, x.source.partitions);
  for (unsigned p = 0; p < x.destination.partitions; ++p) {
    float *result = writer.floats(p);
    core.kernels.scaleBias(source.floats(p), scales[p], biases[p], result, n);
    core.kernels.activate(x.function, result, result, n);
    if (x.accumulateRow) {
      float &sum = core.accumulators[1][x.destination.startPartition + p];
      sum = numerics::alu(isa::AluOp::add, sum,
                          core.kernels.reduce(isa::ReduceOp::add, result, n));
    }
    writer.commitFloats(p, result);
  }
  return llvm::Error::success();
}

} // namespace glia::interpreter
