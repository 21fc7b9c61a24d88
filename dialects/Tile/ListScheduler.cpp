//===- ListScheduler.cpp - A linear order that keeps the engines busy -----===//
//
// The candidate that can start first is placed next; among those that can
// start at about the same time, the one with the longest path to the end.
// Storage is watched through the pressure that each operation still ahead would meet
// if everything from here on ran in program order: an operation may
// be hoisted only if its new tile fits into all of them.
//
//===----------------------------------------------------------------------===//
#include "dialects/Tile/ListScheduler.h"
#include "llvm/ADT/SmallVector.h"
#include <algorithm>
#include <limits>

using namespace glia::tile;

// A signal to another stream takes about this long; starts closer than this count as the same time.
static constexpr double hopTime = 60, sameTime = 16;
// Transfers are issued this long before the DMA engines come to them, so that their fixed cost overlaps.
static constexpr double issueAhead = 4000;

namespace {

/// Edges by their source, and by their target.
struct Adjacency {
  std::vector<unsigned> start;
  std::vector<unsigned> edges; // indices into the problem's edges

  template <typename End> Adjacency(const ScheduleProblem &problem, End end) : start(problem.nodes.size() + 1), edges(problem.edges.size()) {
    for (const ScheduleEdge &edge : problem.edges)
      ++start[end(edge) + 1];
    for (size_t i = 1; i < start.size(); ++i)
      start[i] += start[i - 1];
    std::vector<unsigned> next(start.begin(), start.end() - 1);
    for (size_t i = 0; i < problem.edges.size(); ++i)
      edges[next[end(problem.edges[i])]++] = i;
  }
  llvm::ArrayRef<unsigned> of(unsigned node) const { return llvm::ArrayRef(edges).slice(start[node], start[node + 1] - start[node]); }
};

/// Storage in use, now and for each operation ahead if the rest ran in program order.
class Pressure {
public:
  Pressure(const ScheduleProblem &problem, const ScheduleOptions &options)
      : problem(problem), capacity{options.sbufBytes, options.psumBanks}, touched(problem.nodes.size()), remaining(problem.tiles.size()) {
    for (auto &ahead : pressure)
      ahead.assign(problem.nodes.size() + 1, 0);
    for (unsigned t = 0; t < problem.tiles.size(); ++t) {
      const ScheduleTile &tile = problem.tiles[t];
      remaining[t] = tile.touches.size();
      for (unsigned node : tile.touches)
        touched[node].push_back(t);
      pressure[tile.psum][tile.touches.front()] += tile.size;
      pressure[tile.psum][tile.touches.back() + 1] -= tile.size;
    }
    for (auto &ahead : pressure)
      for (size_t i = 1; i < ahead.size(); ++i)
        ahead[i] += ahead[i - 1];
  }

  /// Whether `node` may be placed while `head` is the oldest that is not.
  bool fits(unsigned node, unsigned head) const {
    if (node == head)
      return true;
    for (unsigned t : touched[node])
      if (isNew(t)) {
        const ScheduleTile &tile = problem.tiles[t];
        const auto &ahead = pressure[tile.psum];
        for (unsigned i = head; i < std::min(node, tile.touches.front()); ++i)
          if (ahead[i] + tile.size > capacity[tile.psum])
            return false;
      }
    return true;
  }

  void place(unsigned node, unsigned head) {
    for (unsigned t : touched[node]) {
      const ScheduleTile &tile = problem.tiles[t];
      auto &ahead = pressure[tile.psum];
      if (isNew(t))
        for (unsigned i = head; i < tile.touches.front(); ++i)
          ahead[i] += tile.size;
      if (--remaining[t] == 0)
        for (unsigned i = head; i <= tile.touches.back(); ++i)
          ahead[i] -= tile.size;
    }
  }

private:
  bool isNew(unsigned t) const { return remaining[t] == problem.tiles[t].touches.size(); }

  const ScheduleProblem &problem;
  std::array<int64_t, 2> capacity;
  std::array<std::vector<int64_t>, 2> pressure; // SBUF, PSUM
  std::vector<llvm::SmallVector<unsigned, 3>> touched;
  std::vector<unsigned> remaining;
};

class Scheduler {
public:
  Scheduler(const ScheduleProblem &problem, const ScheduleOptions &options)
      : problem(problem), options(options), successors(problem, [](const ScheduleEdge &edge) { return edge.from; }),
        pressure(problem, options), waiting(problem.nodes.size()), readyTime(problem.nodes.size()), placed(problem.nodes.size()),
        inReady(problem.nodes.size()) {
    schedule.queue.assign(problem.nodes.size(), -1);
    computePriorities();
    for (const ScheduleEdge &edge : problem.edges)
      ++waiting[edge.to];
  }

