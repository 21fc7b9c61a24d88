//===- Buckets.cpp - Tensors of another size than their bucket ------------===//
//
// The table of the object says all extents at all sizes; here boxes are copied
// into larger ones and out of them.
//
//===----------------------------------------------------------------------===//
#include "Buckets.h"
#include "glia/Support/Error.h"
#include "llvm/ADT/StringExtras.h"
#include <cstring>

using namespace glia;

static llvm::Error doesNotFit(llvm::StringRef input, const std::string &what) {
  return makeError(std::move(GliaError(ErrorCode::E1804, what)
                                 .with("input", escapeForMessage(input))));
}

llvm::Expected<int64_t> glia::bucketSizeOf(const ObjectImage &image,
                                           const NamedTensors &tensors) {
  const BucketTable &table = image.buckets;
  std::optional<int64_t> size;
  for (const BucketAxis &axis : table.axes) {
    const Binding &binding = image.bindings[axis.binding];
    const Tensor *tensor =
        binding.kind == BindingKind::input ? find(tensors, binding.name)
                                           : nullptr;
    if (!tensor || tensor->shape.size() != binding.shape.size())
      continue; // of another rank: said where shapes are compared
    int64_t extent = tensor->shape[axis.axis];
    auto found = llvm::find(axis.extents, extent);
    if (found == axis.extents.end())
      return doesNotFit(binding.name,
                        "has " + std::to_string(extent) + " along dimension " +
                            std::to_string(axis.axis) +
                            ", the buckets have room for " +
                            std::to_string(axis.extents.front()) + " to " +
                            std::to_string(axis.extents.back()));
    int64_t here = table.least + (found - axis.extents.begin());
    if (size && *size != here)
      return doesNotFit(binding.name,
                        "is of size " + std::to_string(here) + " in `" +
                            escapeForMessage(table.dim) +
                            "`, another input of " + std::to_string(*size));
    size = here;
  }
  if (size)
    return *size;
  return table.least + int64_t(table.axes.front().extents.size()) - 1;
}

/// Copies the box of `shape` at the start of both, whose rows are as long as
/// their own shapes say.
static void copyBox(uint8_t *to, llvm::ArrayRef<int64_t> toShape,
                    const uint8_t *from, llvm::ArrayRef<int64_t> fromShape,
                    llvm::ArrayRef<int64_t> shape, size_t elementBytes) {
  if (llvm::is_contained(shape, 0))
    return;
  if (shape.empty()) {
    std::memcpy(to, from, elementBytes);
    return;
  }
  std::vector<int64_t> index(shape.size() - 1, 0);
  size_t rowBytes = size_t(shape.back()) * elementBytes;
  while (true) {
    size_t toRow = 0, fromRow = 0;
    for (size_t axis = 0; axis < index.size(); ++axis) {
      toRow = toRow * size_t(toShape[axis]) + size_t(index[axis]);
      fromRow = fromRow * size_t(fromShape[axis]) + size_t(index[axis]);
    }
    std::memcpy(to + toRow * size_t(toShape.back()) * elementBytes,
                from + fromRow * size_t(fromShape.back()) * elementBytes,
                rowBytes);
    size_t axis = index.size();
    while (axis > 0 && ++index[axis - 1] == shape[axis - 1])
      index[--axis] = 0;
    if (axis == 0)
      return;
  }
}

static uint64_t countOf(llvm::ArrayRef<int64_t> shape) {
  uint64_t count = 1;
  for (int64_t extent : shape)
    count *= uint64_t(extent);
  return count;
}

std::vector<uint8_t> glia::padToBucket(const ObjectImage &image,
                                       size_t binding, const Tensor &tensor,
                                       int64_t entrySize) {
  std::vector<uint8_t> bytes(image.bindings[binding].wholeBytes());
  std::vector<int64_t> shape = image.shapeAt(binding, entrySize);
  size_t width = bitWidth(tensor.type) / 8;
  for (const BucketPad &pad : image.buckets.pads)
    if (pad.binding == binding && pad.bits != 0)
      for (uint64_t i = 0; i < countOf(shape); ++i)
        std::memcpy(bytes.data() + i * width, &pad.bits, width);
  copyBox(bytes.data(), shape, tensor.bytes.data(), tensor.shape, tensor.shape,
          width);
  return bytes;
}

Tensor glia::cutFromBucket(const ObjectImage &image, size_t binding,
                           llvm::ArrayRef<uint8_t> bytes, int64_t entrySize,
                           int64_t size) {
  std::vector<int64_t> whole = image.shapeAt(binding, entrySize),
                       shape = image.shapeAt(binding, size);
  ElementType type = image.bindings[binding].type;
  size_t width = bitWidth(type) / 8;
  Tensor tensor{type, {shape.begin(), shape.end()},
                std::vector<uint8_t>(countOf(shape) * width)};
  copyBox(tensor.bytes.data(), shape, bytes.data(), whole, shape, width);
  return tensor;
}
