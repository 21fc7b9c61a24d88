//===- SynchronisationPlan.cpp - Which waits and signals a program needs --===//
//
// Vector clocks: each stream knows how far every other stream and queue is
// complete; what a producer knew when it finished is known to whoever waits for
// it. A hazard whose producer is known costs nothing.
//
//===----------------------------------------------------------------------===//
#include "dialects/Tile/SynchronisationPlan.h"
#include <algorithm>

using namespace glia::tile;

SynchronisationPlanner::SynchronisationPlanner(const Options &options)
    : options(options), sbuf(options.sbufBytes, true), psum(options.psumBytes, true), hbm(options.hbmBytes, true) {
  lastOf.fill(-1);
}

/// Fills `needed` with the latest step of each agent that the accesses conflict with.
void SynchronisationPlanner::collect(llvm::ArrayRef<StepAccess> accesses, unsigned agent) {
  needed.fill(-1);
  if (options.fullBarriers) {
    needed = lastOf;
    return;
  }
  auto report = [&](unsigned earlier) {
    int64_t &latest = needed[steps[earlier].agent];
    latest = std::max<int64_t>(latest, earlier);
  };
  for (bool writes : {false, true}) // a step reads before it writes
    for (const StepAccess &access : accesses) {
      if (access.isWrite != writes)
        continue;
      HazardTracker &tracker = access.region.space == MemorySpace::sbuf ? sbuf : access.region.space == MemorySpace::psum ? psum : hbm;
      if (writes)
        tracker.write(access.region, steps.size(), agent, report);
      else
        tracker.read(access.region, steps.size(), agent, report);
    }
}

/// Makes `stream` wait until step `producer` is complete.
void SynchronisationPlanner::waitFor(unsigned producer, unsigned stream, llvm::SmallVectorImpl<SemaphoreValue> &waits) {
  const Step &step = steps[producer];
  StepSynchronisation &signaller = plan.steps[producer];
  uint32_t &count = signalled[step.agent][stream];
  if (!(signaller.signalMask >> stream & 1)) {
    signaller.signalMask |= 1 << stream;
    ++count;
    ++plan.numSignals;
  }
  if (step.agent < numStreams)
    waits.push_back({static_cast<uint8_t>(streamSemaphore(step.agent, stream)), count});
  else
    waits.push_back({static_cast<uint8_t>(queueSignalBase(step.agent - numStreams) + stream), count * dmaIncrement});
  ++plan.numWaits;
  for (unsigned agent = 0; agent < numAgents; ++agent)
    known[stream][agent] = std::max(known[stream][agent], step.atEnd[agent]);
}

void SynchronisationPlanner::add(unsigned stream, int queue, llvm::ArrayRef<StepAccess> accesses) {
  unsigned agent = queue < 0 ? stream : numStreams + queue;
  collect(accesses, agent);
  plan.steps.emplace_back();

  // The latest first: it often knows the others.
  llvm::SmallVector<int64_t, numAgents> producers;
  for (unsigned other = 0; other < numAgents; ++other)
    if (needed[other] >= 0 && other != agent && other != stream)
      producers.push_back(needed[other]);
  std::sort(producers.begin(), producers.end(), std::greater<>());
  for (int64_t producer : producers)
    if (!isKnown(known[stream], steps[producer]))
      waitFor(producer, stream, plan.steps.back().waits);

  Step step;
  step.agent = agent;
  step.stream = stream;
  step.sequence = ++length[agent];
  if (queue < 0)
    known[stream][agent] = step.sequence;
  step.atEnd = known[stream];
  if (queue >= 0) {
    if (lastOf[agent] >= 0)
      for (unsigned other = 0; other < numAgents; ++other)
        step.atEnd[other] = std::max(step.atEnd[other], steps[lastOf[agent]].atEnd[other]);
    step.atEnd[agent] = step.sequence;
  }
  lastOf[agent] = steps.size();
  steps.push_back(step);
}

SynchronisationPlan SynchronisationPlanner::finish() {
  for (unsigned queue = 0; queue < numQueues; ++queue) {
    int64_t last = lastOf[numStreams + queue];
    if (last >= 0 && !isKnown(known[steps[last].stream], steps[last]))
      waitFor(last, steps[last].stream, plan.finalWaits[steps[last].stream]);
  }
  // Every signal has been waited for by its consumer, so nothing is added after the subtraction.
  for (unsigned agent = 0; agent < numAgents; ++agent)
    for (unsigned stream = 0; stream < numStreams; ++stream)
      if (uint32_t count = signalled[agent][stream]) {
        bool isQueue = agent >= numStreams;
        unsigned semaphore = isQueue ? queueSignalBase(agent - numStreams) + stream : streamSemaphore(agent, stream);
        plan.finalSubtractions[stream].push_back({static_cast<uint8_t>(semaphore), isQueue ? count * dmaIncrement : count});
      }
  return std::move(plan);
}
