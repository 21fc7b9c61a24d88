//===- Reciprocal.cpp - Divides one by each element -----------------------===//
//
// The division of binary32, one rounding, and one more at the store if its
// type is narrower.
//
//===----------------------------------------------------------------------===//
#include "lib/Interpreter/Execute.h"
#include "lib/Interpreter/Rows.h"

namespace glia::interpreter {

llvm::Error execute(Core &core, const isa::Reciprocal &x) {
  RowReader source(core, x.source, x.destination, 0);
  RowWriter writer(core, x.destination, {&x.source}, 2, storeRule(x));
  for (unsigned p = 0; p < x.destination.partitions; ++p) {
    float *result = writer.floats(p);
    core.kernels.aluScalar(isa::AluOp::divide, source.floats(p), 1.0f,
                           /*reverse=*/true, result, writer.elements());
    writer.commitFloats(p, result);
  }
  return llvm::Error::success();
}

} // namespace glia::interpreter
