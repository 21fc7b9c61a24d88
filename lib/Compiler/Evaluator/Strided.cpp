//===- Strided.cpp - Walks over tensors in memory -------------------------===//
//
// See Strided.h.
//
//===----------------------------------------------------------------------===//
#include "Strided.h"
#include <atomic>
#include <cstring>
#include <thread>

namespace glia::evaluator {

Strides denseStrides(llvm::ArrayRef<int64_t> shape) {
  Strides strides(shape.size());
  int64_t stride = 1;
  for (size_t d = shape.size(); d-- > 0; stride *= shape[d])
    strides[d] = stride;
  return strides;
}

Strides broadcastStrides(llvm::ArrayRef<int64_t> shape,
                         llvm::ArrayRef<int64_t> result) {
  Strides strides(result.size(), 0), dense = denseStrides(shape);
  size_t lead = result.size() - shape.size();
  for (size_t d = 0; d < shape.size(); ++d)
    strides[lead + d] = shape[d] == 1 ? 0 : dense[d];
  return strides;
}

void increment(llvm::MutableArrayRef<int64_t> index,
               llvm::ArrayRef<int64_t> shape) {
  for (size_t d = shape.size(); d-- > 0;) {
    if (++index[d] < shape[d])
      return;
    index[d] = 0;
  }
}

template <typename Element>
static void copyRow(uint8_t *to, int64_t toStride, const uint8_t *from,
                    int64_t fromStride, int64_t count) {
  for (int64_t i = 0; i < count; ++i)
    std::memcpy(to + i * toStride * int64_t(sizeof(Element)),
                from + i * fromStride * int64_t(sizeof(Element)),
                sizeof(Element));
}

static void copyRow(uint8_t *to, int64_t toStride, const uint8_t *from,
                    int64_t fromStride, int64_t count, int64_t bytes) {
  if (toStride == 1 && fromStride == 1)
    std::memcpy(to, from, count * bytes);
  else if (bytes == 1)
    copyRow<uint8_t>(to, toStride, from, fromStride, count);
  else if (bytes == 2)
    copyRow<uint16_t>(to, toStride, from, fromStride, count);
  else if (bytes == 4)
    copyRow<uint32_t>(to, toStride, from, fromStride, count);
  else
    copyRow<uint64_t>(to, toStride, from, fromStride, count);
}

void copyStrided(uint8_t *to, llvm::ArrayRef<int64_t> toStrides,
                 const uint8_t *from, llvm::ArrayRef<int64_t> fromStrides,
                 llvm::ArrayRef<int64_t> shape, int64_t bytes) {
  int64_t total = product(shape);
  if (!total)
    return;
  if (shape.empty()) {
    std::memcpy(to, from, bytes);
    return;
  }
  llvm::ArrayRef<int64_t> outer = shape.drop_back();
  Strides index(outer.size(), 0);
  for (int64_t row = 0, rows = total / shape.back(); row < rows; ++row) {
    int64_t toOffset = 0, fromOffset = 0;
    for (size_t d = 0; d < outer.size(); ++d) {
      toOffset += index[d] * toStrides[d];
      fromOffset += index[d] * fromStrides[d];
    }
    copyRow(to + toOffset * bytes, toStrides.back(), from + fromOffset * bytes,
            fromStrides.back(), shape.back(), bytes);
    increment(index, outer);
  }
}

void parallelFor(unsigned threads, int64_t count,
                 llvm::function_ref<void(int64_t)> body) {
  threads = std::min<int64_t>(threads, count);
  if (threads <= 1) {
    for (int64_t i = 0; i < count; ++i)
      body(i);
    return;
  }
  std::atomic<int64_t> next = 0;
  auto work = [&] {
    for (int64_t i; (i = next.fetch_add(1)) < count;)
      body(i);
  };
  std::vector<std::thread> others;
  for (unsigned t = 1; t < threads; ++t)
    others.emplace_back(work);
  work();
  for (std::thread &other : others)
    other.join();
}

} // namespace glia::evaluator
