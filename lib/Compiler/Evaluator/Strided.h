//===- Strided.h - Walks over tensors in memory ---------------------------===//
//
// Strides, strided copies, threads: what the evaluator's files share.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_LIB_COMPILER_EVALUATOR_STRIDED_H
#define GLIA_LIB_COMPILER_EVALUATOR_STRIDED_H

#include "glia/Support/Tensor.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

namespace glia::evaluator {

using Strides = llvm::SmallVector<int64_t, 6>;

inline int64_t product(llvm::ArrayRef<int64_t> sizes) {
  int64_t result = 1;
  for (int64_t size : sizes)
    result *= size;
  return result;
}

/// Row-major strides in elements.
Strides denseStrides(llvm::ArrayRef<int64_t> shape);
/// Strides per dimension of `result` of a tensor that broadcasts to it; 0
/// where it repeats.
Strides broadcastStrides(llvm::ArrayRef<int64_t> shape,
                         llvm::ArrayRef<int64_t> result);

inline int64_t elementBytes(ElementType type) { return storageBytes(type, 1); }
inline const float *floats(const Tensor &tensor) {
  return reinterpret_cast<const float *>(tensor.bytes.data());
}
inline float *floats(Tensor &tensor) {
  return reinterpret_cast<float *>(tensor.bytes.data());
}

/// Copies elements of `bytes` bytes over `shape`; strides in elements.
void copyStrided(uint8_t *to, llvm::ArrayRef<int64_t> toStrides,
                 const uint8_t *from, llvm::ArrayRef<int64_t> fromStrides,
                 llvm::ArrayRef<int64_t> shape, int64_t bytes);

/// Adds one to the row-major multi-index.
void increment(llvm::MutableArrayRef<int64_t> index,
               llvm::ArrayRef<int64_t> shape);

/// Calls body(0) .. body(count - 1), each once, on up to `threads` threads.
void parallelFor(unsigned threads, int64_t count,
                 llvm::function_ref<void(int64_t)> body);

} // namespace glia::evaluator

#endif
