//===- Grid.cpp - Cores along several axes --------------------------------===//
#include "glia/Support/Grid.h"

using namespace glia;

bool Grid::isGrid(llvm::ArrayRef<int64_t> extents) {
  int64_t cores = 1;
  for (int64_t extent : extents) {
    if (extent < 1 || extent > mostGridCores / cores)
      return false;
    cores *= extent;
  }
  return true;
}

int64_t Grid::cores() const {
  int64_t cores = 1;
  for (int64_t extent : extents)
    cores *= extent;
  return cores;
}

int64_t Grid::stride(unsigned axis) const {
  int64_t stride = 1;
  for (unsigned faster = axis + 1; faster < extents.size(); ++faster)
    stride *= extents[faster];
  return stride;
}

std::vector<std::vector<uint32_t>> Grid::groups(unsigned axis) const {
  std::vector<std::vector<uint32_t>> groups;
  for (int64_t core = 0; core < cores(); ++core) {
    if (place(core, axis) != 0)
      continue;
    auto &group = groups.emplace_back();
    for (int64_t member = 0; member < extents[axis]; ++member)
      group.push_back(static_cast<uint32_t>(core + member * stride(axis)));
  }
  return groups;
}