  Schedule run() {
    unsigned count = problem.nodes.size(), head = 0, end = 0;
    while (schedule.order.size() < count) {
      while (end < count && end < head + std::max(options.window, 1u))
        admit(end++);
      place(choose(head), head, end);
      while (head < count && placed[head])
        ++head;
    }
    return std::move(schedule);
  }

private:
  void computePriorities() {
    priority.assign(problem.nodes.size(), 0);
    for (unsigned i = problem.nodes.size(); i-- > 0;) {
      const ScheduleNode &node = problem.nodes[i];
      for (unsigned e : successors.of(i))
        priority[i] = std::max(priority[i], priority[problem.edges[e].to]);
      priority[i] += node.latency + node.moving;
    }
  }

  void admit(unsigned node) {
    if (waiting[node] == 0 && !inReady[node]) {
      inReady[node] = true;
      ready.push_back(node);
    }
  }

  double startTime(unsigned i) const {
    const ScheduleNode &node = problem.nodes[i];
    double start = std::max(readyTime[i], streamFree[node.stream]);
    if (node.transfer == Transfer::load || node.transfer == Transfer::store)
      start = std::max(start, dmaFree - issueAhead);
    else if (node.stationary && node.stationary == stationary)
      start -= node.stationaryTime;
    return start;
  }

  unsigned choose(unsigned head) const {
    unsigned best = head;
    double bestStart = std::numeric_limits<double>::max();
    for (unsigned candidate : ready) {
      double start = startTime(candidate);
      bool better = start < bestStart - sameTime;
      if (!better && start < bestStart + sameTime)
        better = priority[candidate] > priority[best] || (priority[candidate] == priority[best] && candidate < best);
      if (!better || !pressure.fits(candidate, head))
        continue;
      best = candidate;
      bestStart = std::min(start, bestStart);
    }
    return best;
  }

  int8_t chooseQueue(const ScheduleNode &node) const {
    const auto &range = options.queues[node.stream];
    unsigned first = node.transfer == Transfer::load ? range.firstLoad : range.firstStore;
    unsigned end = node.transfer == Transfer::load ? range.endLoad : range.endStore;
    unsigned best = first;
    for (unsigned queue = first + 1; queue < end; ++queue)
      if (queueFree[queue] < queueFree[best])
        best = queue;
    return best;
  }

  /// Advances the timelines; the time at which the result may be used.
  double issue(unsigned i) {
    const ScheduleNode &node = problem.nodes[i];
    double start = std::max(readyTime[i], streamFree[node.stream]);
    if (node.transfer == Transfer::none) {
      double busy = node.busy;
      if (node.stationary && node.stationary == stationary)
        busy -= node.stationaryTime;
      if (node.stream == 0) // what else runs on the Tensor engine loses it
        stationary = node.stationary;
      streamFree[node.stream] = start + busy;
      return start + std::max(node.latency, busy);
    }
    streamFree[node.stream] = start + node.busy;
    if (node.transfer == Transfer::collective) {
      schedule.queue[i] = collectiveQueue;
      return queueFree[collectiveQueue] = std::max(start + node.latency, queueFree[collectiveQueue]) + node.moving;
    }
    int8_t queue = chooseQueue(node);
    schedule.queue[i] = queue;
    // As the machine's model of time does: the fixed cost overlaps with other transfers, the bytes share all DMA engines.
    dmaFree = std::max({start + node.latency, queueFree[queue], dmaFree}) + node.moving;
    queueFree[queue] = dmaFree;
    return dmaFree;
  }

  void place(unsigned i, unsigned head, unsigned end) {
    ready.erase(std::find(ready.begin(), ready.end(), i));
    placed[i] = true;
    schedule.order.push_back(i);
    pressure.place(i, head);
    double done = issue(i);
    schedule.nanoseconds = std::max(schedule.nanoseconds, done);
    for (unsigned e : successors.of(i)) {
      const ScheduleEdge &edge = problem.edges[e];
      if (edge.timed) {
        bool sameEngine = problem.nodes[edge.to].stream == problem.nodes[i].stream && problem.nodes[i].transfer == Transfer::none;
        readyTime[edge.to] = std::max(readyTime[edge.to], done + (sameEngine ? 0 : hopTime));
      }
      if (--waiting[edge.to] == 0 && edge.to < end)
        admit(edge.to);
    }
  }

  const ScheduleProblem &problem;
  const ScheduleOptions &options;
  Adjacency successors;
  Pressure pressure;
  std::vector<double> priority;
  std::vector<unsigned> waiting; // predecessors not yet placed
  std::vector<double> readyTime;
  std::vector<bool> placed, inReady;
  std::vector<unsigned> ready;
  std::array<double, 5> streamFree{};
  std::array<double, 16> queueFree{};
  double dmaFree = 0;
  uint32_t stationary = 0;
  Schedule schedule;
};

} // namespace

Schedule glia::tile::listSchedule(const ScheduleProblem &problem, const ScheduleOptions &options) {
  return Scheduler(problem, options).run();
}
