//===- States.cpp - States between their ONNX form and HBM ----------------===//
//
// Every layout step is one strided walk: what gathers on the way in scatters on
// the way out. A tile only renames dimensions of row-major bytes.
//
//===----------------------------------------------------------------------===//
#include "States.h"
#include "Shards.h"

namespace glia::interpreter {

namespace {
using Shape = llvm::SmallVector<int64_t, 6>;

struct Step {
  /// Elements of the wider side that the narrower side's elements are, in its
  /// row-major order. No loops: the bytes stay.
  Pattern walk;
  bool isGather = false; // the wider side is the source (permute)
  uint64_t bytes = 0;    // of the result
  bool moves = false;
};
} // namespace

static llvm::SmallVector<int64_t, 6> rowMajor(llvm::ArrayRef<int64_t> shape,
                                              int64_t bytes) {
  llvm::SmallVector<int64_t, 6> strides(shape.size());
  for (size_t i = shape.size(); i-- > 0;) {
    strides[i] = bytes;
    bytes *= shape[i];
  }
  return strides;
}

static uint64_t sizeOf(const Shape &shape, unsigned bytes) {
  uint64_t size = bytes;
  for (int64_t extent : shape)
    size *= static_cast<uint64_t>(extent);
  return size;
}

/// The binding has passed the object's checks, so every step is good.
static std::vector<Step> stepsOf(const Binding &binding) {
  std::vector<Step> result;
  unsigned bytes = elementBytes(binding.type);
  Shape shape(binding.shapeOfPart());
  for (const LayoutStep &layout : binding.layout) {
    Step step;
    step.walk.elementBytes = bytes;
    Shape next = llvm::cantFail(layOutShape(shape, layout));
    if (layout.kind == LayoutStep::permute) {
      auto strides = rowMajor(shape, bytes);
      step.isGather = step.moves = true;
      for (auto [extent, from] : llvm::zip(next, layout.values))
        step.walk.push(static_cast<uint64_t>(extent),
                       strides[static_cast<size_t>(from)]);
    } else if (layout.kind == LayoutStep::pad) {
      auto strides = rowMajor(next, bytes);
      step.moves = true;
      for (auto [extent, stride] : llvm::zip(shape, strides))
        step.walk.push(static_cast<uint64_t>(extent), stride);
    }
    if (sizeOf(shape, bytes) == 0)
      step.moves = false; // nothing to copy; a pad gives zeros
    step.bytes = sizeOf(next, bytes);
    result.push_back(std::move(step));
    shape = std::move(next);
  }
  return result;
}

void layOut(const Binding &binding, llvm::ArrayRef<uint8_t> part,
            uint8_t *device) {
  std::vector<uint8_t> now = part.vec();
  for (const Step &step : stepsOf(binding)) {
    std::vector<uint8_t> next(step.bytes);
    if (!step.moves)
      std::copy_n(now.begin(), std::min(now.size(), next.size()), next.begin());
    else if (step.isGather)
      gather(now.data(), step.walk, next.data());
    else
      scatter(next.data(), step.walk, now.data());
    now = std::move(next);
  }
  if (!now.empty())
    std::memcpy(device, now.data(), now.size());
}

std::vector<uint8_t> takeFromLayout(const Binding &binding,
                                    const uint8_t *device) {
  std::vector<Step> steps = stepsOf(binding);
  std::vector<uint8_t> now(device, device + binding.bytes);
  for (size_t i = steps.size(); i-- > 0;) {
    std::vector<uint8_t> before(i == 0 ? partBytes(binding)
                                       : steps[i - 1].bytes);
    if (!steps[i].moves)
      std::copy_n(now.begin(), std::min(now.size(), before.size()),
                  before.begin());
    else if (steps[i].isGather)
      scatter(before.data(), steps[i].walk, now.data());
    else
      gather(now.data(), steps[i].walk, before.data());
    now = std::move(before);
  }
  return now;
}

llvm::Error writeState(Cores &cores, const Binding &binding,
                       llvm::ArrayRef<uint8_t> bytes) {
  std::vector<uint8_t> part(binding.shards.empty() ? 0 : partBytes(binding));
  for (uint32_t number = 0; number < cores.size(); ++number) {
    if (!binding.isOn(number))
      continue;
    Hbm &hbm = cores[number].hbm;
    // The initial value must not come later, over this one.
    if (llvm::Error error =
            hbm.load(binding.hbmOffset, binding.hbmOffset + binding.bytes))
      return error;
    llvm::ArrayRef<uint8_t> own = bytes;
    if (const Shard *shard = binding.findShard(number)) {
      splitPart(binding, *shard, bytes.data(), part.data());
      own = part;
    }
    layOut(binding, own, hbm.data() + binding.hbmOffset);
  }
  return llvm::Error::success();
}

llvm::Expected<std::vector<uint8_t>> readState(Cores &cores,
                                               const Binding &binding) {
  Shape shape(binding.shape);
  std::vector<uint8_t> whole(sizeOf(shape, elementBytes(binding.type)));
  for (uint32_t number = 0; number < cores.size(); ++number) {
    if (!binding.isOn(number))
      continue;
    Hbm &hbm = cores[number].hbm;
    if (llvm::Error error =
            hbm.load(binding.hbmOffset, binding.hbmOffset + binding.bytes))
      return std::move(error);
    std::vector<uint8_t> part =
        takeFromLayout(binding, hbm.data() + binding.hbmOffset);
    const Shard *shard = binding.findShard(number);
    if (!shard)
      return part; // the others hold the same
    joinPart(binding, *shard, part.data(), whole.data());
  }
  return whole;
}

} // namespace glia::interpreter
