//===- BnAggr.cpp - Merges statistics -------------------------------------===//
//
// Chan's update, from left to right, every step rounded to fp32. Canonical NaN
// appears at the store.
//
//===----------------------------------------------------------------------===//
#include "lib/Interpreter/Execute.h"
#include "lib/Interpreter/Rows.h"

namespace glia::interpreter {

namespace {
struct Statistics {
  float count = 0, mean = 0, deviation = 0;

  void merge(float n, float m, float s) {
    if (n == 0)
      return;
    if (count == 0) {
      count = n, mean = m, deviation = s;
      return;
    }
    float total = count + n, ratio = n / total, delta = m - mean;
    float square = delta * delta, weight = count * ratio;
    float between = square * weight;
    deviation = deviation + s;
    deviation = deviation + between;
    float shift = delta * ratio;
    mean = mean + shift;
    count = total;
  }
};
} // namespace

llvm::Error execute(Core &core, const isa::BnAggr &x) {
  RowReader source(core, x.source, x.destination, 0);
  RowWriter writer(core, x.destination, {&x.source}, 2, storeRule(x));
  numerics::Step *divide = core.kernels.stepOf(isa::AluOp::divide),
                 *bypass = core.kernels.stepOf(isa::AluOp::bypass);
  for (unsigned p = 0; p < x.source.partitions; ++p) {
    const float *row = source.floats(p);
    Statistics all;
    for (uint64_t i = 0; i < source.elements(); i += 3)
      all.merge(row[i], row[i + 1], row[i + 2]);
    float result[2] = {bypass(all.mean, 0), divide(all.deviation, all.count)};
    writer.commitFloats(p, result);
  }
  return llvm::Error::success();
}

} // namespace glia::interpreter
