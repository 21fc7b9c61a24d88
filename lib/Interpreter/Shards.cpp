//===- Shards.cpp - Splitting and joining tensors over cores --------------===//
//
// Row by row along the last dimension. Types of half bytes go element by
// element: a row need not begin at a byte.
//
//===----------------------------------------------------------------------===//
#include "Shards.h"
#include "llvm/ADT/STLExtras.h"
#include <cstring>

namespace glia::interpreter {

static uint64_t product(llvm::ArrayRef<int64_t> sizes) {
  uint64_t result = 1;
  for (int64_t size : sizes)
    result *= static_cast<uint64_t>(size);
  return result;
}

uint64_t partBytes(const Binding &binding) {
  return storageBytes(binding.type, product(binding.shapeOfPart()));
}

/// Calls with the first element of each row in the whole and in the part, and
/// the elements of the row that lie inside the whole.
template <typename Callback>
static void forEachRow(const Binding &binding, const Shard &shard,
                       Callback callback) {
  size_t rank = binding.shape.size();
  llvm::SmallVector<uint64_t, 6> begin, extent;
  for (size_t i = 0; i < rank; ++i) {
    uint64_t size = static_cast<uint64_t>(binding.shape[i]),
             part = static_cast<uint64_t>(binding.partShape[i]);
    unsigned __int128 first = static_cast<unsigned __int128>(shard.part[i]) * part;
    if (first >= size)
      return; // padding only
    begin.push_back(static_cast<uint64_t>(first));
    extent.push_back(std::min(part, size - begin.back()));
  }
  if (rank == 0)
    return callback(uint64_t(0), uint64_t(0), uint64_t(1));
  llvm::SmallVector<uint64_t, 6> at(rank);
  while (true) {
    uint64_t inWhole = 0, inPart = 0;
    for (size_t i = 0; i < rank; ++i) {
      inWhole = inWhole * static_cast<uint64_t>(binding.shape[i]) + begin[i] +
                at[i];
      inPart = inPart * static_cast<uint64_t>(binding.partShape[i]) + at[i];
    }
    callback(inWhole, inPart, extent[rank - 1]);
    size_t i = rank - 1;
    while (i > 0 && ++at[i - 1] == extent[i - 1])
      at[--i] = 0;
    if (i == 0)
      return;
  }
}

static void copyElements(ElementType type, const uint8_t *from,
                         uint64_t fromElement, uint8_t *to, uint64_t toElement,
                         uint64_t count) {
  unsigned width = bitWidth(type);
  if (width >= 8) {
    std::memcpy(to + toElement * (width / 8), from + fromElement * (width / 8),
                count * (width / 8));
    return;
  }
  for (uint64_t i = 0; i < count; ++i) {
    uint64_t source = fromElement + i, target = toElement + i;
    uint8_t nibble = from[source / 2] >> (source % 2 * 4) & 15;
    unsigned shift = target % 2 * 4;
    to[target / 2] = static_cast<uint8_t>(
        (to[target / 2] & ~(15 << shift)) | nibble << shift);
  }
}

void splitPart(const Binding &binding, const Shard &shard, const uint8_t *whole,
               uint8_t *part) {
  std::memset(part, 0, partBytes(binding));
  forEachRow(binding, shard,
             [&](uint64_t inWhole, uint64_t inPart, uint64_t count) {
               copyElements(binding.type, whole, inWhole, part, inPart, count);
             });
}

void joinPart(const Binding &binding, const Shard &shard, const uint8_t *part,
              uint8_t *whole) {
  forEachRow(binding, shard,
             [&](uint64_t inWhole, uint64_t inPart, uint64_t count) {
               copyElements(binding.type, part, inPart, whole, inWhole, count);
             });
}

} // namespace glia::interpreter
