//===- Buckets.h - Tensors of another size than their bucket --------------===//
#ifndef GLIA_LIB_INTERPRETER_RUN_BUCKETS_H
#define GLIA_LIB_INTERPRETER_RUN_BUCKETS_H

#include "glia/Interpreter/Run.h"

namespace glia {

/// The size of the buckets' dimension that the tensors have, which agree in it;
/// the largest where none has the dimension. Errors: E1804, also for a size
/// that no bucket has room for.
llvm::Expected<int64_t> bucketSizeOf(const ObjectImage &image,
                                     const NamedTensors &tensors);

/// As the entry takes it, in the bytes of the whole binding: padded to the
/// entry's shape, dense from the start.
std::vector<uint8_t> padToBucket(const ObjectImage &image, size_t binding,
                                 const Tensor &tensor, int64_t entrySize);

/// What lies in the whole binding's bytes, cut to the true size.
Tensor cutFromBucket(const ObjectImage &image, size_t binding,
                     llvm::ArrayRef<uint8_t> bytes, int64_t entrySize,
                     int64_t size);

} // namespace glia

#endif
