//===- TensorScalarReduce.cpp - A tensor with a scalar, rows reduced ------===//
//
// What is reduced are the fp32 results, before the store rounds them.
//
//===----------------------------------------------------------------------===//
#include "lib/Interpreter/Accumulators.h"
#include "lib/Interpreter/Execute.h"
#include "lib/Interpreter/Rows.h"

namespace glia::interpreter {

llvm::Error execute(Core &core, const isa::TensorScalarReduce &x) {
  RowReader source(core, x.source, x.destination, 0);
  RowWriter writer(core, x.destination, {&x.source}, 2, storeRule(x));
  uint64_t n = writer.elements();
  auto scalars = core.scalars(x.scalar0, x.source.partitions);
  for (unsigned p = 0; p < x.destination.partitions; ++p) {
    float *result = writer.floats(p);
    core.kernels.aluScalar(x.op0, source.floats(p), scalars[p], x.reverse0,
                           result, n);
    accumulate(core, x.engine, x.destination.startPartition + p, x.accumulator,
               x.reduceOp, result, n);
    writer.commitFloats(p, result);
  }
  return llvm::Error::success();
}

} // namespace glia::interpreter
