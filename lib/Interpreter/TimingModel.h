//===- TimingModel.h - The state of the timing model ----------------------===//
#ifndef GLIA_LIB_INTERPRETER_TIMINGMODEL_H
#define GLIA_LIB_INTERPRETER_TIMINGMODEL_H

#include "Timing.h"
#include <deque>

namespace glia::interpreter {

/// What a stream may wait for; the first are the engines that signal.
namespace cause {
inline constexpr unsigned firstQueue = numEngines, numQueues = 16,
                          collective = firstQueue + numQueues,
                          dependency = collective + 1, port = dependency + 1,
                          warmUp = port + 1, count = warmUp + 1;
} // namespace cause

struct TimingEvent {
  enum Kind : uint8_t { stream, add, write, transfer };
  double time;
  uint64_t order; // of creation, among equal times
  Kind kind;
  uint8_t number; // engine, semaphore or queue
  uint8_t source; // cause of who waits for the signal
  uint16_t core;
  uint32_t value;
  uint32_t slice; // of the trace, that signals
  bool operator>(const TimingEvent &other) const {
    return time != other.time ? time > other.time : order > other.order;
  }
};

class TimingModel {
public:
  TimingModel(llvm::ArrayRef<TimedCore> timed, const ObjectImage &image,
              llvm::MutableArrayRef<Counters> counters,
              CollectiveTiming *collectives, std::vector<TraceEvent> *trace);
  llvm::Error run();

private:
  /// What an engine wrote last: reading it at once costs the pipeline's
  /// latency.
  struct RecentWrite {
    AccessBox box{0, 0, 0, 0, isa::Space::sbuf};
    double done = 0;
  };
  struct EngineState {
    double completion = 0; // of everything issued
    double blockedSince = 0, activeNs = 0;
    uint64_t instructions = 0;
    uint8_t waitsFor = 0; // semaphore, while blocked
    uint32_t waitValue = 0, lastSlice = 0;
    unsigned nextRecent = 0;
    std::array<RecentWrite, 4> recent;
    std::array<double, cause::count> stallNs{};
  };
  struct SemaphoreState {
    uint64_t value = 0;
    uint8_t waiters = 0; // bit per engine
    uint8_t lastSource = 0;
    uint32_t lastSlice = 0;
  };
  /// One entry of a DMA queue.
  struct Transfer {
    const DecodedInstruction *instruction;
    const TransferRecord *record;
    uint8_t engine;
    bool isCollective;
    double ready;
  };
  struct QueueState {
    std::deque<Transfer> pending; // the first is due, or waits for its ranks
    double free = 0;
  };
  struct CoreState {
    Core *core = nullptr;
    const TimingProgram *timing = nullptr;
    const Entry *entry = nullptr;
    Counters *counters = nullptr;
    unsigned number = 0, chip = 0;
    std::array<EngineState, numEngines> engines;
    std::array<SemaphoreState, 256> semaphores;
    std::array<QueueState, cause::numQueues> queues;
    std::array<double, numPorts> portFree{};
    std::array<double, 16> dmaEngineFree{};
    double tensorIdleSince = -1e30, tensorWarmAt = 0;
    double peakNs = 0; // that the multiply-adds take at their type's peak
    double dmaActiveNs = 0, dmaQueueNs = 0, dmaEnginesNs = 0, dmaMemoryNs = 0;
    uint64_t macs = 0;
    unsigned running = 0; // streams that neither wait nor have ended
    double idleSince = 0;
    std::vector<std::pair<double, double>> idle, collectives;
  };
  struct ChipState {
    double hbmFree = 0;
    unsigned cores = 0; // of it that run: their shares are one
  };

  void push(const TimingEvent &event);
  TimingEvent pop();
  void signal(const TimingEvent &event);
  void pushSignals(CoreState &state, double time, uint8_t base, uint8_t mask,
                   unsigned source, uint32_t slice);
  void resume(CoreState &state, unsigned engine, double time);
  /// A stream waits or ends.
  void pause(CoreState &state, double time) {
    if (--state.running == 0)
      state.idleSince = time;
  }

  llvm::Error runStream(CoreState &state, unsigned engine, double time);
  llvm::Error checkEnd();
  llvm::Error signalRemote(CoreState &state, unsigned engine,
                           const TimingRecord &record, double time);
  llvm::Expected<double> control(CoreState &state, unsigned engine,
                                 double time);
  double dependency(const EngineState &state, const AccessBox *boxes,
                    unsigned count) const;
  double takePorts(CoreState &state, uint16_t ports, double start,
                   double interval) const;
  double issueCompute(CoreState &state, unsigned engine, const TimingText &text,
                      const TimingRecord &record, double time);
  void issueTransfer(CoreState &state, unsigned engine, const TimingText &text,
                     const TimingRecord &record, double time);
  llvm::Error startTransfer(CoreState &state, unsigned queue, double time);
  double runTransfer(CoreState &state, const Transfer &transfer, double start);
  void endTransfer(CoreState &state, unsigned queue, double done);
  llvm::Error runCollective(CoreState &state, unsigned queue, double start);

  /// The number of the slice, from 1; 0 without a trace.
  uint32_t traceInstruction(const CoreState &state, unsigned track,
                            unsigned engine,
                            const DecodedInstruction &instruction, double start,
                            double duration);
  void traceWait(const CoreState &state, unsigned engine, double time);
  void traceSemaphore(const TimingEvent &event, uint64_t value);
  void finish(CoreState &state);
  /// What is open, or kept for the trace, is bounded. Errors: E4404.
  llvm::Error checkOpen() const;

  const isa::Target &target;
  const ObjectImage &image;
  CollectiveTiming *collectives;
  std::vector<TraceEvent> *trace;
  std::vector<CoreState> cores;
  std::vector<ChipState> chips;
  std::array<double, numEngines> bubbleNs{};
  std::vector<TimingEvent> events; // a heap
  uint64_t pendingTransfers = 0;   // of all queues
  uint64_t fuel, order = 0;
  bool paysFuel; // else the values have paid
  bool tracesWaits; // else only instructions
  double end = 0;
};

} // namespace glia::interpreter

#endif
