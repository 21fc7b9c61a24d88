//===- CollectiveCosts.cpp - Collectives in the timing model --------------===//
//
// A run without values has the traps of one with them.
//
//===----------------------------------------------------------------------===//
#include "CollectiveCosts.h"

namespace glia::interpreter {

namespace {
struct Entry {
  uint32_t set = 0;
  uint8_t queue = 0;
  uint64_t bytes = 0; // of the larger operand
  CollectiveCall call;
};
} // namespace

static Entry entryOf(const DecodedInstruction &instruction, uint32_t core) {
  return std::visit(
      [&](const auto &x) -> Entry {
        if constexpr (std::remove_cvref_t<decltype(x)>::isCollective)
          return {x.group, x.queue,
                  std::max(elementsOf(x.destination), elementsOf(x.source)) *
                      elementBytes(x.destination.type),
                  collectiveCall(x, core, instruction.pc)};
        else
          return {};
      },
      instruction.instruction);
}

static llvm::SmallVector<const CollectiveCall *>
callsOf(llvm::ArrayRef<std::optional<CollectiveCall>> ranks) {
  llvm::SmallVector<const CollectiveCall *> calls;
  for (const std::optional<CollectiveCall> &call : ranks)
    calls.push_back(call ? &*call : nullptr);
  return calls;
}

llvm::Expected<std::optional<CollectiveTiming::Completion>>
CollectiveCosts::issue(unsigned core, const DecodedInstruction &instruction,
                       double ready) {
  Entry entry = entryOf(instruction, core);
  auto place = findGroup(image, entry.set, core);
  if (!place)
    return place.takeError();
  CollectiveKey key{entry.set, place->first, issued[{core, entry.set}]++};
  const std::vector<uint32_t> &group =
      image.replicaGroups[entry.set].groups[key.group];
  Pending &collective = pending[key];
  collective.calls.resize(group.size());
  collective.calls[place->second] = entry.call;
  Completion &completion = collective.completion;
  completion.start = std::max(completion.start, ready);
  completion.ranks.push_back({core, entry.queue});
  if (completion.ranks.size() < group.size())
    return std::nullopt;
  if (llvm::Error error = checkAgreement(key, callsOf(collective.calls)))
    return std::move(error);
  isa::CollectiveCost cost =
      isa::collectiveCost(isa::opcode(instruction.instruction), entry.bytes,
                          group, target, instance);
  completion.done = completion.start + cost.nanoseconds;
  completion.algorithm = cost.algorithm;
  Completion result = std::move(completion);
  pending.erase(key);
  return result;
}

std::optional<GliaError> CollectiveCosts::missingRanks() const {
  if (pending.empty())
    return std::nullopt;
  const auto &[key, collective] = *pending.begin();
  return interpreter::missingRanks(image, key, callsOf(collective.calls));
}

} // namespace glia::interpreter
