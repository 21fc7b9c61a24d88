//===- Copy.cpp - Copies or casts -----------------------------------------===//
//
// The same type: bits. GpSimd between integers: exact, wrapping. Else through
// fp32.
//
//===----------------------------------------------------------------------===//
#include "lib/Interpreter/Execute.h"
#include "lib/Interpreter/Rows.h"

namespace glia::interpreter {

llvm::Error execute(Core &core, const isa::Copy &x) {
  RowReader source(core, x.source, x.destination, 0);
  RowWriter writer(core, x.destination, {&x.source}, 2, storeRule(x));
  bool sameType = x.source.type == x.destination.type;
  bool exact = x.engine == isa::Engine::gpsimd && isInteger(x.source.type);
  // No step makes NaN canonical, and the numbers are the same bits.
  bool isTf32ToF32 = x.source.type == ElementType::tf32 &&
                     x.destination.type == ElementType::f32;
  writer.forEachRow(writer.elements(), [&](unsigned p) {
    if (sameType)
      writer.storeBits(p, source.bits(p));
    else if (exact)
      writer.storeIntegers(p, x.source.type, source.bits(p));
    else if (!isTf32ToF32)
      writer.commitFloats(p, source.floats(p));
    else {
      float *row = core.scratch<float>(3, writer.elements());
      numerics::convert(ElementType::tf32, source.bits(p), ElementType::f32,
                        row, writer.elements());
      writer.commitFloats(p, row);
    }
  });
  return llvm::Error::success();
}

} // namespace glia::interpreter
