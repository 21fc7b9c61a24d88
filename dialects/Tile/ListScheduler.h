//===- ListScheduler.h - A linear order that keeps the engines busy -------===//
//
// List scheduling over engine timelines, without MLIR: operations in program
// order with costs, dependences and the tiles they keep alive go in, a new
// linear order and a DMA queue for each transfer come out. The order never
// needs more SBUF or PSUM than its options allow, so that allocation succeeds:
// at every moment, going on in program order would fit.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_DIALECTS_TILE_LISTSCHEDULER_H
#define GLIA_DIALECTS_TILE_LISTSCHEDULER_H

#include <array>
#include <cstdint>
#include <vector>

namespace glia::tile {

/// A collective is a transfer that other cores wait for: it has a queue of its own and leaves the DMA engines to the others.
enum class Transfer : uint8_t { none, load, store, collective };

struct ScheduleNode {
  uint8_t stream = 0;
  Transfer transfer = Transfer::none;
  double busy = 0;    // ns that the issuing stream is occupied
  double latency = 0; // ns from the start until the result may be used, transfer time not counted
  double moving = 0;  // ns on the DMA engines, or between cores
  /// Matmuls of one stationary have the same number (0: none) and save `stationaryTime` when they follow each other.
  uint32_t stationary = 0;
  double stationaryTime = 0;
};

/// `to` comes after `from`; if timed, it needs the result of `from`.
struct ScheduleEdge {
  unsigned from, to;
  bool timed;
};

/// Alive from the first to the last operation that touches it.
struct ScheduleTile {
  bool psum = false;
  uint32_t size = 0;             // bytes per partition, or banks
  std::vector<unsigned> touches; // operations, ascending
};

struct ScheduleProblem {
  std::vector<ScheduleNode> nodes;
  std::vector<ScheduleEdge> edges; // from < to
  std::vector<ScheduleTile> tiles;
};

/// What the Tensor engine makes is in PSUM, which no DMA reads, so that its queue is free.
inline constexpr uint8_t collectiveQueue = 15;

struct ScheduleOptions {
  /// How far behind the oldest operation not yet placed a candidate may stand. 1 is program order.
  unsigned window = 512;
  uint32_t sbufBytes = 0, psumBanks = 0;
  /// [first, end) of the queues for loads and for stores, per issuing stream; most loads are issued by sync.
  struct Queues {
    uint8_t firstLoad, endLoad, firstStore, endStore;
  };
  std::array<Queues, 5> queues{{{15, 16, 15, 16}, {10, 11, 10, 12}, {12, 13, 12, 14}, {14, 15, 14, 15}, {0, 10, 0, 10}}};
};

struct Schedule {
  std::vector<unsigned> order;
  std::vector<int8_t> queue; // per operation, -1 for what is no transfer
  double nanoseconds = 0;    // end of the last operation by the scheduler's own model
};

Schedule listSchedule(const ScheduleProblem &problem, const ScheduleOptions &options);

} // namespace glia::tile

#endif
