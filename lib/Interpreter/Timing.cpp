//===- Timing.cpp - How long the machine would take -----------------------===//
//
// Streams and signals are events in order of time. A stream that finds its
// semaphore too low leaves the queue until a signal wakes it; what it waited
// is booked on who signalled.
//
//===----------------------------------------------------------------------===//
#include "Timing.h"
#include "Execute.h"
#include "glia/Support/Error.h"
#include <queue>

namespace glia::interpreter {

namespace {
struct Event {
  double time;
  uint64_t order; // of creation, among equal times
  enum Kind : uint8_t { stream, add, write } kind;
  uint8_t number; // engine, or semaphore
  uint8_t source; // track that signals
  uint32_t value;
  bool operator>(const Event &other) const {
    return time != other.time ? time > other.time : order > other.order;
  }
};

/// What an engine wrote last: reading it at once costs the pipeline's latency.
struct RecentWrite {
  isa::OnChipOperand operand;
  int64_t low = 0, high = 0;
  double done = 0;
};

class TimingModel {
public:
  TimingModel(Core &core, const ObjectImage &image, const Entry &entry,
              Counters &counters, std::vector<TraceEvent> *trace)
      : core(core), target(core.target), image(image), entry(entry),
        counters(counters), trace(trace), fuel(core.options.fuel) {}
  llvm::Error run();

private:
  struct EngineState {
    double completion = 0; // of everything issued
    double blockedSince = -1;
    std::array<RecentWrite, 4> recent;
    unsigned nextRecent = 0;
  };
  struct SemaphoreState {
    uint64_t value = 0;
    unsigned waiters = 0; // bit per engine
    uint8_t lastSource = 0;
  };

  void push(double time, Event::Kind kind, unsigned number, unsigned source = 0,
            uint32_t value = 0) {
    events.push({time, order++, kind, static_cast<uint8_t>(number),
                 static_cast<uint8_t>(source), value});
  }
  /// Runs the stream's instruction at `time`; the time of its next, or none.
  llvm::Expected<std::optional<double>> step(unsigned engine, double time);
  llvm::Error advance(Stream &stream);
  std::optional<double> wait(unsigned engine, const isa::SemaphoreWait &x,
                             double time);
  double issueDma(unsigned engine, const DecodedInstruction &instruction,
                  double time);
  double issueCompute(unsigned engine, const DecodedInstruction &instruction,
                      double time);
  double dependency(EngineState &state, const isa::Instruction &instruction);
  void remember(EngineState &state, const isa::Instruction &instruction,
                double done);
  void wake(unsigned semaphore, double time);
  void record(unsigned track, unsigned engine,
              const DecodedInstruction &instruction, double start,
              double duration);
  static std::string trackName(unsigned track) {
    return track < numEngines ? isa::name(static_cast<isa::Engine>(track)).str()
                              : "dma";
  }

