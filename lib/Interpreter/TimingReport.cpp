//===- TimingReport.cpp - Counters and trace events of the timing model ---===//
//
// What the model books while it runs, in the form that others read.
//
//===----------------------------------------------------------------------===//
#include "TimingModel.h"

namespace glia::interpreter {

uint32_t TimingModel::traceInstruction(const CoreState &state, unsigned track,
                                       unsigned engine,
                                       const DecodedInstruction &instruction,
                                       double start, double duration) {
  TraceEvent event;
  event.track = static_cast<uint8_t>(track);
  event.engine = static_cast<uint8_t>(engine);
  event.core = static_cast<uint16_t>(state.number);
  event.opcode = isa::opcode(instruction.instruction);
  event.pc = instruction.pc;
  event.start = start;
  event.duration = duration;
  trace->push_back(event);
  return static_cast<uint32_t>(trace->size());
}

void TimingModel::traceWait(const CoreState &state, unsigned engine,
                            double time) {
  const EngineState &waiting = state.engines[engine];
  TraceEvent event;
  event.kind = TraceEvent::Kind::wait;
  event.track = event.engine = static_cast<uint8_t>(engine);
  event.core = static_cast<uint16_t>(state.number);
  event.number = waiting.waitsFor;
  event.value = waiting.waitValue;
  event.opcode = isa::Opcode::semaphoreWait;
  event.pc = state.core->streams[engine].current().pc;
  event.start = waiting.blockedSince;
  event.duration = time - waiting.blockedSince;
  event.signalledBy = state.semaphores[waiting.waitsFor].lastSlice;
  trace->push_back(event);
}

void TimingModel::traceSemaphore(const TimingEvent &signal, uint64_t value) {
  TraceEvent event;
  event.kind = TraceEvent::Kind::semaphore;
  event.core = signal.core;
  event.number = signal.number;
  event.value = static_cast<uint32_t>(value);
  event.start = signal.time;
  trace->push_back(event);
}

static std::string causeName(unsigned number) {
  if (number < numEngines)
    return isa::name(static_cast<isa::Engine>(number)).str();
  if (number < cause::collective)
    return "dma_queue_" + std::to_string(number - cause::firstQueue);
  return number == cause::collective   ? "collective"
         : number == cause::dependency ? "dependency"
         : number == cause::port       ? "port"
                                       : "warm_up";
}

/// The time in which both some interval of `a` and some of `b` run; each list
/// is in order and does not overlap itself.
static double overlap(llvm::ArrayRef<std::pair<double, double>> a,
                      llvm::ArrayRef<std::pair<double, double>> b) {
  double sum = 0;
  while (!a.empty() && !b.empty()) {
    double from = std::max(a.front().first, b.front().first),
           to = std::min(a.front().second, b.front().second);
    sum += std::max(0.0, to - from);
    (a.front().second < b.front().second ? a : b) =
        a.front().second < b.front().second ? a.drop_front() : b.drop_front();
  }
  return sum;
}

/// Intervals in order, those that overlap joined.
static std::vector<std::pair<double, double>>
joined(std::vector<std::pair<double, double>> intervals) {
  llvm::sort(intervals);
  std::vector<std::pair<double, double>> result;
  for (auto &each : intervals)
    if (!result.empty() && each.first <= result.back().second)
      result.back().second = std::max(result.back().second, each.second);
    else
      result.push_back(each);
  return result;
}

void TimingModel::finish(CoreState &state) {
  Counters &counters = *state.counters;
  counters.timeNs = end;
  counters.macs = state.macs;
  for (const Stream &stream : state.core->streams)
    counters.assumedDecisions += stream.assumed;
  if (end > 0)
    counters.mfu = state.peakNs / end;
  for (unsigned engine = 0; engine < numEngines; ++engine) {
    const EngineState &from = state.engines[engine];
    Counters::Engine &to = counters.engines[engine];
    to.activeNs = from.activeNs;
    to.instructions = from.instructions;
    for (unsigned i = 0; i < cause::count; ++i)
      if (from.stallNs[i] > 0)
        to.stallNs[causeName(i)] = from.stallNs[i];
  }
  counters.dmaActiveNs = state.dmaActiveNs;
  counters.dmaQueueNs = state.dmaQueueNs;
  counters.dmaEnginesNs = state.dmaEnginesNs;
  counters.dmaMemoryNs = state.dmaMemoryNs;
  // Exposed is what no stream of the core could use.
  auto collective = joined(state.collectives);
  for (auto [from, to] : collective)
    counters.collectiveHiddenNs += to - from;
  counters.collectiveExposedNs = overlap(joined(state.idle), collective);
  counters.collectiveHiddenNs -= counters.collectiveExposedNs;
}

} // namespace glia::interpreter
