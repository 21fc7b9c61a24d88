//===- ListSchedulerTest.cpp - Orders and what they need ------------------===//
//
// Every schedule is a permutation that keeps its edges and its storage bound;
// and it does what it is for: hides transfers behind computation.
//
//===----------------------------------------------------------------------===//
#include "dialects/Tile/ListScheduler.h"
#include <algorithm>
#include <catch2/catch.hpp>
#include <random>

using namespace glia::tile;

static constexpr uint8_t tensorStream = 0, vectorStream = 1, syncStream = 4;

/// Most SBUF bytes and PSUM banks alive in an order.
static std::array<int64_t, 2> peakOf(const ScheduleProblem &problem, const std::vector<unsigned> &order) {
  std::vector<unsigned> position(order.size());
  for (unsigned i = 0; i < order.size(); ++i)
    position[order[i]] = i;
  std::array<std::vector<int64_t>, 2> live{std::vector<int64_t>(order.size() + 1), std::vector<int64_t>(order.size() + 1)};
  for (const ScheduleTile &tile : problem.tiles) {
    unsigned first = order.size(), last = 0;
    for (unsigned touch : tile.touches) {
      first = std::min(first, position[touch]);
      last = std::max(last, position[touch]);
    }
    live[tile.psum][first] += tile.size;
    live[tile.psum][last + 1] -= tile.size;
  }
  std::array<int64_t, 2> peak{};
  for (unsigned space = 0; space < 2; ++space) {
    int64_t now = 0;
    for (int64_t change : live[space])
      peak[space] = std::max(peak[space], now += change);
  }
  return peak;
}

static void checkLaws(const ScheduleProblem &problem, const Schedule &schedule) {
  std::vector<unsigned> position(problem.nodes.size(), ~0u);
  REQUIRE(schedule.order.size() == problem.nodes.size());
  for (unsigned i = 0; i < schedule.order.size(); ++i) {
    REQUIRE(position[schedule.order[i]] == ~0u);
    position[schedule.order[i]] = i;
  }
  for (const ScheduleEdge &edge : problem.edges)
    REQUIRE(position[edge.from] < position[edge.to]);
  std::array<int, 16> owner;
  owner.fill(-1);
  for (unsigned i = 0; i < problem.nodes.size(); ++i) {
    REQUIRE((schedule.queue[i] >= 0) == (problem.nodes[i].transfer != Transfer::none));
    if (schedule.queue[i] < 0)
      continue;
    int &stream = owner[schedule.queue[i]];
    REQUIRE((stream < 0 || stream == problem.nodes[i].stream));
    stream = problem.nodes[i].stream;
  }
}

/// n times: load, compute on `engine` from the loaded tile into another, store.
static ScheduleProblem pipeline(unsigned n, uint32_t tileBytes) {
  ScheduleProblem problem;
  for (unsigned i = 0; i < n; ++i) {
    unsigned load = problem.nodes.size(), compute = load + 1, store = load + 2;
    problem.nodes.push_back({syncStream, Transfer::load, 50, 1300, 400});
    problem.nodes.push_back({vectorStream, Transfer::none, 700, 800, 0});
    problem.nodes.push_back({syncStream, Transfer::store, 50, 1300, 400});
    problem.edges.push_back({load, compute, true});
    problem.edges.push_back({compute, store, true});
    problem.tiles.push_back({false, tileBytes, {load, compute}});
    problem.tiles.push_back({false, tileBytes, {compute, store}});
  }
  return problem;
}

TEST_CASE("a window of one is program order") {
  ScheduleProblem problem = pipeline(20, 100);
  ScheduleOptions options;
  options.window = 1;
  options.sbufBytes = 1000;
  Schedule schedule = listSchedule(problem, options);
  checkLaws(problem, schedule);
  CHECK(std::is_sorted(schedule.order.begin(), schedule.order.end()));
}

