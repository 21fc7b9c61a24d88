//===- Activate2.cpp - Applies a function after up to two steps -----------===//
//
// The steps are those of tensor_scalar, each rounded to fp32.
//
//===----------------------------------------------------------------------===//
#include "lib/Interpreter/Accumulators.h"
#include "lib/Interpreter/Execute.h"
#include "lib/Interpreter/Rows.h"

namespace glia::interpreter {

llvm::Error execute(Core &core, const isa::Activate2 &x) {
  RowReader source(core, x.source, x.destination, 0);
  RowWriter writer(core, x.destination, {&x.source}, 2, storeRule(x));
  uint64_t n = writer.elements();
  auto scalars0 = core.scalars(x.scalar0, x.source.partitions),
       scalars1 = core.scalars(x.scalar1, x.source.partitions),
       slopes = core.scalars(x.slope, x.source.partitions);
  auto isReversed = [](isa::AluOp op, bool reverse) {
    return reverse && op != isa::AluOp::bypass;
  };
  for (unsigned p = 0; p < x.destination.partitions; ++p) {
    float *result = writer.floats(p);
    core.kernels.aluScalar(x.op0, source.floats(p), scalars0[p],
                           isReversed(x.op0, x.reverse0), result, n);
    core.kernels.aluScalar(x.op1, result, scalars1[p],
                           isReversed(x.op1, x.reverse1), result, n);
    core.kernels.activate(x.function, result, result, n, slopes[p]);
    accumulate(core, x.engine, x.destination.startPartition + p, x.accumulator,
               x.reduceOp, result, n);
    writer.commitFloats(p, result);
  }
  return llvm::Error::success();
}

} // namespace glia::interpreter
