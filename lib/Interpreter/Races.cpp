//===- Races.cpp - Are conflicting accesses ordered? ----------------------===//
//
// Each actor has a vector clock. An access is stamped with its actor's own
// component; it is ordered before whoever has seen that component since. A
// signal carries the clock of who gives it; a wait joins those it needed.
//
//===----------------------------------------------------------------------===//
#include "Races.h"
#include "glia/Support/Error.h"
#include <algorithm>

namespace glia::interpreter {

/// Signals that one semaphore remembers; a program that never subtracts must
/// not fill the memory. Of older ones the newest stands for all.
static constexpr size_t maxSignals = 4096;

RaceDetector::RaceDetector(unsigned cores)
    : clocks(cores * actorsPerCore), halted(cores * actorsPerCore),
      semaphores(size_t(cores) * semaphoresPerCore) {
  reset();
}

void RaceDetector::reset() {
  for (size_t i = 0; i < clocks.size(); ++i) {
    clocks[i].assign(clocks.size(), 0);
    clocks[i][i] = 1;
  }
  std::fill(halted.begin(), halted.end(), false);
  for (Semaphore &semaphore : semaphores)
    semaphore = {};
  records.clear();
}

static void join(VectorClock &into, const VectorClock &from) {
  for (size_t i = 0; i < into.size(); ++i)
    into[i] = std::max(into[i], from[i]);
}

void RaceDetector::beginStream(unsigned newCore, unsigned newEngine) {
  core = newCore;
  engine = newEngine;
  actor = core * actorsPerCore + engine;
}

void RaceDetector::beginDma(unsigned newCore, unsigned newEngine,
                            unsigned queue) {
  beginStream(newCore, newEngine);
  unsigned stream = actor;
  actor = core * actorsPerCore + numStreams + queue;
  // The queue knows what its stream did before the issue; what the stream does
  // afterwards is not ordered with the transfer.
  join(clocks[actor], clocks[stream]);
  ++clocks[actor][actor];
  ++clocks[stream][stream];
}

void RaceDetector::resumeQueue(unsigned newCore, unsigned newEngine,
                               unsigned queue) {
  beginStream(newCore, newEngine);
  actor = core * actorsPerCore + numStreams + queue;
}

void RaceDetector::meetQueues(
    llvm::ArrayRef<std::pair<unsigned, unsigned>> queues) {
  VectorClock all(clocks.size(), 0);
  for (bool give : {false, true})
    for (auto [ofCore, queue] : queues) {
      VectorClock &clock = clocks[ofCore * actorsPerCore + numStreams + queue];
      give ? join(clock, all) : join(all, clock);
    }
}

void RaceDetector::halt(unsigned ofCore, unsigned ofEngine) {
  halted[ofCore * actorsPerCore + ofEngine] = true;
}

llvm::Error RaceDetector::ambiguous(unsigned number, unsigned first,
                                    unsigned second) const {
  return makeError(
      GliaError(ErrorCode::E3410,
                "semaphore s" + std::to_string(number) + " gets signals of " +
                    describeActor(first) + " and of " + describeActor(second) +
                    ", and nothing orders the two: a wait cannot tell which "
                    "has come")
          .remedy("use a semaphore of its own for each producer"));
}

llvm::Error RaceDetector::release(unsigned ofCore, unsigned number,
                                  uint32_t value) {
  if (value == 0) // lets nobody pass
    return llvm::Error::success();
  Semaphore &semaphore = at(ofCore, number);
  // Could the last wait have passed by this signal instead of those it took?
  if (semaphore.wasWaitedFor && !semaphore.waiter.isSeenBy(now()))
    for (const Moment &taken : semaphore.taken)
      if (taken.actor != actor && !taken.isSeenBy(now()))
        return ambiguous(number, taken.actor, actor);
  semaphore.added += value;
  if (!semaphore.signals.empty())
    semaphore.isShared |= semaphore.signals.back().giver.actor != actor;
  Signal signal{semaphore.added, {actor, now()[actor]}, now(), now()};
  if (!semaphore.signals.empty())
    join(signal.clock, semaphore.signals.back().clock);
  semaphore.signals.push_back(std::move(signal));
  if (semaphore.signals.size() > maxSignals)
    semaphore.signals.erase(semaphore.signals.begin(),
                            semaphore.signals.begin() + maxSignals / 2);
  ++now()[actor];
  return llvm::Error::success();
}

llvm::Error RaceDetector::acquire(unsigned ofCore, unsigned number,
                                  uint32_t value) {
  Semaphore &semaphore = at(ofCore, number);
  uint64_t wanted = semaphore.subtracted + value;
  // The signal that lifts the semaphore to the value; its clock stands for
  // those before it, too.
  auto needed =
      std::lower_bound(semaphore.signals.begin(), semaphore.signals.end(),
                       wanted, [](const Signal &signal, uint64_t total) {
                         return signal.total < total;
                       });
  if (value == 0 || needed == semaphore.signals.end())
    return llvm::Error::success();
  semaphore.taken.clear();
  if (!semaphore.isShared)
    semaphore.taken.push_back(needed->giver);
  else
    for (auto taken = semaphore.signals.begin(); taken <= needed; ++taken)
      if (taken->total > semaphore.subtracted)
        semaphore.taken.push_back(taken->giver);
  if (semaphore.isShared)
    for (auto more = needed + 1; more != semaphore.signals.end(); ++more)
      for (const Moment &taken : semaphore.taken)
        if (taken.actor != more->giver.actor && !taken.isSeenBy(more->own))
          return ambiguous(number, taken.actor, more->giver.actor);
  join(now(), needed->clock);
  semaphore.wasWaitedFor = true;
  semaphore.waiter = {actor, now()[actor]};
  return llvm::Error::success();
}

void RaceDetector::subtract(unsigned ofCore, unsigned number, uint32_t value) {
  // Later waits need later signals; the last one passed stays.
  Semaphore &semaphore = at(ofCore, number);
  semaphore.subtracted += value;
  while (semaphore.signals.size() > 1 &&
         semaphore.signals[1].total <= semaphore.subtracted)
    semaphore.signals.pop_front();
  if (semaphore.signals.size() == 1)
    semaphore.isShared = false;
}

void RaceDetector::write(unsigned ofCore, unsigned number, uint32_t value) {
  Semaphore &semaphore = at(ofCore, number);
  semaphore = {};
  semaphore.added = value;
  semaphore.signals.push_back({value, {actor, now()[actor]}, now(), now()});
  ++now()[actor];
}

/// Queues know no less than the stream that issues to them, so what all
/// streams that go on have seen is settled.
llvm::Error RaceDetector::collect() {
  VectorClock seen(clocks.size(), UINT32_MAX);
  for (size_t i = 0; i < clocks.size(); ++i)
    if (i % actorsPerCore < numStreams && !halted[i])
      for (size_t j = 0; j < seen.size(); ++j)
        seen[j] = std::min(seen[j], clocks[i][j]);
  records.collect(seen);
  if (records.isAtLimit())
    return makeError(ErrorCode::E4404,
                     "more accesses are unordered than `--check` follows");
  return llvm::Error::success();
}

llvm::Expected<const AccessRecord *> RaceDetector::access(AccessArea area,
                                                          bool isWrite,
                                                          uint32_t program,
                                                          uint32_t pc) {
  if (records.isFull())
    if (llvm::Error error = collect())
      return std::move(error);
  AccessRecord record{actor,   now()[actor],    pc, isWrite, core, engine,
                      program, std::move(area), 0,  0};
  return records.add(std::move(record), now());
}

std::string RaceDetector::describeActor(unsigned actor) const {
  unsigned core = actor / actorsPerCore, local = actor % actorsPerCore;
  std::string text = isShared() ? "core " + std::to_string(core) + " " : "";
  if (local < numStreams)
    return text + isa::name(static_cast<isa::Engine>(local)).str();
  return text + "DMA queue " + std::to_string(local - numStreams);
}

} // namespace glia::interpreter
