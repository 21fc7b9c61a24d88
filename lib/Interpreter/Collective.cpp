//===- Collective.cpp - What several cores make together ------------------===//
//
// Ranks meet by (set, group, number): the n-th collective that a core issues on
// a set. Those that are complete are computed in that order, which no host
// thread can change.
//
//===----------------------------------------------------------------------===//
#include "Check.h"
#include "CollectiveIssue.h"

namespace glia::interpreter {

void LogicalWalk::fill(uint64_t begin, uint64_t n, uint64_t *index) const {
  // All sums wrap.
  for (uint64_t i = 0; i < n; ++i) {
    uint64_t rest = begin + i, value = base;
    for (size_t loop = counts.size(); loop-- > 0;) {
      value += rest % counts[loop] * static_cast<uint64_t>(strides[loop]);
      rest /= counts[loop];
    }
    index[i] = value;
  }
}

llvm::Error locate(Core &core, const isa::HbmOperand &operand, bool isWrite,
                   uint8_t *&start, Pattern &pattern) {
  pattern = hbmPattern(operand);
  llvm::Expected<uint8_t *> where = core.resolve(operand, pattern, isWrite);
  if (!where)
    return where.takeError();
  start = *where;
  return llvm::Error::success();
}

llvm::Error locate(Core &core, const isa::OnChipOperand &operand, bool,
                   uint8_t *&start, Pattern &pattern) {
  pattern = onChipPattern(operand, core.memory(operand.space).stride());
  start = core.start(operand);
  return llvm::Error::success();
}

LogicalWalk logicalWalk(const isa::HbmOperand &operand) {
  LogicalWalk walk;
  for (unsigned i = 0; i < operand.rank; ++i)
    walk.counts.push_back(operand.count[i]);
  return walk;
}

LogicalWalk logicalWalk(const isa::OnChipOperand &operand) {
  LogicalWalk walk;
  walk.counts.push_back(operand.partitions);
  for (unsigned i = 0; i < operand.rank; ++i)
    walk.counts.push_back(operand.count[i]);
  return walk;
}

void setRounding(Core &core, const isa::StochasticRounding &word,
                 Arrival &arrival) {
  auto registerOr0 = [&](uint8_t number) {
    return number == isa::noRegister6 ? 0 : core.stream->registers[number];
  };
  arrival.isStochastic = true;
  arrival.key = {core.options.roundingSeed,
                 word.stream + registerOr0(word.streamRegister), core.step,
                 word.ordinal + registerOr0(word.ordinalRegister)};
  arrival.walk.base = word.indexOffset;
  if (word.indexRegister != isa::noRegister5)
    arrival.walk.base += core.stream->addresses[word.indexRegister];
  for (size_t i = 0; i < arrival.walk.counts.size(); ++i)
    arrival.walk.strides.push_back(word.indexStride[i]);
}

void Collectives::reset() {
  pending.clear();
  issued.clear();
}

llvm::Error Collectives::arrive(uint32_t set, Arrival arrival) {
  Core &core = *arrival.core;
  auto place = set < image.replicaGroups.size()
                   ? image.replicaGroups[set].find(core.number)
                   : std::nullopt;
  if (!place)
    return makeError(ErrorCode::E3421,
                     "core " + llvm::Twine(core.number) +
                         " is in no group of the replica groups " +
                         llvm::Twine(set));
  auto [group, rank] = *place;
  ++core.pendingOnQueue[arrival.queue];
  std::lock_guard<std::mutex> lock(mutex);
  Key key{set, group, issued[{core.number, set}]++};
  std::vector<Arrival> &ranks = pending[key];
  ranks.resize(image.replicaGroups[set].groups[group].size());
  ranks[rank] = std::move(arrival);
  return llvm::Error::success();
}

std::string Collectives::describe(const Key &key) const {
  return "collective " + std::to_string(key.sequence) + " of group " +
         std::to_string(key.group) + " of the replica groups " +
         std::to_string(key.set);
}

static std::string describeArrival(const Arrival &arrival) {
  std::string text = isa::mnemonic(arrival.opcode).str() + " of " +
                     std::to_string(arrival.sourceElements) + " to " +
                     std::to_string(arrival.destinationElements) + " " +
                     name(arrival.type).str();
  if (arrival.opcode == isa::Opcode::allReduce ||
      arrival.opcode == isa::Opcode::reduceScatter)
    text += " with " + isa::name(arrival.op).str();
  if (arrival.opcode == isa::Opcode::permute)
    text += " by " + std::to_string(arrival.number);
  if (arrival.opcode == isa::Opcode::broadcast)
    text += " from rank " + std::to_string(arrival.number);
  text += arrival.isOnChip ? " in sbuf" : " in hbm";
  if (arrival.outer != 1)
    text += " in " + std::to_string(arrival.outer) + " partitions";
  return text + " at pc " + std::to_string(arrival.pc);
}

/// Does the operand consist of a block for each rank, as the operation wants?
static bool fits(const Arrival &arrival, uint64_t ranks) {
  switch (arrival.opcode) {
  case isa::Opcode::allGather:
    return arrival.destinationElements == arrival.sourceElements * ranks;
  case isa::Opcode::reduceScatter:
    return arrival.sourceElements == arrival.destinationElements * ranks;
  case isa::Opcode::allToAll:
    return arrival.sourceElements == arrival.destinationElements &&
           arrival.sourceElements / arrival.outer % ranks == 0;
  case isa::Opcode::broadcast:
    if (arrival.number >= ranks)
      return false;
    [[fallthrough]];
  default:
    return arrival.sourceElements == arrival.destinationElements;
  }
}

llvm::Error Collectives::checkAgreement(const Key &key,
                                        llvm::ArrayRef<Arrival> ranks) {
  const Arrival &first = ranks.front();
  auto sameAsFirst = [&](const Arrival &other) {
    return other.opcode == first.opcode && other.isOnChip == first.isOnChip &&
           other.type == first.type && other.op == first.op &&
           other.number == first.number && other.outer == first.outer &&
           other.sourceElements == first.sourceElements &&
           other.destinationElements == first.destinationElements;
  };
  bool agree = llvm::all_of(ranks, sameAsFirst);
  if (agree && fits(first, ranks.size()))
    return llvm::Error::success();
  GliaError error(ErrorCode::E3420,
                  describe(key) +
                      (agree ? ": the operands do not fit a group of " +
                                   std::to_string(ranks.size()) + " ranks"
                             : ": its ranks came with different operations"));
  error.with("core " + std::to_string(first.core->number),
             describeArrival(first));
  size_t listed = 0;
  for (const Arrival &other : ranks.drop_front())
    if (!sameAsFirst(other) && listed++ < 8)
      error.with("core " + std::to_string(other.core->number),
                 describeArrival(other));
  return makeError(std::move(error));
}

llvm::Error Collectives::finish(const Key &key, std::vector<Arrival> &ranks) {
  if (llvm::Error error = checkAgreement(key, ranks))
    return error;
  if (llvm::Error error = computeCollective(ranks))
    return error;
  std::vector<std::pair<Checker *, unsigned>> queues;
  for (Arrival &arrival : ranks)
    if (arrival.core->checker)
      queues.push_back({arrival.core->checker.get(), arrival.queue});
  Checker::meetQueues(queues);
  for (Arrival &arrival : ranks) {
    Core &core = *arrival.core;
    --core.pendingOnQueue[arrival.queue];
    if (core.checker)
      core.checker->resumeQueue(arrival.engine, arrival.queue);
    if (llvm::Error error = core.signal(arrival.signalBase, arrival.signalMask))
      return error;
  }
  return llvm::Error::success();
}

llvm::Expected<bool> Collectives::complete() {
  bool any = false;
  for (auto next = pending.begin(); next != pending.end();) {
    if (llvm::any_of(next->second,
                     [](const Arrival &each) { return !each.core; })) {
      ++next;
      continue;
    }
    if (llvm::Error error = finish(next->first, next->second))
      return std::move(error);
    any = true;
    next = pending.erase(next);
  }
  return any;
}

GliaError Collectives::missingRanks() const {
  const auto &[key, ranks] = *pending.begin();
  const std::vector<uint32_t> &group =
      image.replicaGroups[key.set].groups[key.group];
  std::string missing, there;
  for (auto [arrival, core] : llvm::zip(ranks, group)) {
    std::string &list = arrival.core ? there : missing;
    list += (list.empty() ? "" : ", ") + std::to_string(core);
  }
  GliaError error(ErrorCode::E3422, describe(key) + " lacks the cores " +
                                        missing + "; there are " + there);
  for (const Arrival &arrival : ranks)
    if (arrival.core) {
      error.with("core " + std::to_string(arrival.core->number),
                 describeArrival(arrival));
      break;
    }
  return error;
}

} // namespace glia::interpreter
