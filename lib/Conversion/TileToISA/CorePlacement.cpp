//===- CorePlacement.cpp - What of a program is on which core -------------===//
//
// Cores whose numbers of parts are equal hold the same bytes: these are in the
// object once.
//
//===----------------------------------------------------------------------===//
#include "CorePlacement.h"
#include <map>

using namespace glia;

std::vector<std::string> glia::replicaGroupTexts(const Grid &grid) {
  std::vector<std::string> texts;
  for (unsigned axis = 0; axis < grid.axes(); ++axis)
    texts.push_back(formatPlacement(ReplicaGroups{grid.groups(axis)}));
  return texts;
}

Binding glia::placeBinding(tile::BufferType part,
                           std::optional<llvm::ArrayRef<int64_t>> split,
                           const Grid &grid) {
  Binding binding;
  binding.shape.assign(part.getShape().begin(), part.getShape().end());
  if (!split || llvm::all_of(*split, [](int64_t axis) { return axis < 0; }))
    return binding;
  binding.partShape = binding.shape;
  for (auto [extent, axis] : llvm::zip(binding.shape, *split))
    if (axis >= 0)
      extent *= grid.extent(axis);
  for (int64_t core = 0; core < grid.cores(); ++core) {
    Shard shard{uint32_t(core), {}};
    for (int64_t axis : *split)
      shard.part.push_back(axis < 0 ? 0 : uint32_t(grid.place(core, axis)));
    binding.shards.push_back(std::move(shard));
  }
  return binding;
}

/// The number of a core's part at each step that cuts the constant.
static std::vector<int64_t> partNumbers(const Constant &constant,
                                        int64_t core) {
  std::vector<int64_t> numbers;
  for (const ConstantStep &step : constant.program)
    if (const auto *shard = std::get_if<ShardStep>(&step))
      numbers.push_back(core / shard->divisor % shard->parts);
  return numbers;
}

std::vector<ConstantPart> glia::placeConstant(ConstantStore::Id id,
                                              ConstantStore *constants,
                                              const Grid &grid) {
  std::vector<ConstantPart> parts;
  if (!constants || !constants->isSharded(id)) {
    parts.push_back({id, {}});
    return parts;
  }
  std::map<std::vector<int64_t>, size_t> known;
  for (int64_t core = 0; core < grid.cores(); ++core) {
    auto [entry, isNew] =
        known.try_emplace(partNumbers(constants->get(id), core), parts.size());
    if (isNew)
      parts.push_back({constants->ofCore(id, core), {}});
    parts[entry->second].span.cores.push_back(uint32_t(core));
  }
  return parts;
}
