//===- TensorScalar.cpp - Combines a tensor with one or two scalars -------===//
//
// Each step rounds to fp32; bit operators and GpSimd on int32 and int64 work
// exactly, in integers.
//
//===----------------------------------------------------------------------===//
#include "lib/Interpreter/Execute.h"
#include "lib/Interpreter/Integers.h"
#include "lib/Interpreter/Rows.h"

namespace glia::interpreter {

/// One step over a row of Int: the scalar is spread into a row of its own.
template <typename Int, typename Kernel>
static void step(Core &core, Kernel kernel, isa::AluOp op, Int *row,
                 int64_t scalar, bool reverse, uint64_t n) {
  Int *spread = core.scratch<Int>(4, n);
  std::fill_n(spread, n, static_cast<Int>(scalar));
  if (reverse)
    kernel(op, spread, row, row, n);
  else
    kernel(op, row, spread, row, n);
}

template <typename Int, typename Kernel>
static void onIntegers(Core &core, const isa::TensorScalar &x, ElementType type,
                       Kernel kernel) {
  RowReader source(core, x.source, x.destination, 0);
  RowWriter writer(core, x.destination, {&x.source}, 2, storeRule(x));
  uint64_t n = writer.elements();
  auto scalars0 = core.integerScalars(x.scalar0, x.source.partitions),
       scalars1 = core.integerScalars(x.scalar1, x.source.partitions);
  if (x.source.type == ElementType::u32)
    for (auto *scalars : {&scalars0, &scalars1})
      for (int64_t &scalar : *scalars)
        scalar = static_cast<uint32_t>(scalar);
  for (unsigned p = 0; p < x.destination.partitions; ++p) {
    Int *row = core.scratch<Int>(3, n);
    if constexpr (sizeof(Int) == 8)
      std::memcpy(row, source.integers64(p), n * sizeof(Int));
    else
      std::memcpy(row, source.integers32(p), n * sizeof(Int));
    step<Int>(core, kernel, x.op0, row, scalars0[p], x.reverse0, n);
    if (x.op1 != isa::AluOp::bypass)
      step<Int>(core, kernel, x.op1, row, scalars1[p], x.reverse1, n);
    writer.storeIntegers(p, type, row);
  }
}

llvm::Error execute(Core &core, const isa::TensorScalar &x) {
  if (isa::isBitwise(x.op0) || isa::isBitwise(x.op1)) {
    bitwiseScalarRows(core, x);
    return llvm::Error::success();
  }
  if (usesIntegers(x.engine, x.source.type)) {
    ElementType type = x.source.type;
    auto wide = [&](isa::AluOp op, const int64_t *left, const int64_t *right,
                    int64_t *out, uint64_t n) {
      integerStep(core.kernels, op, type, left, right, out, n);
    };
    if (type == ElementType::i32)
      onIntegers<int32_t>(core, x, type, core.kernels.alu32);
    else
      onIntegers<int64_t>(core, x, wideType(type), wide);
    return llvm::Error::success();
  }
  RowReader source(core, x.source, x.destination, 0);
  RowWriter writer(core, x.destination, {&x.source}, 2, storeRule(x));
  auto scalars0 = core.scalars(x.scalar0, x.source.partitions),
       scalars1 = core.scalars(x.scalar1, x.source.partitions);
  writer.forEachRow(writer.elements(), [&](unsigned p) {
    float *result = writer.floats(p);
    core.kernels.aluScalar(x.op0, source.floats(p), scalars0[p], x.reverse0,
                           result, writer.elements());
    if (x.op1 != isa::AluOp::bypass)
      core.kernels.aluScalar(x.op1, result, scalars1[p], x.reverse1, result,
                             writer.elements());
    writer.commitFloats(p, result);
  });
  return llvm::Error::success();
}

} // namespace glia::interpreter
