//===- Activate.cpp - Applies a function ----------------------------------===//
//
// function(fma(source, scale, bias)), one rounding at the store.
//
//===----------------------------------------------------------------------===//
#include "lib/Interpreter/Accumulators.h"
#include "lib/Interpreter/Execute.h"
#include "lib/Interpreter/Rows.h"

namespace glia::interpreter {

/// Of one element, beside that of a copy.
static constexpr uint64_t activationCost = 8;

llvm::Error execute(Core &core, const isa::Activate &x) {
  RowReader source(core, x.source, x.destination, 0);
  RowWriter writer(core, x.destination, {&x.source}, 2, storeRule(x));
  uint64_t n = writer.elements();
  auto scales = core.scalars(x.scale, x.source.partitions),
       biases = core.scalars(x.bias, x.source.partitions),
       slopes = core.scalars(x.slope, x.source.partitions);
  writer.forEachRow(activationCost * n, [&](unsigned p) {
    float *result = writer.floats(p);
    core.kernels.scaleBias(source.floats(p), scales[p], biases[p], result, n);
    core.kernels.activate(x.function, result, result, n, slopes[p]);
    accumulate(core, x.engine, x.destination.startPartition + p, x.accumulator,
               isa::ReduceOp::add, result, n);
    writer.commitFloats(p, result);
  });
  return llvm::Error::success();
}

} // namespace glia::interpreter
