//===- Windows.cpp - Moving windows that are gathered once ----------------===//
//
// A window whose source has been written is free: its memory is taken again
// before new memory is, for that is in the host's caches.
//
//===----------------------------------------------------------------------===//
#include "Windows.h"
#include "Pattern.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

namespace glia::interpreter {

ByteRange byteRange(const isa::OnChipOperand &operand) {
  Pattern row = rowPattern(operand);
  return {static_cast<uint32_t>(operand.byteOffset + row.low()),
          static_cast<uint32_t>(operand.byteOffset + row.high())};
}

void WriteEpochs::write(ByteRange range) {
  if (range.isEmpty())
    return;
  size_t end = (range.high - 1) / blockBytes + 1;
  if (blocks.size() < end)
    blocks.resize(end);
  std::fill(blocks.begin() + range.low / blockBytes,
            blocks.begin() + static_cast<ptrdiff_t>(end), ++last);
}

bool WriteEpochs::isUnchangedSince(uint64_t epoch, ByteRange range) const {
  size_t end = std::min<size_t>(blocks.size(),
                                (range.high + blockBytes - 1) / blockBytes);
  for (size_t i = range.low / blockBytes; i < end; ++i)
    if (blocks[i] > epoch)
      return false;
  return true;
}

const float *Windows::find(const isa::OnChipOperand &operand, ByteRange range,
                           bool isLast) {
  for (Window &window : windows) {
    if (window.isFree || window.operand != operand)
      continue;
    bool isUnchanged = epochs.isUnchangedSince(window.epoch, range);
    window.isFree = isLast || !isUnchanged;
    return isUnchanged ? window.data.get() : nullptr;
  }
  return nullptr;
}

float *Windows::insert(const isa::OnChipOperand &operand, uint64_t wanted) {
  auto found = llvm::find_if(windows, [&](const Window &window) {
    return window.isFree && window.elements >= wanted;
  });
  if (found == windows.end()) {
    if (wanted > maxElements)
      return nullptr;
    if (wanted > maxElements - elements) {
      windows.clear(); // of earlier layers
      elements = 0;
    }
    elements += wanted;
    windows.push_back({operand, 0, true, wanted,
                       std::make_unique_for_overwrite<float[]>(wanted)});
    found = windows.end() - 1;
  }
  found->operand = operand;
  found->epoch = epochs.now();
  found->isFree = false;
  return found->data.get();
}

void Windows::reset() {
  for (Window &window : windows)
    window.isFree = true;
}

} // namespace glia::interpreter
