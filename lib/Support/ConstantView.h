//===- ConstantView.h - A constant's program as strided views -------------===//
//
// Transposes, slices and broadcasts compose into one strided view of the
// source; a reshape that no strides can express and padding start another view
// over the dense result of the one before. Any range of the result can then be
// read with a bounded amount of memory.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_LIB_SUPPORT_CONSTANTVIEW_H
#define GLIA_LIB_SUPPORT_CONSTANTVIEW_H

#include "glia/Support/ConstantStore.h"
#include "glia/Support/InputFile.h"
#include <optional>

namespace glia {

class ConstantView {
public:
  /// `constant` must outlive the view. Errors: E5800, E6000, E5802.
  static llvm::Expected<ConstantView> open(const Constant &constant);

  uint64_t elements() const;
  ElementType sourceType() const { return constant->sourceType; }
  ElementType resultType() const {
    return casts.empty() ? sourceType() : casts.back();
  }
  /// Elements [first, first + count) of the result, dense, into `out`.
  llvm::Error read(uint64_t first, uint64_t count,
                   std::vector<uint8_t> &out) const;

private:
  /// Element `index` of a level is element offset + index . strides of the
  /// level below; level 0 looks at the source. Along `padded`, elements from
  /// number `filled` on are zeros.
  struct Level {
    Shape extents, strides;
    int64_t offset = 0;
    std::optional<size_t> padded = std::nullopt;
    int64_t filled = 0;
  };
  explicit ConstantView(const Constant &constant) : constant(&constant) {}

  void compose(const ConstantStep &step);
  void pushDense(const Shape &extents);
  bool restride(const Shape &shape);
  bool isDense(const Level &level) const;
  llvm::Error readLevel(size_t level, uint64_t first, uint64_t count,
                        uint8_t *out) const;
  llvm::Error readBox(size_t level, llvm::ArrayRef<int64_t> starts,
                      llvm::ArrayRef<int64_t> sizes, uint8_t *out) const;
  llvm::Error gather(size_t level, int64_t base, llvm::ArrayRef<int64_t> sizes,
                     llvm::ArrayRef<int64_t> outStrides, uint8_t *out) const;
  llvm::Error readSource(uint64_t first, uint64_t count, uint8_t *out) const;

  const Constant *constant;
  std::optional<InputFile> file;
  std::vector<Level> levels;
  std::vector<ElementType> casts;
  unsigned width = 0; // bytes of a source element; 0 for nibble types
};

} // namespace glia

#endif
