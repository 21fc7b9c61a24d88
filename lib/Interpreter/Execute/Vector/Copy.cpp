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
  writer.forEachRow(writer.elements(), [&](unsigned p) {
    if (sameType)
      writer.storeBits(p, source.bits(p));
    else if (exact)
      writer.storeIntegers(p, x.source.type, source.bits(p));
    else
      writer.commitFloats(p, source.floats(p));
  });
  return llvm::Error::success();
}

} // namespace glia::interpreter
