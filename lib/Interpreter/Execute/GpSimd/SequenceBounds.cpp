//===- SequenceBounds.cpp - Finds where segments begin and end ------------===//
#include "lib/Interpreter/Elements.h"
#include "lib/Interpreter/Execute.h"

namespace glia::interpreter {

/// Ids of one partition, all of which compare as they are.
template <typename T>
static void findBounds(const T *ids, int64_t n, int64_t *starts,
                       int64_t *ends) {
  for (int64_t i = 0; i < n;) {
    int64_t end = i + 1;
    while (end < n && ids[end] == ids[i])
      ++end;
    for (int64_t j = i; j < end; ++j) {
      starts[j] = ids[i] == 0 ? n : i;
      ends[j] = ids[i] == 0 ? -1 : end;
    }
    i = end;
  }
}

template <typename T>
static std::vector<int64_t> allBounds(const std::vector<T> &ids,
                                      unsigned partitions, uint64_t n) {
  std::vector<int64_t> bounds(2 * ids.size());
  for (unsigned p = 0; p < partitions; ++p) {
    int64_t *starts = bounds.data() + p * 2 * n;
    findBounds(ids.data() + p * n, static_cast<int64_t>(n), starts, starts + n);
  }
  return bounds;
}

llvm::Error execute(Core &core, const isa::SequenceBounds &x) {
  uint64_t n = x.source.elementsPerPartition();
  std::vector<int64_t> bounds =
      x.source.type == ElementType::i32
          ? allBounds(readIntegers(core, x.source), x.source.partitions, n)
          : allBounds(readFloats(core, x.source), x.source.partitions, n);
  if (x.destination.type == ElementType::i32) {
    writeIntegers(core, x.destination, bounds);
    return llvm::Error::success();
  }
  std::vector<uint8_t> bits(bounds.size() * sizeof(float)); // exact: n < 2^24
  numerics::convert(ElementType::i64, bounds.data(), ElementType::f32,
                    bits.data(), bounds.size());
  writeBits(core, x.destination, bits);
  return llvm::Error::success();
}

} // namespace glia::interpreter
