//===- CollectiveCosts.cpp - Collectives in the timing model --------------===//
//
// One that no rank can join (a core without a group) never completes; the model
// then reports it as waiting.
//
//===----------------------------------------------------------------------===//
#include "CollectiveCosts.h"

namespace glia::interpreter {

namespace {
struct Entry {
  uint32_t set = 0;
  uint8_t queue = 0;
  uint64_t bytes = 0; // of the larger operand
};
} // namespace

static Entry entryOf(const isa::Instruction &instruction) {
  Entry entry = std::visit(
      [](const auto &x) -> Entry {
        if constexpr (std::remove_cvref_t<decltype(x)>::isCollective)
          return {x.group, x.queue, 0};
        else
          return {};
      },
      instruction);
  isa::forEachAccess(instruction, [&](isa::Access access) {
    uint64_t bytes =
        access.hbm ? access.hbm->elements() * elementBytes(access.hbm->type)
                   : access.onChip->partitions *
                         access.onChip->elementsPerPartition() *
                         elementBytes(access.onChip->type);
    entry.bytes = std::max(entry.bytes, bytes);
  });
  return entry;
}

std::optional<CollectiveTiming::Completion>
CollectiveCosts::issue(unsigned core, unsigned,
                       const DecodedInstruction &instruction, double ready) {
  Entry entry = entryOf(instruction.instruction);
  auto place = entry.set < image.replicaGroups.size()
                   ? image.replicaGroups[entry.set].find(core)
                   : std::nullopt;
  Key key{entry.set, place ? place->first : UINT32_MAX,
          issued[{core, entry.set}]++};
  Completion &completion = pending[key];
  completion.start = std::max(completion.start, ready);
  completion.ranks.push_back({core, entry.queue});
  if (!place)
    return std::nullopt;
  const std::vector<uint32_t> &group =
      image.replicaGroups[entry.set].groups[key.group];
  if (completion.ranks.size() < group.size())
    return std::nullopt;
  isa::CollectiveCost cost =
      isa::collectiveCost(isa::opcode(instruction.instruction), entry.bytes,
                          group, target, instance);
  completion.done = completion.start + cost.nanoseconds;
  completion.algorithm = cost.algorithm;
  Completion result = std::move(completion);
  pending.erase(key);
  return result;
}

} // namespace glia::interpreter
