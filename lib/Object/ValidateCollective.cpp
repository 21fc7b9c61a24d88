//===- ValidateCollective.cpp - Collectives fit their groups --------------===//
//
// What can be known before a run: an operand that no group of the set divides
// would trap on every rank.
//
//===----------------------------------------------------------------------===//

#include "ValidateCollective.h"
#include "glia/Support/Error.h"

using namespace llvm;
using namespace glia::isa;

namespace glia::object {

ArrayRef<uint32_t> CollectiveValidator::groupSizes(uint16_t set) {
  auto [found, isNew] = sizes.try_emplace(set);
  if (!isNew)
    return found->second;
  // An entry may send cores to a program that the core table does not.
  bool isOfSome = is_contained(image.coreToProgram, program);
  for (const std::vector<uint32_t> &group : image.replicaGroups[set].groups)
    if (any_of(group, [&](uint32_t core) {
          return !isOfSome || image.coreToProgram[core] == program;
        }))
      if (!is_contained(found->second, uint32_t(group.size())))
        found->second.push_back(uint32_t(group.size()));
  return found->second;
}

static uint64_t elements(const HbmOperand &o) { return o.elements(); }
static uint64_t elements(const OnChipOperand &o) {
  return o.partitions * o.elementsPerPartition();
}
/// What a collective along an axis cuts into blocks.
template <typename Instruction, typename Operand>
static uint64_t extent(const Instruction &x, const Operand &o) {
  if constexpr (requires { x.axis; })
    return x.axis ? o.elementsPerPartition() : o.partitions;
  else
    return elements(o);
}

template <typename T>
static Error checkSizes(const T &x, uint32_t ranks) {
  uint64_t whole = extent(x, x.destination), part = extent(x, x.source);
  auto fail = [&](const Twine &rule) {
    return makeError(ErrorCode::E1215, "expects " + rule + " in a group of " +
                                           Twine(ranks) + ", got " +
                                           Twine(whole) + " in destination and " +
                                           Twine(part) + " in source");
  };
  if constexpr (std::is_same_v<T, AllGather> ||
                std::is_same_v<T, AllGatherSbuf>) {
    if (whole % ranks != 0 || whole / ranks != part)
      return fail("a block of destination for each rank");
  } else if constexpr (std::is_same_v<T, ReduceScatter> ||
                       std::is_same_v<T, ReduceScatterSbuf>) {
    if (part % ranks != 0 || part / ranks != whole)
      return fail("a block of source for each rank");
  } else if constexpr (std::is_same_v<T, AllToAll> ||
                       std::is_same_v<T, AllToAllSbuf>) {
    if (whole % ranks != 0)
      return fail("a block for each rank");
  } else if constexpr (requires { x.root; }) {
    if (x.root >= ranks)
      return makeError(ErrorCode::E1215, "expects a root below the " +
                                             Twine(ranks) +
                                             " ranks of a group, got " +
                                             Twine(x.root));
  }
  return Error::success();
}

Error CollectiveValidator::check(const Instruction &instruction) {
  return std::visit(
      [&](const auto &x) -> Error {
        if constexpr (std::decay_t<decltype(x)>::isCollective) {
          if (x.group >= image.replicaGroups.size())
            return makeError(ErrorCode::E1215,
                             "expects a set of replica groups below " +
                                 Twine(image.replicaGroups.size()) + ", got " +
                                 Twine(x.group));
          auto [owner, isNew] = owners.try_emplace(x.group, x.engine);
          if (owner->second != x.engine)
            return makeError(ErrorCode::E1216,
                             "collectives on the replica groups " +
                                 Twine(x.group) + " stand in the stream of " +
                                 name(owner->second));
          for (uint32_t ranks : groupSizes(x.group))
            if (Error error = checkSizes(x, ranks))
              return error;
        }
        return Error::success();
      },
      instruction);
}

} // namespace glia::object
