//===- RangeSelect.cpp - Keeps the elements of an index range -------------===//
//
// Indices stay below 2^24, so that they and the bounds compare exactly.
//
//===----------------------------------------------------------------------===//
#include "lib/Interpreter/Accumulators.h"
#include "lib/Interpreter/Execute.h"
#include "lib/Interpreter/Rows.h"
#include <limits>

namespace glia::interpreter {

llvm::Error execute(Core &core, const isa::RangeSelect &x) {
  RowReader source(core, x.source, x.destination, 0);
  RowWriter writer(core, x.destination, {&x.source}, 2, storeRule(x));
  uint64_t n = writer.elements();
  auto bounds0 = core.scalars(x.bound0, x.source.partitions),
       bounds1 = core.scalars(x.bound1, x.source.partitions);
  numerics::Step *compare0 = core.kernels.stepOf(x.comparison0),
                 *compare1 = core.kernels.stepOf(x.comparison1),
                 *canonical = core.kernels.stepOf(isa::AluOp::bypass);
  for (unsigned p = 0; p < x.destination.partitions; ++p) {
    const float *row = source.floats(p);
    float *result = writer.floats(p);
    for (uint64_t i = 0; i < n; ++i) {
      float index = static_cast<float>(x.start + i);
      bool inRange =
          compare0(index, bounds0[p]) != 0 && compare1(index, bounds1[p]) != 0;
      result[i] =
          inRange ? canonical(row[i], 0) : std::numeric_limits<float>::lowest();
    }
    accumulate(core, x.engine, x.destination.startPartition + p, x.accumulator,
               isa::ReduceOp::max, result, n);
    writer.commitFloats(p, result);
  }
  return llvm::Error::success();
}

} // namespace glia::interpreter
