//===- HbmUse.cpp - What a program does with the tensors in HBM -----------===//
//
// Ranges are sorted; a mark is a link to the next range that has none, and the
// links are shortened as they are followed. Constants that some cores have are
// handed to the programs of those cores once, whatever the number of programs.
//
//===----------------------------------------------------------------------===//

#include "HbmUse.h"
#include "glia/Support/Error.h"
#include <numeric>

using namespace llvm;

namespace glia::object {

HbmUse::HbmUse(const ObjectImage &image)
    : image(image), constantsOf(image.programs.size()),
      isOfSome(image.programs.size()) {
  for (uint32_t program : image.coreToProgram)
    isOfSome[program] = true;
  for (auto [index, constant] : enumerate(image.constants)) {
    if (constant.bytes == 0 || constant.isInitial)
      continue;
    Range range{constant.hbmOffset, constant.hbmOffset + constant.bytes, index};
    if (constant.cores.empty()) {
      constantsOfAll.push_back(range);
      continue;
    }
    constantsOfAny.push_back(range);
    for (uint32_t core : constant.cores) {
      std::vector<Range> &ranges = constantsOf[image.coreToProgram[core]];
      if (ranges.empty() || ranges.back().index != index)
        ranges.push_back(range);
    }
  }
  merge(constantsOfAll);
  merge(constantsOfAny);
  for (auto [index, binding] : enumerate(image.bindings))
    if (binding.bytes != 0)
      bindings.push_back(
          {binding.hbmOffset, binding.hbmOffset + binding.bytes, index});
  llvm::sort(bindings,
             [](const Range &a, const Range &b) { return a.begin < b.begin; });
  for (Marks &mark : marks) {
    mark.next.resize(bindings.size() + 1);
    std::iota(mark.next.begin(), mark.next.end(), size_t(0));
  }
}

void HbmUse::merge(std::vector<Range> &ranges) {
  llvm::sort(ranges,
             [](const Range &a, const Range &b) { return a.begin < b.begin; });
  std::vector<Range> merged;
  for (const Range &range : ranges)
    if (!merged.empty() && range.begin < merged.back().end)
      merged.back().end = std::max(merged.back().end, range.end);
    else
      merged.push_back(range);
  ranges = std::move(merged);
}

void HbmUse::beginProgram(uint32_t program) {
  constants = {&constantsOfAll, &constantsOfAny};
  // A program that no core has by the table may run on any (entries).
  if (isOfSome[program]) {
    merge(constantsOf[program]);
    constants[1] = &constantsOf[program];
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
  for (const std::vector<Range> *ranges : constants) {
    auto found =
        llvm::upper_bound(*ranges, low, [](uint64_t at, const Range &range) {
          return at < range.end;
        });
    if (found != ranges->end() && found->begin < high)
      return &image.constants[found->index];
  }
  return nullptr;
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
