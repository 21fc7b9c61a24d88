//===- TimingQueues.cpp - DMA queues in the timing model ------------------===//
//
// A queue runs its entries in order, each an event of its own, so that
// transfers of all queues take engines and HBM in the order in which they
// start. A collective holds its queue until the last rank has come and the
// algorithm's time is over.
//
//===----------------------------------------------------------------------===//
#include "TimingModel.h"
#include <bit>

namespace glia::interpreter {

void TimingModel::pushSignals(CoreState &state, double time, uint8_t base,
                              uint8_t mask, unsigned source, uint32_t slice) {
  for (unsigned i = 0; i < numEngines; ++i)
    if (mask >> i & 1)
      push({time, 0, TimingEvent::add, static_cast<uint8_t>(base + i),
            static_cast<uint8_t>(source), static_cast<uint16_t>(state.number),
            dmaSignal, slice});
}

void TimingModel::issueTransfer(CoreState &state, unsigned engine,
                                const TimingText &text,
                                const TimingRecord &record, double time) {
  const TransferRecord &transfer = text.transfers[record.transfer];
  QueueState &queue = state.queues[transfer.queue];
  double ready = time + record.latencyNs;
  ++pendingTransfers;
  queue.pending.push_back({&state.core->streams[engine].current(), &transfer,
                           static_cast<uint8_t>(engine),
                           record.kind == TimingRecord::Kind::collective,
                           ready});
  if (queue.pending.size() == 1)
    push({std::max(ready, queue.free), 0, TimingEvent::transfer, transfer.queue,
          0, static_cast<uint16_t>(state.number), 0, 0});
}

/// The first entry of a queue is due.
llvm::Error TimingModel::startTransfer(CoreState &state, unsigned queue,
                                       double time) {
  const Transfer &transfer = state.queues[queue].pending.front();
  if (transfer.isCollective)
    return runCollective(state, queue, time);
  endTransfer(state, queue, runTransfer(state, transfer, time));
  return llvm::Error::success();
}

void TimingModel::endTransfer(CoreState &state, unsigned number, double done) {
  QueueState &queue = state.queues[number];
  queue.pending.pop_front();
  --pendingTransfers;
  queue.free = done;
  end = std::max(end, done);
  if (!queue.pending.empty())
    push({std::max(done, queue.pending.front().ready), 0, TimingEvent::transfer,
          static_cast<uint8_t>(number), 0, static_cast<uint16_t>(state.number),
          0, 0});
}

/// Takes each of its engines as they get free, and its bytes go through the
/// chip's HBM.
double TimingModel::runTransfer(CoreState &state, const Transfer &transfer,
                                double start) {
  const TransferRecord &record = *transfer.record;
  state.dmaQueueNs += start - transfer.ready;
  double done = start;
  for (unsigned i = 0; record.engines >> i; ++i)
    if (record.engines >> i & 1) {
      double &free = state.dmaEngineFree[i];
      free = std::max(start, free) + record.engineNs;
      done = std::max(done, free);
    }
  double begun = std::max(start, done - record.engineNs);
  state.dmaEnginesNs += begun - start;
  ChipState &chip = chips[state.chip];
  chip.hbmFree = std::max(start, chip.hbmFree) + record.memoryNs / chip.cores;
  if (chip.hbmFree > done) {
    state.dmaMemoryNs += chip.hbmFree - done;
    done = chip.hbmFree;
  }
  state.dmaActiveNs += record.engineNs * std::popcount(record.engines) /
                       double(target.dmaEngines);
  state.counters->dmaBytes += record.bytes;
  state.counters->hbmReadBytes += record.hbmReadBytes;
  state.counters->hbmWriteBytes += record.hbmWriteBytes;
  uint32_t slice = 0;
  if (trace)
    slice = traceInstruction(state, numEngines + record.queue, transfer.engine,
                             *transfer.instruction, begun, done - begun);
  pushSignals(state, done, record.signalBase, record.signalMask,
              cause::firstQueue + record.queue, slice);
  return done;
}

llvm::Error TimingModel::runCollective(CoreState &state, unsigned queue,
                                       double start) {
  const Transfer &first = state.queues[queue].pending.front();
  assert(collectives && "a program with collectives comes with their costs");
  llvm::Expected<std::optional<CollectiveTiming::Completion>> issued =
      collectives->issue(state.number, *first.instruction, start);
  if (!issued)
    return issued.takeError();
  const std::optional<CollectiveTiming::Completion> &all = *issued;
  if (!all) // the last rank will end it
    return llvm::Error::success();
  for (const CollectiveTiming::Rank &rank : all->ranks) {
    CoreState &other = cores[rank.core];
    const Transfer &transfer = other.queues[rank.queue].pending.front();
    uint32_t slice = 0;
    if (trace) {
      slice = traceInstruction(other, numEngines + rank.queue, transfer.engine,
                               *transfer.instruction, all->start,
                               all->done - all->start);
      trace->back().algorithm = all->algorithm;
    }
    other.collectives.emplace_back(all->start, all->done);
    other.counters->collectiveBytes += transfer.record->bytes;
    pushSignals(other, all->done, transfer.record->signalBase,
                transfer.record->signalMask, cause::collective, slice);
    endTransfer(other, rank.queue, all->done);
  }
  return llvm::Error::success();
}

} // namespace glia::interpreter
