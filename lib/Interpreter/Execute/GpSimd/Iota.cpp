//===- Iota.cpp - Writes an affine pattern --------------------------------===//
//
// In wrapping 64-bit integers, converted once.
//
//===----------------------------------------------------------------------===//
#include "lib/Interpreter/Execute.h"
#include "lib/Interpreter/LogicalIndex.h"
#include "lib/Interpreter/Rows.h"

namespace glia::interpreter {

llvm::Error execute(Core &core, const isa::Iota &x) {
  AffineWalk walk = affineWalk(x.destination, static_cast<uint64_t>(x.offset),
                               {x.step0, x.step1, x.step2, x.step3, x.step4});
  RowWriter writer(core, x.destination, {}, 0, storeRule(x));
  std::vector<uint64_t> row(writer.elements());
  for (unsigned p = 0; p < x.destination.partitions; ++p) {
    for (uint64_t &value : row)
      value = walk.next();
    writer.storeIntegers(p, ElementType::i64, row.data());
  }
  return llvm::Error::success();
}

} // namespace glia::interpreter
