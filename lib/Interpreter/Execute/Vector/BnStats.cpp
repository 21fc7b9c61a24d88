//===- BnStats.cpp - Counts, means and squared deviations of a row --------===//
//
// Two passes over the elements of even and of odd index, each with the tree of
// the contract.
//
//===----------------------------------------------------------------------===//
#include "lib/Interpreter/Execute.h"
#include "lib/Interpreter/Rows.h"

namespace glia::interpreter {

/// (count, mean, M2) of a row; the row is overwritten.
static void statistics(Core &core, float *row, uint64_t n, float *out) {
  const numerics::Kernels &kernels = core.kernels;
  if (n == 0) {
    std::fill_n(out, 3, 0.0f);
    return;
  }
  out[0] = static_cast<float>(n);
  out[1] = kernels.stepOf(isa::AluOp::divide)(
      kernels.reduce(isa::ReduceOp::add, row, n), out[0]);
  kernels.aluScalar(isa::AluOp::subtract, row, out[1], /*reverse=*/false, row,
                    n);
  kernels.alu(isa::AluOp::multiply, row, row, row, n);
  out[2] = kernels.reduce(isa::ReduceOp::add, row, n);
}

llvm::Error execute(Core &core, const isa::BnStats &x) {
  RowReader source(core, x.source, x.destination, 0);
  RowWriter writer(core, x.destination, {&x.source}, 2, storeRule(x));
  uint64_t n = source.elements();
  for (unsigned p = 0; p < x.source.partitions; ++p) {
    const float *row = source.floats(p);
    float *half = core.scratch<float>(3, n), result[6];
    for (uint64_t parity = 0; parity < 2; ++parity) {
      uint64_t count = (n + 1 - parity) / 2;
      for (uint64_t i = 0; i < count; ++i)
        half[i] = row[2 * i + parity];
      statistics(core, half, count, result + 3 * parity);
    }
    writer.commitFloats(p, result);
  }
  return llvm::Error::success();
}

} // namespace glia::interpreter
