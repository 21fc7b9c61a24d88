//===- Scan.cpp - Runs a recurrence along each row ------------------------===//
//
// Sequential by definition; the state stays fp32 whatever is stored.
//
//===----------------------------------------------------------------------===//
#include "lib/Interpreter/Execute.h"
#include "lib/Interpreter/Rows.h"

namespace glia::interpreter {

llvm::Error execute(Core &core, const isa::Scan &x) {
  RowReader source(core, x.source, x.destination, 0),
      tensor(core, x.tensor, x.destination, 1);
  RowWriter writer(core, x.destination, {&x.source, &x.tensor}, 2,
                   storeRule(x));
  uint64_t n = writer.elements();
  auto states = core.scalars(x.initial, x.source.partitions);
  numerics::Step *step0 = core.kernels.stepOf(x.op0),
                 *step1 = core.kernels.stepOf(x.op1);
  for (unsigned p = 0; p < x.destination.partitions; ++p) {
    const float *a = source.floats(p), *b = tensor.floats(p);
    float *result = writer.floats(p), state = states[p];
    for (uint64_t i = 0; i < n; ++i) {
      float first = x.reverse0 ? step0(state, a[i]) : step0(a[i], state);
      result[i] = state = x.reverse1 ? step1(b[i], first) : step1(first, b[i]);
    }
    writer.commitFloats(p, result);
  }
  return llvm::Error::success();
}

} // namespace glia::interpreter
