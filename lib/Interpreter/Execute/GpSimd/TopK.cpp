//===- TopK.cpp - Finds the largest or smallest elements ------------------===//
//
// Compared as integers of 64 bits whose order is that of the values, so that
// every type has one comparison: NaN above all, the zeros equal.
//
//===----------------------------------------------------------------------===//
#include "lib/Interpreter/Elements.h"
#include "lib/Interpreter/Execute.h"
#include <numeric>

namespace glia::interpreter {

static int64_t rankOf(float value) {
  int32_t bits = std::bit_cast<int32_t>(value), magnitude = bits & INT32_MAX;
  if (magnitude > 0x7F800000)
    return INT64_MAX; // NaN
  return bits < 0 ? -magnitude : magnitude;
}

static std::vector<int64_t> ranks(Core &core,
                                  const isa::OnChipOperand &source) {
  if (isInteger(source.type)) {
    std::vector<int64_t> values = readIntegers(core, source);
    if (source.type == ElementType::u64)
      for (int64_t &value : values)
        value ^= INT64_MIN;
    return values;
  }
  std::vector<float> values = readFloats(core, source);
  std::vector<int64_t> result(values.size());
  std::transform(values.begin(), values.end(), result.begin(), rankOf);
  return result;
}

llvm::Error execute(Core &core, const isa::TopK &x) {
  std::vector<int64_t> rank = ranks(core, x.source);
  std::vector<uint8_t> bits = readBits(core, x.source);
  uint64_t n = x.source.elementsPerPartition(),
           k = x.destination.elementsPerPartition();
  unsigned bytes = elementBytes(x.source.type);
  std::vector<uint8_t> values(x.source.partitions * k * bytes);
  std::vector<int64_t> indices(x.source.partitions * k), order(n);
  for (unsigned p = 0; p < x.source.partitions; ++p) {
    const int64_t *row = rank.data() + p * n;
    auto isBetter = [&](int64_t a, int64_t b) {
      if (row[a] != row[b])
        return x.smallest ? row[a] < row[b] : row[a] > row[b];
      return a < b;
    };
    std::iota(order.begin(), order.end(), 0);
    std::partial_sort(order.begin(), order.begin() + static_cast<int64_t>(k),
                      order.end(), isBetter);
    for (uint64_t i = 0; i < k; ++i) {
      indices[p * k + i] = order[i];
      std::memcpy(&values[(p * k + i) * bytes],
                  &bits[(p * n + static_cast<uint64_t>(order[i])) * bytes],
                  bytes);
    }
  }
  writeBits(core, x.destination, values);
  writeIntegers(core, x.indices, indices);
  return llvm::Error::success();
}

} // namespace glia::interpreter
