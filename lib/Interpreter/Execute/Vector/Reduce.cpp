//===- Reduce.cpp - Reduces trailing axes ---------------------------------===//
//
// Each kept index is one row of the reduction tree, over the flattened reduced
// axes.
//
//===----------------------------------------------------------------------===//
#include "lib/Interpreter/Execute.h"
#include "lib/Interpreter/Rows.h"

namespace glia::interpreter {

llvm::Error execute(Core &core, const isa::Reduce &x) {
  RowReader source(core, x.source, x.destination, 0);
  RowWriter writer(core, x.destination, {&x.source}, 2, storeRule(x));
  uint64_t kept = writer.elements(), length = source.elements() / kept;
  for (unsigned p = 0; p < x.source.partitions; ++p) {
    const float *row = source.floats(p);
    // The destination may lie in the source, so not in place.
    float *result = core.scratch<float>(3, kept);
    for (uint64_t i = 0; i < kept; ++i) {
      float value = core.kernels.reduce(x.op, row + i * length, length);
      result[i] = x.negate && value == value ? -value : value;
    }
    writer.commitFloats(p, result);
  }
  return llvm::Error::success();
}

} // namespace glia::interpreter
