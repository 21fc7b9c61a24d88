//===- Tensor.h - A tensor's bytes on the host ----------------------------===//
//
// What goes into a program and comes out of it: dense row-major little-endian
// bytes with type and shape. Array files, the evaluator, the machine's runner
// and verify hand these around.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_SUPPORT_TENSOR_H
#define GLIA_SUPPORT_TENSOR_H

#include "glia/Support/ElementType.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <utility>
#include <vector>

namespace glia {

struct Tensor {
  ElementType type = ElementType::f32;
  llvm::SmallVector<int64_t, 6> shape;
  std::vector<uint8_t> bytes;
  bool operator==(const Tensor &) const = default;
};

/// In the order of a file's members or of a program's bindings.
using NamedTensors = std::vector<std::pair<std::string, Tensor>>;

inline const Tensor *find(const NamedTensors &tensors, llvm::StringRef name) {
  for (const auto &[key, tensor] : tensors)
    if (key == name)
      return &tensor;
  return nullptr;
}

} // namespace glia

#endif
