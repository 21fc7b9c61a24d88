//===- ScalarTensorTensor.cpp - A tensor with a scalar and a tensor -------===//
//
// Two steps, each rounded to fp32.
//
//===----------------------------------------------------------------------===//
#include "lib/Interpreter/Execute.h"
#include "lib/Interpreter/Rows.h"

namespace glia::interpreter {

llvm::Error execute(Core &core, const isa::ScalarTensorTensor &x) {
  RowReader source(core, x.source, x.destination, 0),
      tensor(core, x.tensor, x.destination, 1);
  RowWriter writer(core, x.destination, {&x.source, &x.tensor}, 2,
                   storeRule(x));
  uint64_t n = writer.elements();
  auto scalars = core.scalars(x.scalar0, x.source.partitions);
  for (unsigned p = 0; p < x.destination.partitions; ++p) {
    // Not in place: the tensor may be where the result goes.
    float *first = core.scratch<float>(3, n);
    core.kernels.aluScalar(x.op0, source.floats(p), scalars[p], x.reverse0,
                           first, n);
    const float *second = tensor.floats(p);
    float *result = writer.floats(p);
    core.kernels.alu(x.op1, x.reverse1 ? second : first,
                     x.reverse1 ? first : second, result, n);
    writer.commitFloats(p, result);
  }
  return llvm::Error::success();
}

} // namespace glia::interpreter
