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
  auto place = findGroup(image, set, core.number);
  if (!place)
    return place.takeError();
  auto [group, rank] = *place;
  ++core.pendingOnQueue[arrival.queue];
  std::lock_guard<std::mutex> lock(mutex);
  CollectiveKey key{set, group, issued[{core.number, set}]++};
  std::vector<Arrival> &ranks = pending[key];
  ranks.resize(image.replicaGroups[set].groups[group].size());
  ranks[rank] = std::move(arrival);
  return llvm::Error::success();
}

static llvm::SmallVector<const CollectiveCall *>
callsOf(llvm::ArrayRef<Arrival> ranks) {
  llvm::SmallVector<const CollectiveCall *> calls;
  for (const Arrival &arrival : ranks)
    calls.push_back(arrival.core ? &arrival : nullptr);
  return calls;
}

llvm::Error Collectives::finish(const CollectiveKey &key,
                                std::vector<Arrival> &ranks) {
  if (llvm::Error error = checkAgreement(key, callsOf(ranks)))
    return error;
  if (ranks.front().core->checker)
    Checker::finishCollective(ranks);
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
  return interpreter::missingRanks(image, key, callsOf(ranks));
}

} // namespace glia::interpreter
