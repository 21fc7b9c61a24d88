//===- SelectReduce.cpp - Takes elements or a scalar under a predicate ----===//
//
// Unlike select it works through fp32 and keeps nothing of the destination.
//
//===----------------------------------------------------------------------===//
#include "lib/Interpreter/Accumulators.h"
#include "lib/Interpreter/Execute.h"
#include "lib/Interpreter/Rows.h"

namespace glia::interpreter {

static bool isSet(const uint8_t *flags, unsigned bytes, uint64_t i) {
  uint32_t flag = 0;
  std::memcpy(&flag, flags + i * bytes, bytes); // little-endian
  return flag != 0;
}

llvm::Error execute(Core &core, const isa::SelectReduce &x) {
  RowReader predicate(core, x.predicate, x.destination, 0),
      source(core, x.source, x.destination, 1);
  RowWriter writer(core, x.destination, {&x.predicate, &x.source}, 2,
                   storeRule(x));
  uint64_t n = writer.elements();
  unsigned bytes = elementBytes(x.predicate.type);
  auto otherwise = core.scalars(x.otherwise, x.source.partitions);
  numerics::Step *canonical = core.kernels.stepOf(isa::AluOp::bypass);
  for (unsigned p = 0; p < x.destination.partitions; ++p) {
    const uint8_t *flags = predicate.bits(p);
    const float *row = source.floats(p);
    // Not in place: a predicate of 32 bits may be where the result goes.
    float *result = core.scratch<float>(3, n);
    for (uint64_t i = 0; i < n; ++i)
      result[i] = canonical(
          isSet(flags, bytes, i) != x.reverse ? row[i] : otherwise[p], 0);
    accumulate(core, x.engine, x.destination.startPartition + p, x.accumulator,
               isa::ReduceOp::max, result, n);
    writer.commitFloats(p, result);
  }
  return llvm::Error::success();
}

} // namespace glia::interpreter