  Core &core;
  const isa::Target &target;
  const ObjectImage &image;
  const Entry &entry;
  Counters &counters;
  std::vector<TraceEvent> *trace;
  uint64_t fuel, order = 0;
  std::priority_queue<Event, std::vector<Event>, std::greater<Event>> events;
  std::array<EngineState, numEngines> engines;
  std::array<SemaphoreState, 256> semaphores;
  std::array<double, 16> queueFree{};
  double dmaFree = 0, end = 0;
  double peakNs = 0; // that the multiply-adds take at their type's peak
  double tensorIdleSince = -1e30, tensorWarmAt = 0;
};
} // namespace

void TimingModel::record(unsigned track, unsigned engine,
                         const DecodedInstruction &instruction, double start,
                         double duration) {
  if (trace)
    trace->push_back({track, instruction.pc, engine,
                      isa::opcode(instruction.instruction), start, duration});
}

void TimingModel::wake(unsigned semaphore, double time) {
  SemaphoreState &state = semaphores[semaphore];
  for (unsigned engine = 0; engine < numEngines; ++engine) {
    if (!(state.waiters >> engine & 1))
      continue;
    const auto &wait = std::get<isa::SemaphoreWait>(
        core.streams[engine].current().instruction);
    if (state.value < wait.value)
      continue;
    state.waiters &= ~(1u << engine);
    double resumed = time + target.semaphoreHopNanoseconds;
    counters.engines[engine].stallNs[trackName(state.lastSource)] +=
        resumed - engines[engine].blockedSince;
    push(resumed, Event::stream, engine);
  }
}

std::optional<double>
TimingModel::wait(unsigned engine, const isa::SemaphoreWait &x, double time) {
  SemaphoreState &state = semaphores[x.semaphore];
  if (state.value >= x.value)
    return time;
  state.waiters |= 1u << engine;
  engines[engine].blockedSince = time;
  return std::nullopt;
}

/// HBM and total bytes of a transfer.
static void countBytes(const isa::Instruction &instruction,
                       Counters &counters) {
  uint64_t most = 0;
  const auto *gather = std::get_if<isa::DmaGather>(&instruction);
  isa::forEachAccess(instruction, [&](isa::Access access) {
    uint64_t bytes =
        access.hbm ? access.hbm->elements() * elementBytes(access.hbm->type)
                   : access.onChip->partitions *
                         access.onChip->elementsPerPartition() *
                         elementBytes(access.onChip->type);
    if (gather && access.hbm)
      bytes = gather->destination.partitions *
              gather->destination.elementsPerPartition() *
              elementBytes(access.hbm->type);
    most = std::max(most, bytes);
    if (access.hbm)
      (access.isWrite ? counters.hbmWriteBytes : counters.hbmReadBytes) +=
          bytes;
  });
  counters.dmaBytes += most;
}

double TimingModel::issueDma(unsigned engine,
                             const DecodedInstruction &instruction,
                             double time) {
  isa::Cost cost = isa::cost(instruction.instruction, target);
  auto [queue, base, mask] = std::visit(
      [](const auto &x) -> std::array<uint8_t, 3> {
        if constexpr (std::remove_cvref_t<decltype(x)>::isDma)
          return {x.queue, x.signalBase, x.signalMask};
        else
          return {};
      },
      instruction.instruction);
  // A transfer is spread over all engines, so transfers share them in turn.
  double start = std::max({time + cost.latency_ns, dmaFree, queueFree[queue]});
  double done = start + cost.interval_ns;
  dmaFree = queueFree[queue] = done;
  counters.dmaActiveNs += cost.interval_ns;
  countBytes(instruction.instruction, counters);
  end = std::max(end, done);
  for (unsigned i = 0; i < numEngines; ++i)
    if (mask >> i & 1)
      push(done, Event::add, base + i, numEngines + queue, dmaSignal);
  record(numEngines + queue, engine, instruction, start, cost.interval_ns);
  // The stream only writes the descriptor.
  return time + double(target.minimumInterval) /
                    isa::clockGHz(target, static_cast<isa::Engine>(engine));
}

static bool overlaps(const RecentWrite &write,
                     const isa::OnChipOperand &operand, int64_t low,
                     int64_t high) {
  const isa::OnChipOperand &other = write.operand;
  return other.space == operand.space && low < write.high && write.low < high &&
         operand.startPartition < other.startPartition + other.partitions &&
         other.startPartition < operand.startPartition + operand.partitions;
}

double TimingModel::dependency(EngineState &state,
                               const isa::Instruction &instruction) {
  double ready = 0;
  isa::forEachAccess(instruction, [&](isa::Access access) {
    if (!access.onChip || access.isWrite)
      return;
    Pattern pattern = rowPattern(*access.onChip);
    int64_t low = access.onChip->byteOffset + pattern.low(),
            high = access.onChip->byteOffset + pattern.high();
    for (const RecentWrite &write : state.recent)
      if (overlaps(write, *access.onChip, low, high))
        ready = std::max(ready, write.done);
  });
  return ready;
}

void TimingModel::remember(EngineState &state,
                           const isa::Instruction &instruction, double done) {
  isa::forEachAccess(instruction, [&](isa::Access access) {
    if (!access.onChip || !access.isWrite)
      return;
    Pattern pattern = rowPattern(*access.onChip);
    RecentWrite &write = state.recent[state.nextRecent++ % state.recent.size()];
    write = {*access.onChip, access.onChip->byteOffset + pattern.low(),
             access.onChip->byteOffset + pattern.high(), done};
  });
}

/// fp32 streams more slowly through the array (docs/Machine.md, section 1).
static double peakMacsPerNs(ElementType moving, const isa::Target &target) {
  double slower = moving == ElementType::f32 ? target.fp32MatmulFactor : 1;
  return 128.0 * 128.0 * target.tensorClock / slower;
}

double TimingModel::issueCompute(unsigned engine,
                                 const DecodedInstruction &instruction,
                                 double time) {
  EngineState &state = engines[engine];
  isa::Cost cost = isa::cost(instruction.instruction, target);
  double start = std::max(time, dependency(state, instruction.instruction));
  double interval = cost.interval_ns;
  if (engine == static_cast<unsigned>(isa::Engine::tensor)) {
    // After an idle time the array runs at half its rate for a while.
    if (start - tensorIdleSince > target.tensorWarmUpNanoseconds)
      tensorWarmAt = start + target.tensorWarmUpNanoseconds;
    if (start < tensorWarmAt)
      interval *= 2;
    tensorIdleSince = start + interval;
  }
  if (const auto *multiply =
          std::get_if<isa::MultiplyMoving>(&instruction.instruction)) {
    uint64_t macs = uint64_t(multiply->moving.partitions) *
                    multiply->destination.partitions *
                    multiply->moving.elementsPerPartition();
    counters.macs += macs;
    peakNs += double(macs) / peakMacsPerNs(multiply->moving.type, target);
  }
  double done = start + interval + cost.latency_ns;
  state.completion = std::max(state.completion, done);
  end = std::max(end, done);
  counters.engines[engine].activeNs += interval;
  remember(state, instruction.instruction, done);
  record(engine, engine, instruction, start, interval);
  return start + interval;
}

llvm::Error TimingModel::advance(Stream &stream) {
  if (stream.halted)
    return llvm::Error::success();
  if (stream.nextIndex >= stream.text->instructions.size())
    return makeError(ErrorCode::E3406,
                     "the stream runs past the end of its text");
  stream.index = stream.nextIndex;
  return llvm::Error::success();
}

llvm::Expected<std::optional<double>> TimingModel::step(unsigned engine,
                                                        double time) {
  Stream &stream = core.streams[engine];
  const DecodedInstruction &instruction = stream.current();
  EngineState &state = engines[engine];
  uint64_t cost = core.options.timingOnly ? instruction.fuel
                                          : 0; // else the values have paid
  if (fuel < cost)
    return makeError(ErrorCode::E4400, "the run has used its fuel of " +
                                           llvm::Twine(core.options.fuel) +
                                           " output elements");
  stream.nextIndex = stream.index + 1;
  core.stream = &stream;
  double completed = std::max(time, state.completion);
  auto visit = [&](const auto &x) -> llvm::Expected<std::optional<double>> {
    using T = std::remove_cvref_t<decltype(x)>;
    double controlEnd =
        time + isa::cost(instruction.instruction, target).interval_ns;
    if constexpr (isStreamControl<T>) {
      if (llvm::Error error = execute(core, x))
        return std::move(error);
      return controlEnd;
    } else if constexpr (std::is_same_v<T, isa::SemaphoreWait>) {
      std::optional<double> go = wait(engine, x, time);
      return go ? std::optional<double>(controlEnd) : std::nullopt;
    } else if constexpr (std::is_same_v<T, isa::SemaphoreAdd>) {
      push(completed, Event::add, x.semaphore, engine, x.value);
      return controlEnd;
    } else if constexpr (std::is_same_v<T, isa::SemaphoreWrite>) {
      push(completed, Event::write, x.semaphore, engine, x.value);
      return controlEnd;
    } else if constexpr (std::is_same_v<T, isa::SemaphoreSubtract>) {
      uint64_t &value = semaphores[x.semaphore].value;
      value -= std::min<uint64_t>(value, x.value);
      return controlEnd;
    } else if constexpr (T::isDma) {
      return issueDma(engine, instruction, time);
    } else {
      return issueCompute(engine, instruction, time);
    }
  };
  llvm::Expected<std::optional<double>> next =
      std::visit(visit, instruction.instruction);
  if (!next || !*next)
    return next;
  fuel -= cost;
  ++counters.engines[engine].instructions;
  end = std::max(end, **next);
  if (llvm::Error error = advance(stream))
    return std::move(error);
  if (stream.halted)
    return std::nullopt;
  return next;
}

llvm::Error TimingModel::run() {
  for (unsigned engine = 0; engine < numEngines; ++engine)
    if (!core.streams[engine].halted)
      push(0, Event::stream, engine);
  while (!events.empty()) {
    Event event = events.top();
    events.pop();
    if (event.kind != Event::stream) {
      SemaphoreState &state = semaphores[event.number];
      state.value =
          event.kind == Event::add ? state.value + event.value : event.value;
      state.lastSource = event.source;
      end = std::max(end, event.time);
      wake(event.number, event.time);
      continue;
    }
    // While nothing else is due, the stream goes on without the queue.
    std::optional<double> time = event.time;
    while (time && (events.empty() || *time <= events.top().time)) {
      const DecodedInstruction &instruction =
          core.streams[event.number].current();
      llvm::Expected<std::optional<double>> next = step(event.number, *time);
      if (!next)
        return addPlace(next.takeError(), image, entry.program, event.number,
                        instruction);
      time = *next;
    }
    if (time)
      push(*time, Event::stream, event.number);
  }
  for (const Stream &stream : core.streams)
    if (!stream.halted)
      return deadlock(
          image, entry.program, core.streams,
          [&](unsigned semaphore) { return semaphores[semaphore].value; });
  counters.timeNs = end;
  if (end > 0)
    counters.mfu = peakNs / end;
  return llvm::Error::success();
}

llvm::Error runTiming(Core &core, const ObjectImage &image,
                      const DecodedProgram &program, const Entry &entry,
                      Counters &counters, std::vector<TraceEvent> *trace) {
  for (unsigned engine = 0; engine < numEngines; ++engine)
    if (llvm::Error error =
            core.streams[engine].start(program.text[engine], entry.pc[engine]))
      return error;
  return TimingModel(core, image, entry, counters, trace).run();
}

} // namespace glia::interpreter
