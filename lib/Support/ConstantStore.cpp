//===- ConstantStore.cpp - Weights that are never resident ----------------===//
//
// The record of constants: what they are and how they derive from each
// other. ConstantView.cpp computes their bytes.
//
//===----------------------------------------------------------------------===//
#include "glia/Support/ConstantStore.h"
#include "ConstantView.h"
#include "glia/Support/Error.h"
#include "glia/Support/Limits.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <cassert>

namespace glia {

static uint64_t elements(llvm::ArrayRef<int64_t> shape) {
  uint64_t product = 1;
  for (int64_t extent : shape)
    product *= static_cast<uint64_t>(extent);
  return product;
}

static Shape shapeAfter(const ConstantStep &step, Shape shape) {
  if (const auto *transpose = std::get_if<TransposeStep>(&step)) {
    Shape permuted;
    for (int64_t axis : transpose->permutation)
      permuted.push_back(shape[axis]);
    return permuted;
  }
  if (const auto *reshape = std::get_if<ReshapeStep>(&step))
    return reshape->shape;
  if (const auto *slice = std::get_if<SliceStep>(&step))
    return slice->sizes;
  if (const auto *broadcast = std::get_if<BroadcastStep>(&step))
    return broadcast->shape;
  if (const auto *pad = std::get_if<PadStep>(&step))
    shape[pad->dimension] = pad->extent;
  if (const auto *shard = std::get_if<ShardStep>(&step))
    shape[shard->dimension] /= shard->parts;
  return shape;
}

ConstantStore::Id ConstantStore::add(Constant constant) {
  constants.push_back(std::move(constant));
  return static_cast<Id>(constants.size()) - 1;
}

ConstantStore::Id ConstantStore::addMemory(llvm::StringRef name,
                                           ElementType type,
                                           llvm::ArrayRef<int64_t> shape,
                                           std::vector<uint8_t> bytes) {
  assert(bytes.size() == storageBytes(type, elements(shape)) &&
         "the bytes fit type and shape");
  return add(Constant{
      name.str(), type, Shape(shape), MemorySpan{std::move(bytes)}, {}});
}

ConstantStore::Id ConstantStore::derive(Id base, ConstantStep step) {
  Constant derived = constants[base];
  derived.program.push_back(std::move(step));
  return add(std::move(derived));
}

bool ConstantStore::isSharded(Id id) const {
  return llvm::any_of(constants[id].program, [](const ConstantStep &step) {
    return std::holds_alternative<ShardStep>(step);
  });
}

ConstantStore::Id ConstantStore::ofCore(Id id, int64_t core) {
  if (!isSharded(id))
    return id;
  Constant own = constants[id];
  Shape shape = own.sourceShape;
  for (ConstantStep &step : own.program) {
    Shape after = shapeAfter(step, shape);
    if (const auto *shard = std::get_if<ShardStep>(&step)) {
      SliceStep slice;
      slice.starts.assign(shape.size(), 0);
      slice.starts[shard->dimension] =
          core / shard->divisor % shard->parts * after[shard->dimension];
      slice.sizes = after;
      slice.strides.assign(shape.size(), 1);
      step = std::move(slice);
    }
    shape = std::move(after);
  }
  return add(std::move(own));
}

ElementType ConstantStore::type(Id id) const {
  ElementType type = constants[id].sourceType;
  for (const ConstantStep &step : constants[id].program)
    if (const auto *cast = std::get_if<CastStep>(&step))
      type = cast->type;
  return type;
}

Shape ConstantStore::shape(Id id) const {
  Shape shape = constants[id].sourceShape;
  for (const ConstantStep &step : constants[id].program)
    shape = shapeAfter(step, std::move(shape));
  return shape;
}

uint64_t ConstantStore::bytes(Id id) const {
  return storageBytes(type(id), elements(shape(id)));
}

llvm::Error ConstantStore::stream(
    Id id,
    llvm::function_ref<llvm::Error(llvm::ArrayRef<uint8_t>)> sink) const {
  if (isSharded(id))
    return makeError(ErrorCode::E9800,
                     "constant " + llvm::Twine(id) +
                         " is sharded: its bytes depend on the core");
  llvm::Expected<ConstantView> view = ConstantView::open(constants[id]);
  if (!view)
    return view.takeError();
  uint64_t total = view->elements();
  // A nibble type is only ever read as it is stored, whole bytes at a time.
  uint64_t chunk =
      limits::fileChunkBytes * 8 /
      std::max(bitWidth(view->resultType()), bitWidth(view->sourceType()));
  std::vector<uint8_t> buffer;
  for (uint64_t first = 0; first < total; first += chunk) {
    uint64_t count = std::min(chunk, total - first);
    if (llvm::Error error = view->read(first, count, buffer))
      return error;
    if (llvm::Error error = sink(buffer))
      return error;
  }
  return llvm::Error::success();
}

llvm::Expected<std::vector<uint8_t>> ConstantStore::read(Id id) const {
  std::vector<uint8_t> all;
  all.reserve(bytes(id));
  llvm::Error error = stream(id, [&](llvm::ArrayRef<uint8_t> chunk) {
    all.insert(all.end(), chunk.begin(), chunk.end());
    return llvm::Error::success();
  });
  if (error)
    return std::move(error);
  return all;
}

} // namespace glia
