//===- Timing.cpp - How long the machine would take -----------------------===//
//
// Streams and signals are events in order of time. A stream that finds its
// semaphore too low leaves the queue until a signal wakes it; what it waited
// is booked on who signalled. A stream that nothing else is due before goes on
// without the queue, so most instructions cost a look at their record.
//
//===----------------------------------------------------------------------===//
#include "Execute.h"
#include "TimingModel.h"
#include "glia/Support/Error.h"

namespace glia::interpreter {

TimingModel::TimingModel(llvm::ArrayRef<TimedCore> timed,
                         const ObjectImage &image,
                         llvm::MutableArrayRef<Counters> counters,
                         CollectiveTiming *collectives,
                         std::vector<TraceEvent> *trace)
    : target(timed.front().core->target), image(image),
      collectives(collectives), trace(trace), cores(timed.size()),
      fuel(timed.front().core->options.fuel),
      paysFuel(timed.front().core->options.timingOnly),
      tracesWaits(trace && timed.front().core->options.trace) {
  for (auto [number, each] : llvm::enumerate(timed)) {
    CoreState &state = cores[number];
    state.core = each.core;
    state.timing = each.timing;
    state.entry = each.entry;
    state.counters = &counters[number];
    state.number = static_cast<unsigned>(number);
    state.chip = each.chip;
    chips.resize(std::max<size_t>(chips.size(), each.chip + 1));
    chips[each.chip].cores += each.entry != nullptr;
  }
  for (unsigned engine = 0; engine < numEngines; ++engine)
    bubbleNs[engine] = double(target.dependentBubble) /
                       isa::clockGHz(target, static_cast<isa::Engine>(engine));
}

void TimingModel::push(const TimingEvent &event) {
  events.push_back(event);
  events.back().order = order++;
  std::push_heap(events.begin(), events.end(), std::greater<TimingEvent>());
}

TimingEvent TimingModel::pop() {
  std::pop_heap(events.begin(), events.end(), std::greater<TimingEvent>());
  TimingEvent event = events.back();
  events.pop_back();
  return event;
}

void TimingModel::resume(CoreState &state, unsigned engine, double time) {
  EngineState &waiting = state.engines[engine];
  waiting.stallNs[state.semaphores[waiting.waitsFor].lastSource] +=
      time - waiting.blockedSince;
  if (tracesWaits)
    traceWait(state, engine, time);
  if (state.running++ == 0)
    state.idle.emplace_back(state.idleSince, time);
  push({time, 0, TimingEvent::stream, static_cast<uint8_t>(engine), 0,
        static_cast<uint16_t>(state.number), 0, 0});
}

void TimingModel::signal(const TimingEvent &event) {
  CoreState &state = cores[event.core];
  SemaphoreState &semaphore = state.semaphores[event.number];
  semaphore.value = event.kind == TimingEvent::add
                        ? semaphore.value + event.value
                        : event.value;
  semaphore.lastSource = event.source;
  semaphore.lastSlice = event.slice;
  end = std::max(end, event.time);
  if (tracesWaits)
    traceSemaphore(event, semaphore.value);
  for (unsigned engine = 0; semaphore.waiters >> engine; ++engine)
    if ((semaphore.waiters >> engine & 1) &&
        semaphore.value >= state.engines[engine].waitValue) {
      semaphore.waiters &= static_cast<uint8_t>(~(1u << engine));
      resume(state, engine, event.time + target.semaphoreHopNanoseconds);
    }
}

double TimingModel::dependency(const EngineState &state, const AccessBox *boxes,
                               unsigned count) const {
  double ready = 0;
  for (unsigned i = 0; i < count; ++i)
    for (const RecentWrite &write : state.recent)
      if (write.done > ready && write.box.meets(boxes[i]))
        ready = write.done;
  return ready;
}

/// When the ports are free; takes them for the interval.
double TimingModel::takePorts(CoreState &state, uint16_t ports, double start,
                              double interval) const {
  for (unsigned port = 0; ports >> port; ++port)
    if (ports >> port & 1)
      start = std::max(start, state.portFree[port]);
  for (unsigned port = 0; ports >> port; ++port)
    if (ports >> port & 1)
      state.portFree[port] = start + interval;
  return start;
}

double TimingModel::issueCompute(CoreState &core, unsigned engine,
                                 const TimingText &text,
                                 const TimingRecord &record, double time) {
  EngineState &state = core.engines[engine];
  const AccessBox *boxes = text.boxes.data() + record.firstBox;
  double start = std::max(time, dependency(state, boxes, record.reads));
  state.stallNs[cause::dependency] += start - time;
  if (record.ports) {
    double free = takePorts(core, record.ports, start, record.intervalNs);
    state.stallNs[cause::port] += free - start;
    start = free;
  }
  double interval = record.intervalNs;
  if (record.warmsUp) {
    // After an idle time the array runs at half its rate for a while.
    if (start - core.tensorIdleSince > target.tensorWarmUpNanoseconds)
      core.tensorWarmAt = start + target.tensorWarmUpNanoseconds;
    if (start < core.tensorWarmAt) {
      state.stallNs[cause::warmUp] += interval;
      interval *= 2;
    }
    core.tensorIdleSince = start + interval;
  }
  core.macs += record.macs;
  core.peakNs += record.peakNs;
  double issued = start + interval, done = issued + record.latencyNs;
  state.completion = std::max(state.completion, done);
  end = std::max(end, done);
  state.activeNs += interval;
  double readable = issued + std::max(record.latencyNs, bubbleNs[engine]);
  for (unsigned i = 0; i < record.writes; ++i)
    state.recent[state.nextRecent++ % state.recent.size()] = {
        boxes[record.reads + i], readable};
  if (trace)
    state.lastSlice =
        traceInstruction(core, engine, engine,
                         core.core->streams[engine].current(), start, interval);
  return issued;
}

llvm::Expected<double> TimingModel::control(CoreState &state, unsigned engine,
                                            double time) {
  Stream &stream = state.core->streams[engine];
  state.core->stream = &stream;
  const DecodedInstruction &instruction = stream.current();
  if (llvm::Error error = dispatch(*state.core, instruction.instruction))
    return addPlace(std::move(error), image, state.entry->program, engine,
                    instruction);
  return time;
}

llvm::Error TimingModel::signalRemote(CoreState &state, unsigned engine,
                                      const TimingRecord &record, double time) {
  const Stream &stream = state.core->streams[engine];
  const auto &x =
      std::get<isa::SemaphoreAddRemote>(stream.current().instruction);
  uint32_t number = x.coreRegister == isa::noRegister6
                        ? x.core
                        : stream.registers[x.coreRegister];
  if (number >= cores.size())
    return addPlace(makeError(ErrorCode::E3402, "signals core " +
                                                    llvm::Twine(number) +
                                                    ", expects a core below " +
                                                    llvm::Twine(cores.size())),
                    image, state.entry->program, engine, stream.current());
  const EngineState &engineState = state.engines[engine];
  push({std::max(time, engineState.completion) + record.latencyNs, 0,
        TimingEvent::add, record.semaphore, static_cast<uint8_t>(engine),
        static_cast<uint16_t>(number), record.value, engineState.lastSlice});
  return llvm::Error::success();
}

llvm::Error TimingModel::checkOpen() const {
  if (events.size() + pendingTransfers > limits::outstanding)
    return makeError(ErrorCode::E4404,
                     "expects at most " + llvm::Twine(limits::outstanding) +
                         " transfers and signals to be outstanding");
  if (trace && trace->size() > limits::traceEvents)
    return makeError(
        GliaError(ErrorCode::E4404, "the trace has " +
                                        std::to_string(limits::traceEvents) +
                                        " events")
            .remedy("run without --trace"));
  return llvm::Error::success();
}

/// Runs the stream until something else is due, it waits, or it ends.
llvm::Error TimingModel::runStream(CoreState &state, unsigned engine,
                                   double time) {
  using Kind = TimingRecord::Kind;
  Stream &stream = state.core->streams[engine];
  EngineState &engineState = state.engines[engine];
  const TimingText &text = state.timing->text[engine];
  auto number = static_cast<uint16_t>(state.number);
  while (events.empty() || time <= events.front().time) {
    const TimingRecord &record = text.records[stream.index];
    if (llvm::Error error = checkOpen())
      return error;
    if (paysFuel && fuel < record.fuel)
      return makeError(ErrorCode::E4400,
                       "the run has used its fuel of " +
                           llvm::Twine(state.core->options.fuel) +
                           " output elements");
    stream.nextIndex = stream.index + 1;
    double next = time + record.intervalNs;
    switch (record.kind) {
    case Kind::compute:
      next = issueCompute(state, engine, text, record, time);
      if (record.loadsRegister)
        if (llvm::Error error = control(state, engine, next).takeError())
          return error;
      break;
    case Kind::dma:
    case Kind::collective:
      issueTransfer(state, engine, text, record, time);
      break;
    case Kind::semaphoreWait: {
      SemaphoreState &semaphore = state.semaphores[record.semaphore];
      uint32_t value = stream.plusRegister(record.value, record.valueRegister);
      if (semaphore.value >= value) {
        stream.assumed += stream.assumes(record.valueRegister);
        break;
      }
      semaphore.waiters |= static_cast<uint8_t>(1u << engine);
      engineState.blockedSince = time;
      engineState.waitsFor = record.semaphore;
      engineState.waitValue = value;
      pause(state, time);
      return llvm::Error::success();
    }
    case Kind::semaphoreAdd:
    case Kind::semaphoreWrite:
      push({std::max(time, engineState.completion), 0,
            record.kind == Kind::semaphoreAdd ? TimingEvent::add
                                              : TimingEvent::write,
            record.semaphore, static_cast<uint8_t>(engine), number,
            stream.plusRegister(record.value, record.valueRegister),
            engineState.lastSlice});
      stream.assumed += stream.assumes(record.valueRegister);
      break;
    case Kind::semaphoreAddRemote:
      if (llvm::Error error = signalRemote(state, engine, record, time))
        return error;
      break;
    case Kind::semaphoreSubtract: {
      uint64_t &value = state.semaphores[record.semaphore].value;
      value -= std::min<uint64_t>(
          value, stream.plusRegister(record.value, record.valueRegister));
      stream.assumed += stream.assumes(record.valueRegister);
      break;
    }
    case Kind::control: {
      llvm::Expected<double> at = control(state, engine, next);
      if (!at)
        return at.takeError();
      break;
    }
    }
    if (paysFuel)
      fuel -= record.fuel;
    ++engineState.instructions;
    end = std::max(end, next);
    if (stream.halted) {
      pause(state, next);
      return llvm::Error::success();
    }
    if (stream.nextIndex >= text.records.size())
      return addPlace(makeError(ErrorCode::E3406,
                                "the stream runs past the end of its text"),
                      image, state.entry->program, engine, stream.current());
    stream.index = stream.nextIndex;
    time = next;
  }
  push({time, 0, TimingEvent::stream, static_cast<uint8_t>(engine), 0, number,
        0, 0});
  return llvm::Error::success();
}

llvm::Error TimingModel::checkEnd() {
  bool isRunning = false;
  std::vector<WaitingCore> waiting;
  for (CoreState &state : cores) {
    for (const Stream &stream : state.core->streams)
      isRunning |= !stream.halted;
    waiting.push_back({state.core->number,
                       state.entry ? state.entry->program : 0,
                       state.core->streams, [&state](unsigned semaphore) {
                         return state.semaphores[semaphore].value;
                       }});
  }
  std::optional<GliaError> missing;
  if (collectives)
    missing = collectives->missingRanks();
  if (!missing)
    return isRunning ? deadlock(image, waiting) : llvm::Error::success();
  addWaits(*missing, image, waiting);
  return makeError(std::move(*missing));
}

llvm::Error TimingModel::run() {
  for (CoreState &state : cores)
    for (unsigned engine = 0; engine < numEngines; ++engine)
      if (!state.core->streams[engine].halted) {
        ++state.running;
        push({0, 0, TimingEvent::stream, static_cast<uint8_t>(engine), 0,
              static_cast<uint16_t>(state.number), 0, 0});
      }
  while (!events.empty()) {
    TimingEvent event = pop();
    CoreState &state = cores[event.core];
    llvm::Error error = llvm::Error::success();
    if (event.kind == TimingEvent::transfer)
      error = startTransfer(state, event.number, event.time);
    else if (event.kind == TimingEvent::stream)
      error = runStream(state, event.number, event.time);
    else
      signal(event);
    if (error)
      return error;
  }
  if (llvm::Error error = checkEnd())
    return error;
  for (CoreState &state : cores)
    finish(state);
  return llvm::Error::success();
}

llvm::Error runTiming(llvm::ArrayRef<TimedCore> cores, const ObjectImage &image,
                      llvm::MutableArrayRef<Counters> counters,
                      CollectiveTiming *collectives,
                      std::vector<TraceEvent> *trace) {
  for (const TimedCore &each : cores) {
    each.core->isTiming = true;
    for (unsigned engine = 0; engine < numEngines; ++engine) {
      Stream &stream = each.core->streams[engine];
      stream = Stream();
      if (!each.entry)
        continue;
      if (llvm::Error error =
              stream.start(each.program->text[engine], each.entry->pc[engine]))
        return error;
      stream.registers[rankRegister] = each.core->number;
    }
  }
  llvm::Error error =
      TimingModel(cores, image, counters, collectives, trace).run();
  for (const TimedCore &each : cores)
    each.core->isTiming = false;
  return error;
}

} // namespace glia::interpreter