TEST_CASE("loads are hoisted and hide behind computation") {
  ScheduleProblem problem = pipeline(50, 100);
  ScheduleOptions options;
  options.sbufBytes = 2000;
  Schedule schedule = listSchedule(problem, options);
  checkLaws(problem, schedule);
  options.window = 1;
  Schedule straight = listSchedule(problem, options);
  // 50 x 800 ns on the DMA engines bound it; in order each load waits for the store before it.
  CHECK(schedule.nanoseconds < 50 * 800 + 5000);
  CHECK(straight.nanoseconds > 1.5 * schedule.nanoseconds);
}

TEST_CASE("no order needs more than the options allow") {
  for (uint32_t capacity : {200, 300, 500, 1000, 5000}) {
    ScheduleProblem problem = pipeline(60, 100);
    ScheduleOptions options;
    options.sbufBytes = capacity;
    Schedule schedule = listSchedule(problem, options);
    checkLaws(problem, schedule);
    CHECK(peakOf(problem, schedule.order)[0] <= capacity);
  }
}

TEST_CASE("random programs keep their edges and the pressure of program order") {
  for (unsigned seed = 0; seed < 10; ++seed) {
    std::mt19937 random(seed);
    ScheduleProblem problem;
    for (unsigned i = 0; i < 400; ++i) {
      bool transfer = random() % 3 == 0;
      problem.nodes.push_back({uint8_t(transfer ? unsigned(syncStream) : unsigned(random() % 4)), transfer ? Transfer::load : Transfer::none, 64, 100, transfer ? 300.0 : 0});
      for (unsigned e = random() % 3; e && i; --e)
        problem.edges.push_back({unsigned(i - 1 - random() % std::min(i, 30u)), i, random() % 2 == 0});
    }
    for (unsigned i = 0; i + 40 < 400; i += 1 + random() % 4) {
      unsigned last = i + 1 + random() % 30;
      problem.tiles.push_back({random() % 4 == 0, 1, {i, last}});
      problem.edges.push_back({i, last, true});
    }
    std::vector<unsigned> inOrder(400);
    for (unsigned i = 0; i < 400; ++i)
      inOrder[i] = i;
    auto least = peakOf(problem, inOrder);
    ScheduleOptions options;
    options.sbufBytes = least[0];
    options.psumBanks = least[1];
    Schedule schedule = listSchedule(problem, options);
    checkLaws(problem, schedule);
    auto peak = peakOf(problem, schedule.order);
    CHECK(peak[0] <= least[0]);
    CHECK(peak[1] <= least[1]);
  }
}

TEST_CASE("matmuls of one stationary stay together") {
  ScheduleProblem problem;
  for (unsigned i = 0; i < 16; ++i)
    problem.nodes.push_back({tensorStream, Transfer::none, 500, 600, 0, 1 + i % 2, 100});
  Schedule schedule = listSchedule(problem, ScheduleOptions());
  unsigned changes = 0;
  for (unsigned i = 1; i < 16; ++i)
    changes += problem.nodes[schedule.order[i]].stationary != problem.nodes[schedule.order[i - 1]].stationary;
  CHECK(changes == 1);
}

TEST_CASE("transfers go on while other cores are waited for") {
  ScheduleProblem problem = pipeline(50, 100);
  unsigned collective = problem.nodes.size();
  constexpr uint8_t gpsimdStream = 3;
  problem.nodes.push_back({gpsimdStream, Transfer::collective, 50, 1300, 30000});
  problem.edges.push_back({2, collective, true}); // sends what the first store leaves
  ScheduleOptions options;
  options.sbufBytes = 2000;
  Schedule schedule = listSchedule(problem, options);
  checkLaws(problem, schedule);
  for (unsigned i = 0; i < problem.nodes.size(); ++i)
    CHECK((schedule.queue[i] == collectiveQueue) == (i == collective));
  // 50 x 800 ns on the DMA engines, and the collective beside them.
  CHECK(schedule.nanoseconds < 50 * 800 + 5000);
}

TEST_CASE("a hundred thousand operations are scheduled") {
  ScheduleProblem problem = pipeline(33334, 100);
  ScheduleOptions options;
  options.sbufBytes = 200000;
  checkLaws(problem, listSchedule(problem, options));
}
