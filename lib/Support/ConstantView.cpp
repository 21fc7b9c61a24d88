//===- ConstantView.cpp - A constant's program as strided views -----------===//
//
// Reading a transposed file well is the point of this file: a box of the
// result is cut until the stretch of the source that it touches is small or
// well used, so that memory stays bounded and reads stay long.
//
//===----------------------------------------------------------------------===//
#include "ConstantView.h"
#include "glia/Support/CastPolicy.h"
#include "glia/Support/Error.h"
#include "glia/Support/Numerics.h"
#include "glia/Support/OpenBeneath.h"
#include <cassert>
#include <cstring>

namespace glia {

/// A stretch of the source that is read at once.
static constexpr uint64_t hullBytes = 8 << 20, denseHullBytes = 64 << 10;
static constexpr uint64_t leastUse = 16; // one part in so many must be wanted

static uint64_t product(llvm::ArrayRef<int64_t> extents) {
  uint64_t result = 1;
  for (int64_t extent : extents)
    result *= static_cast<uint64_t>(extent);
  return result;
}

static Shape denseStrides(llvm::ArrayRef<int64_t> extents) {
  Shape strides(extents.size(), 1);
  for (size_t axis = extents.size(); axis > 1; --axis)
    strides[axis - 2] = strides[axis - 1] * extents[axis - 1];
  return strides;
}

llvm::Expected<ConstantView> ConstantView::open(const Constant &constant) {
  ConstantView view(constant);
  view.width = bitWidth(constant.sourceType) / 8;
  view.levels.push_back(
      {constant.sourceShape, denseStrides(constant.sourceShape), 0});
  for (const ConstantStep &step : constant.program)
    view.compose(step);
  const auto *span = std::get_if<FileSpan>(&constant.source);
  if (!span)
    return view;
  llvm::Expected<InputFile> file = span->root.empty()
                                       ? InputFile::open(span->path)
                                       : openBeneath(span->root, span->path);
  if (!file)
    return file.takeError();
  view.file.emplace(std::move(*file));
  return view;
}

uint64_t ConstantView::elements() const {
  return product(levels.back().extents);
}

bool ConstantView::isDense(const Level &level) const {
  if (level.padded)
    return false;
  Shape dense = denseStrides(level.extents);
  for (auto [axis, extent] : llvm::enumerate(level.extents))
    if (extent != 1 && level.strides[axis] != dense[axis])
      return false;
  return level.offset == 0;
}

/// Gives the last level another shape where strides can express it: every run
/// of old axes whose product is that of a run of new ones must be mergeable.
bool ConstantView::restride(const Shape &shape) {
  Level &level = levels.back();
  Shape oldExtents, oldStrides;
  for (auto [axis, extent] : llvm::enumerate(level.extents))
    if (extent != 1) {
      oldExtents.push_back(extent);
      oldStrides.push_back(level.strides[axis]);
    }
  Shape strides(shape.size(), 0);
  size_t oldAxis = 0, newAxis = 0;
  if (product(shape) == 0) {
    level = {shape, denseStrides(shape), 0};
    return true;
  }
  while (newAxis < shape.size() && oldAxis < oldExtents.size()) {
    size_t oldEnd = oldAxis + 1, newEnd = newAxis + 1;
    int64_t oldSize = oldExtents[oldAxis], newSize = shape[newAxis];
    while (oldSize != newSize)
      if (oldSize < newSize)
        oldSize *= oldExtents[oldEnd++];
      else
        newSize *= shape[newEnd++];
    for (size_t axis = oldAxis; axis + 1 < oldEnd; ++axis)
      if (oldStrides[axis] != oldStrides[axis + 1] * oldExtents[axis + 1])
        return false;
    int64_t stride = oldStrides[oldEnd - 1];
    for (size_t axis = newEnd; axis > newAxis; --axis) {
      strides[axis - 1] = stride;
      stride *= shape[axis - 1];
    }
    oldAxis = oldEnd;
    newAxis = newEnd;
  }
  level.extents = shape;
  level.strides = strides;
  return true;
}

/// A view of all that the last level gives.
void ConstantView::pushDense(const Shape &extents) {
  levels.push_back({extents, denseStrides(extents), 0});
}

void ConstantView::compose(const ConstantStep &step) {
  if (const auto *cast = std::get_if<CastStep>(&step)) {
    casts.push_back(cast->type); // commutes with every move of elements
    return;
  }
  // Where zeros are is said of whole dimensions: what moves elements has to
  // start over.
  if (levels.back().padded)
    pushDense(Shape(levels.back().extents));
  if (const auto *reshape = std::get_if<ReshapeStep>(&step)) {
    if (!restride(reshape->shape))
      pushDense(reshape->shape);
    return;
  }
  if (const auto *pad = std::get_if<PadStep>(&step)) {
    pushDense(Shape(levels.back().extents));
    Level &last = levels.back();
    last.padded = pad->dimension;
    last.filled = last.extents[pad->dimension];
    last.extents[pad->dimension] = pad->extent;
    return;
  }
  Level &level = levels.back();
  if (const auto *transpose = std::get_if<TransposeStep>(&step)) {
    Level permuted{{}, {}, level.offset};
    for (int64_t axis : transpose->permutation) {
      permuted.extents.push_back(level.extents[axis]);
      permuted.strides.push_back(level.strides[axis]);
    }
    level = std::move(permuted);
  } else if (const auto *slice = std::get_if<SliceStep>(&step)) {
    for (size_t axis = 0; axis < level.extents.size(); ++axis) {
      level.offset += slice->starts[axis] * level.strides[axis];
      level.extents[axis] = slice->sizes[axis];
      level.strides[axis] *= slice->strides[axis];
    }
  } else if (const auto *broadcast = std::get_if<BroadcastStep>(&step)) {
    Level wide{broadcast->shape, Shape(broadcast->shape.size(), 0),
               level.offset};
    size_t lead = wide.extents.size() - level.extents.size();
    for (size_t axis = 0; axis < level.extents.size(); ++axis)
      if (level.extents[axis] != 1)
        wide.strides[lead + axis] = level.strides[axis];
    level = std::move(wide);
  }
}

llvm::Error ConstantView::readSource(uint64_t first, uint64_t count,
                                     uint8_t *out) const {
  llvm::MutableArrayRef<uint8_t> bytes(out, count * width);
  if (const auto *memory = std::get_if<MemorySpan>(&constant->source)) {
    std::memcpy(out, memory->bytes.data() + first * width, count * width);
  } else {
    const auto &span = std::get<FileSpan>(constant->source);
    if (llvm::Error error = file->read(span.offset + first * width, bytes))
      return error;
  }
  if (constant->sourceType == ElementType::boolean)
    for (uint8_t &byte : bytes) // in a file all but 0 is true
      byte = byte != 0;
  return llvm::Error::success();
}

/// A range of a row-major tensor is at most one box of whole rows per axis on
/// the way in, and one per axis on the way out.
llvm::Error ConstantView::readLevel(size_t level, uint64_t first,
                                    uint64_t count, uint8_t *out) const {
  const Level &view = levels[level];
  if (isDense(view))
    return level == 0 ? readSource(first, count, out)
                      : readLevel(level - 1, first, count, out);
  size_t rank = view.extents.size();
  Shape dense = denseStrides(view.extents), starts(rank), sizes(rank);
  while (count > 0) {
    // The outermost axis at which whole sub-tensors begin here and fit.
    size_t axis = rank;
    while (axis > 0 && first % dense[axis - 1] == 0 &&
           dense[axis - 1] <= static_cast<int64_t>(count))
      --axis;
    if (axis == rank)
      axis = rank == 0 ? 0 : rank - 1;
    uint64_t rest = first;
    for (size_t each = 0; each < rank; ++each) {
      starts[each] = each <= axis ? rest / dense[each] : 0;
      rest %= dense[each];
      sizes[each] = each < axis ? 1 : view.extents[each];
    }
    if (rank > 0)
      sizes[axis] = std::min<int64_t>(view.extents[axis] - starts[axis],
                                      count / dense[axis]);
    if (llvm::Error error = readBox(level, starts, sizes, out))
      return error;
    uint64_t done = product(sizes);
    first += done;
    count -= done;
    out += done * width;
  }
  return llvm::Error::success();
}

llvm::Error ConstantView::readBox(size_t level, llvm::ArrayRef<int64_t> starts,
                                  llvm::ArrayRef<int64_t> sizes,
                                  uint8_t *out) const {
  const Level &view = levels[level];
  int64_t base = view.offset;
  for (size_t axis = 0; axis < starts.size(); ++axis)
    base += starts[axis] * view.strides[axis];
  Shape filled(sizes);
  if (view.padded) {
    std::memset(out, 0, product(sizes) * width);
    int64_t &size = filled[*view.padded];
    size = std::min(size, view.filled - starts[*view.padded]);
    if (size <= 0)
      return llvm::Error::success();
  }
  return gather(level, base, filled, denseStrides(sizes), out);
}

/// Copies out[i . outStrides] = stretch[low + i . strides] for all i.
static void scatter(const uint8_t *stretch, llvm::ArrayRef<int64_t> sizes,
                    llvm::ArrayRef<int64_t> strides,
                    llvm::ArrayRef<int64_t> outStrides, unsigned width,
                    uint8_t *out) {
  if (sizes.empty()) {
    std::memcpy(out, stretch, width);
    return;
  }
  int64_t step = strides.front() * width, outStep = outStrides.front() * width;
  if (sizes.size() == 1 && strides.front() == 1 && outStrides.front() == 1) {
    std::memcpy(out, stretch, sizes.front() * width);
    return;
  }
  if (sizes.size() == 1 && width == 4) {
    for (int64_t index = 0; index < sizes.front(); ++index)
      std::memcpy(out + index * outStep, stretch + index * step, 4);
    return;
  }
  for (int64_t index = 0; index < sizes.front(); ++index)
    scatter(stretch + index * step, sizes.drop_front(), strides.drop_front(),
            outStrides.drop_front(), width, out + index * outStep);
}

llvm::Error ConstantView::gather(size_t level, int64_t base,
                                 llvm::ArrayRef<int64_t> sizes,
                                 llvm::ArrayRef<int64_t> outStrides,
                                 uint8_t *out) const {
  const Level &view = levels[level];
  int64_t low = base, high = base;
  uint64_t distinct = 1;
  size_t widest = 0;
  uint64_t widestReach = 0;
  for (size_t axis = 0; axis < sizes.size(); ++axis) {
    int64_t reach = (sizes[axis] - 1) * view.strides[axis];
    (reach < 0 ? low : high) += reach;
    if (reach != 0)
      distinct *= sizes[axis];
    if (static_cast<uint64_t>(std::abs(reach)) > widestReach) {
      widestReach = std::abs(reach);
      widest = axis;
    }
  }
  uint64_t hull = (high - low + 1), bytes = hull * width;
  bool small = bytes <= denseHullBytes || distinct == 1;
  if (small || (bytes <= hullBytes && hull / distinct <= leastUse)) {
    std::vector<uint8_t> stretch(bytes);
    llvm::Error error = level == 0
                            ? readSource(low, hull, stretch.data())
                            : readLevel(level - 1, low, hull, stretch.data());
    if (error)
      return error;
    scatter(stretch.data() + (base - low) * width, sizes, view.strides,
            outStrides, width, out);
    return llvm::Error::success();
  }
  Shape part(sizes);
  int64_t half = sizes[widest] / 2;
  part[widest] = half;
  if (llvm::Error error = gather(level, base, part, outStrides, out))
    return error;
  part[widest] = sizes[widest] - half;
  return gather(level, base + half * view.strides[widest], part, outStrides,
                out + half * outStrides[widest] * width);
}

llvm::Error ConstantView::read(uint64_t first, uint64_t count,
                               std::vector<uint8_t> &out) const {
  if (width == 0) {
    if (levels.size() > 1 || !isDense(levels.front()) || !casts.empty())
      return makeError(
          ErrorCode::E9800,
          "a constant of type " + name(sourceType()) +
              " was moved or cast, expects whole bytes per element");
    out.resize(storageBytes(sourceType(), count));
    uint64_t offset = storageBytes(sourceType(), first);
    if (const auto *memory = std::get_if<MemorySpan>(&constant->source)) {
      std::memcpy(out.data(), memory->bytes.data() + offset, out.size());
      return llvm::Error::success();
    }
    return file->read(std::get<FileSpan>(constant->source).offset + offset,
                      out);
  }
  out.resize(count * width);
  if (llvm::Error error =
          readLevel(levels.size() - 1, first, count, out.data()))
    return error;
  if (sourceType() == ElementType::boolean) // ONNX: any byte but 0 is true
    for (uint8_t &byte : out)
      byte = byte != 0;
  ElementType from = sourceType();
  for (ElementType to : casts) {
    std::vector<uint8_t> converted(storageBytes(to, count));
    numerics::convert(from, out.data(), to, converted.data(), count,
                      castSaturates(to));
    out = std::move(converted);
    from = to;
  }
  return llvm::Error::success();
}

} // namespace glia
