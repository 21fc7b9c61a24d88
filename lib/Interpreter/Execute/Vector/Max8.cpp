//===- Max8.cpp - Finds the eight largest elements of each row ------------===//
//
// Sorted by a key that orders fp32 as the contract's maximum does, NaN above
// all.
//
//===----------------------------------------------------------------------===//
#include "lib/Interpreter/Execute.h"
#include "lib/Interpreter/Rows.h"
#include <algorithm>

namespace glia::interpreter {

/// Ascending with the value; -0 below +0.
static int32_t keyOf(float x) {
  if (x != x)
    return INT32_MAX;
  int32_t bits = std::bit_cast<int32_t>(x);
  return bits < 0 ? bits ^ INT32_MAX : bits;
}
static float valueOf(int32_t key) {
  if (key == INT32_MAX)
    return std::bit_cast<float>(numerics::canonicalNan);
  return std::bit_cast<float>(key < 0 ? key ^ INT32_MAX : key);
}

llvm::Error execute(Core &core, const isa::Max8 &x) {
  RowReader source(core, x.source, x.destination, 0);
  RowWriter writer(core, x.destination, {&x.source}, 2, storeRule(x));
  uint64_t n = source.elements();
  for (unsigned p = 0; p < x.source.partitions; ++p) {
    const float *row = source.floats(p);
    int32_t *keys = core.scratch<int32_t>(3, n), largest[8];
    std::transform(row, row + n, keys, keyOf);
    std::partial_sort_copy(keys, keys + n, largest, largest + 8,
                           std::greater<>());
    float result[8];
    std::transform(largest, largest + 8, result, valueOf);
    writer.commitFloats(p, result);
  }
  return llvm::Error::success();
}

} // namespace glia::interpreter
