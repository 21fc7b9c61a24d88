//===- TensorTensor.cpp - Combines two tensors ----------------------------===//
//
// In fp32; bit operators, and GpSimd on integers of 32 and 64 bits, exactly.
//
//===----------------------------------------------------------------------===//
#include "lib/Interpreter/Execute.h"
#include "lib/Interpreter/Integers.h"
#include "lib/Interpreter/Rows.h"

namespace glia::interpreter {

/// `left` and `right` are read as integers, the result is stored through the
/// wrapping conversion.
static void onIntegers(Core &core, const isa::TensorTensor &x) {
  ElementType type = x.left.type;
  RowReader left(core, x.left, x.destination, 0),
      right(core, x.right, x.destination, 1);
  RowWriter writer(core, x.destination, {&x.left, &x.right}, 2, storeRule(x));
  for (unsigned p = 0; p < x.destination.partitions; ++p) {
    if (type != ElementType::i32) {
      int64_t *result = core.scratch<int64_t>(3, writer.elements());
      integerStep(core.kernels, x.op, type, left.integers64(p),
                  right.integers64(p), result, writer.elements());
      writer.storeIntegers(p, wideType(type), result);
    } else {
      int32_t *result = core.scratch<int32_t>(3, writer.elements());
      core.kernels.alu32(x.op, left.integers32(p), right.integers32(p), result,
                         writer.elements());
      writer.storeIntegers(p, ElementType::i32, result);
    }
  }
}

llvm::Error execute(Core &core, const isa::TensorTensor &x) {
  if (isa::isBitwise(x.op)) {
    bitwiseRows(core, x.op, x.left, x.right, x.destination);
    return llvm::Error::success();
  }
  if (usesIntegers(x.engine, x.left.type) &&
      usesIntegers(x.engine, x.right.type)) {
    onIntegers(core, x);
    return llvm::Error::success();
  }
  RowReader left(core, x.left, x.destination, 0),
      right(core, x.right, x.destination, 1);
  RowWriter writer(core, x.destination, {&x.left, &x.right}, 2, storeRule(x));
  writer.forEachRow(writer.elements(), [&](unsigned p) {
    float *result = writer.floats(p);
    core.kernels.alu(x.op, left.floats(p), right.floats(p), result,
                     writer.elements());
    writer.commitFloats(p, result);
  });
  return llvm::Error::success();
}

} // namespace glia::interpreter
