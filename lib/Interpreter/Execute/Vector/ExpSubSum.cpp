//===- ExpSubSum.cpp - Exponential of a difference, with a row sum --------===//
#include "lib/Interpreter/Accumulators.h"
#include "lib/Interpreter/Execute.h"
#include "lib/Interpreter/Rows.h"

namespace glia::interpreter {

llvm::Error execute(Core &core, const isa::ExpSubSum &x) {
  RowReader source(core, x.source, x.destination, 0);
  RowWriter writer(core, x.destination, {&x.source}, 2, storeRule(x));
  uint64_t n = writer.elements();
  auto subtrahends = core.scalars(x.subtrahend, x.source.partitions);
  for (unsigned p = 0; p < x.destination.partitions; ++p) {
    float *result = writer.floats(p);
    core.kernels.aluScalar(isa::AluOp::subtract, source.floats(p),
                           subtrahends[p], /*reverse=*/false, result, n);
    core.kernels.activate(isa::ActivationFunction::exp, result, result, n, 0);
    accumulate(core, x.engine, x.destination.startPartition + p, x.accumulator,
               isa::ReduceOp::add, result, n);
    writer.commitFloats(p, result);
  }
  return llvm::Error::success();
}

} // namespace glia::interpreter
