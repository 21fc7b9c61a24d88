//===- Reduce.cpp - Reduces trailing axes ---------------------------------===//
//
// Each kept index is one row of the reduction tree, over the flattened reduced
// axes. Bit operators have no order and work on the patterns.
//
//===----------------------------------------------------------------------===//
#include "lib/Interpreter/Execute.h"
#include "lib/Interpreter/Rows.h"

namespace glia::interpreter {

static void reduceBits(Core &core, const isa::Reduce &x) {
  RowReader source(core, x.source, x.destination, 0);
  RowWriter writer(core, x.destination, {&x.source}, 2);
  uint64_t kept = writer.elements(), length = source.elements() / kept;
  unsigned bytes = elementBytes(x.source.type);
  for (unsigned p = 0; p < x.source.partitions; ++p) {
    const uint8_t *row = source.bits(p);
    int64_t *result = core.scratch<int64_t>(3, kept);
    auto pattern = [&](uint64_t i) {
      int64_t bits = 0;
      std::memcpy(&bits, row + i * bytes, bytes); // little-endian
      return bits;
    };
    for (uint64_t i = 0; i < kept; ++i) {
      result[i] = pattern(i * length);
      for (uint64_t j = 1; j < length; ++j) {
        int64_t element = pattern(i * length + j);
        result[i] = x.op == isa::ReduceOp::bitwise_and  ? result[i] & element
                    : x.op == isa::ReduceOp::bitwise_or ? result[i] | element
                                                        : result[i] ^ element;
      }
    }
    writer.storeIntegers(p, ElementType::i64, result);
  }
}

llvm::Error execute(Core &core, const isa::Reduce &x) {
  if (isa::isBitwise(x.op)) {
    reduceBits(core, x);
    return llvm::Error::success();
  }
  RowReader source(core, x.source, x.destination, 0);
  RowWriter writer(core, x.destination, {&x.source}, 2, storeRule(x));
  uint64_t kept = writer.elements(), length = source.elements() / kept;
  writer.forEachRow(source.elements(), [&](unsigned p) {
    const float *row = source.floats(p);
    // The destination may lie in the source, so not in place.
    float *result = core.scratch<float>(3, kept);
    for (uint64_t i = 0; i < kept; ++i) {
      float value = core.kernels.reduce(x.op, row + i * length, length);
      result[i] = x.negate && value == value ? -value : value;
    }
    writer.commitFloats(p, result);
  });
  return llvm::Error::success();
}

} // namespace glia::interpreter
