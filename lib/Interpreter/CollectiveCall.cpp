//===- CollectiveCall.cpp - One rank's call of a collective ---------------===//
#include "CollectiveCall.h"

namespace glia::interpreter {

llvm::Expected<std::pair<uint32_t, uint32_t>>
findGroup(const ObjectImage &image, uint32_t set, uint32_t core) {
  auto place = set < image.replicaGroups.size()
                   ? image.replicaGroups[set].find(core)
                   : std::nullopt;
  if (!place)
    return makeError(ErrorCode::E3421,
                     "core " + llvm::Twine(core) +
                         " is in no group of the replica groups " +
                         llvm::Twine(set));
  return *place;
}

static std::string describeKey(const CollectiveKey &key) {
  return "collective " + std::to_string(key.sequence) + " of group " +
         std::to_string(key.group) + " of the replica groups " +
         std::to_string(key.set);
}

static std::string describeCall(const CollectiveCall &call) {
  std::string text = isa::mnemonic(call.opcode).str() + " of " +
                     std::to_string(call.sourceElements) + " to " +
                     std::to_string(call.destinationElements) + " " +
                     name(call.type).str();
  if (call.opcode == isa::Opcode::allReduce ||
      call.opcode == isa::Opcode::reduceScatter)
    text += " with " + isa::name(call.op).str();
  if (call.opcode == isa::Opcode::permute)
    text += " by " + std::to_string(call.number);
  if (call.opcode == isa::Opcode::broadcast)
    text += " from rank " + std::to_string(call.number);
  text += call.isOnChip ? " in sbuf" : " in hbm";
  if (call.outer != 1)
    text += " in " + std::to_string(call.outer) + " partitions";
  return text + " at pc " + std::to_string(call.pc);
}

/// Does the operand consist of a block for each rank, as the operation wants?
static bool fits(const CollectiveCall &call, uint64_t ranks) {
  switch (call.opcode) {
  case isa::Opcode::allGather:
    return call.destinationElements == call.sourceElements * ranks;
  case isa::Opcode::reduceScatter:
    return call.sourceElements == call.destinationElements * ranks;
  case isa::Opcode::allToAll:
    return call.sourceElements == call.destinationElements &&
           call.sourceElements / call.outer % ranks == 0;
  case isa::Opcode::broadcast:
    if (call.number >= ranks)
      return false;
    [[fallthrough]];
  default:
    return call.sourceElements == call.destinationElements;
  }
}

llvm::Error checkAgreement(const CollectiveKey &key,
                           llvm::ArrayRef<const CollectiveCall *> ranks) {
  const CollectiveCall &first = *ranks.front();
  auto isAsFirst = [&](const CollectiveCall *other) {
    return other->opcode == first.opcode && other->isOnChip == first.isOnChip &&
           other->type == first.type && other->op == first.op &&
           other->number == first.number && other->outer == first.outer &&
           other->sourceElements == first.sourceElements &&
           other->destinationElements == first.destinationElements;
  };
  bool agree = llvm::all_of(ranks, isAsFirst);
  if (agree && fits(first, ranks.size()))
    return llvm::Error::success();
  GliaError error(ErrorCode::E3420,
                  describeKey(key) +
                      (agree ? ": the operands do not fit a group of " +
                                   std::to_string(ranks.size()) + " ranks"
                             : ": its ranks came with different operations"));
  auto name = [&](const CollectiveCall &call) {
    error.with("core " + std::to_string(call.coreNumber), describeCall(call));
  };
  name(first);
  size_t listed = 0;
  for (const CollectiveCall *other : ranks.drop_front())
    if (!isAsFirst(other) && listed++ < 8)
      name(*other);
  return makeError(std::move(error));
}

GliaError missingRanks(const ObjectImage &image, const CollectiveKey &key,
                       llvm::ArrayRef<const CollectiveCall *> ranks) {
  std::string missing, there;
  const std::vector<uint32_t> &group =
      image.replicaGroups[key.set].groups[key.group];
  for (auto [call, core] : llvm::zip(ranks, group)) {
    std::string &list = call ? there : missing;
    list += (list.empty() ? "" : ", ") + std::to_string(core);
  }
  GliaError error(ErrorCode::E3422, describeKey(key) + " lacks the cores " +
                                        missing + "; there are " + there);
  for (const CollectiveCall *call : ranks)
    if (call) {
      error.with("core " + std::to_string(call->coreNumber),
                 describeCall(*call));
      break;
    }
  return error;
}

} // namespace glia::interpreter
