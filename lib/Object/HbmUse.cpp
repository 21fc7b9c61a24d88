//===- HbmUse.cpp - What a program does with the tensors in HBM -----------===//
//
// Ranges are sorted; a mark is a link to the next range that has none, and the
// links are shortened as they are followed.
//
//===----------------------------------------------------------------------===//

#include "HbmUse.h"
#include "glia/Support/Error.h"
#include <numeric>

using namespace llvm;

namespace glia::object {

HbmUse::HbmUse(const ObjectImage &image) : image(image) {
  for (auto [index, constant] : enumerate(image.constants))
    if (constant.bytes != 0)
      constants.push_back(
          {constant.hbmOffset, constant.hbmOffset + constant.bytes, index});
  for (auto [index, binding] : enumerate(image.bindings))
    if (binding.bytes != 0)
      bindings.push_back(
          {binding.hbmOffset, binding.hbmOffset + binding.bytes, index});
  for (std::vector<Range> *ranges : {&constants, &bindings})
    llvm::sort(*ranges, [](const Range &a, const Range &b) {
      return a.begin < b.begin;
    });
  for (Marks &mark : marks) {
    mark.next.resize(bindings.size() + 1);
    std::iota(mark.next.begin(), mark.next.end(), size_t(0));
  }
}

size_t HbmUse::Marks::unmarkedFrom(size_t i) {
  size_t end = i;
  while (next[end] != end)
    end = next[end];
  while (next[i] != end)
    i = std::exchange(next[i], end);
  return end;
}

const ConstantSpan *HbmUse::constantIn(uint64_t low, uint64_t high) const {
  auto found =
      llvm::upper_bound(constants, low, [](uint64_t at, const Range &range) {
        return at < range.end;
      });
  return found != constants.end() && found->begin < high
             ? &image.constants[found->index]
             : nullptr;
}

void HbmUse::use(uint64_t low, uint64_t high, bool isWrite) {
  auto first =
      llvm::upper_bound(bindings, low, [](uint64_t at, const Range &range) {
        return at < range.end;
      });
  Marks &mark = marks[isWrite];
  for (size_t i = mark.unmarkedFrom(size_t(first - bindings.begin()));
       i < bindings.size() && bindings[i].begin < high;
       i = mark.unmarkedFrom(i))
    mark.next[i] = i + 1;
}

std::vector<std::string> HbmUse::warnings() const {
  std::vector<std::string> result;
  for (auto [i, range] : enumerate(bindings)) {
    const Binding &binding = image.bindings[range.index];
    bool isOutput = binding.kind == BindingKind::output;
    bool isUsed = anywhere[isOutput] || marks[isOutput].next[i] != i;
    if (binding.kind != BindingKind::state && !isUsed)
      result.push_back((name(binding.kind) + " `" +
                        escapeForMessage(binding.name) + "` is never " +
                        (isOutput ? "written" : "read"))
                           .str());
  }
  return result;
}

} // namespace glia::object
