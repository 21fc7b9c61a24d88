//===- TensorScalarCumulative.cpp - Runs an operator along the row --------===//
//
// Sequential by definition: the state of an element is that of the one before.
// It lives on in the lane's accumulator.
//
//===----------------------------------------------------------------------===//
#include "lib/Interpreter/Accumulators.h"
#include "lib/Interpreter/Execute.h"
#include "lib/Interpreter/Rows.h"

namespace glia::interpreter {

static float start(isa::AluOp op) {
  switch (op) {
  case isa::AluOp::multiply:
    return identity(isa::ReduceOp::multiply);
  case isa::AluOp::max:
    return identity(isa::ReduceOp::max);
  case isa::AluOp::min:
    return identity(isa::ReduceOp::min);
  default:
    return 0;
  }
}

llvm::Error execute(Core &core, const isa::TensorScalarCumulative &x) {
  RowReader source(core, x.source, x.destination, 0);
  RowWriter writer(core, x.destination, {&x.source}, 2, storeRule(x));
  uint64_t n = writer.elements();
  auto scalars = core.scalars(x.scalar0, x.source.partitions);
  numerics::Step *step = core.kernels.stepOf(x.op1);
  for (unsigned p = 0; p < x.destination.partitions; ++p) {
    float *result = writer.floats(p);
    core.kernels.aluScalar(x.op0, source.floats(p), scalars[p],
                           /*reverse=*/false, result, n);
    float &state =
        accumulator(core, x.engine, x.destination.startPartition + p);
    if (x.accumulator == isa::AccumulatorCommand::reset_reduce)
      state = start(x.op1);
    for (uint64_t i = 0; i < n; ++i)
      result[i] = state = step(result[i], state);
    writer.commitFloats(p, result);
  }
  return llvm::Error::success();
}

} // namespace glia::interpreter
