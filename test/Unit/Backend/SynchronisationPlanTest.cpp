//===- SynchronisationPlanTest.cpp - Semaphores of whole programs ---------===//
//
// A plan is judged by an independent happens-before relation built from its
// semaphores alone: every conflicting pair must be ordered, no program may
// deadlock, every semaphore must end at zero.
//
//===----------------------------------------------------------------------===//
#include "dialects/Tile/SynchronisationPlan.h"
#include <catch2/catch.hpp>
#include <map>
#include <random>

using namespace glia::tile;

namespace {

struct ModelStep {
  unsigned stream;
  int queue;
  std::vector<StepAccess> accesses;
  unsigned agent() const { return queue < 0 ? stream : numStreams + queue; }
};

/// before[i][j]: step j is complete before step i starts, by streams, queues and semaphores alone.
std::vector<std::vector<bool>> happensBefore(const std::vector<ModelStep> &steps, const SynchronisationPlan &plan) {
  std::vector<std::vector<bool>> before(steps.size(), std::vector<bool>(steps.size(), false));
  std::map<unsigned, std::vector<std::pair<uint32_t, unsigned>>> history; // semaphore -> (value, step that reached it)
  std::array<std::vector<bool>, numStreams> stream;                       // complete before the stream's next instruction
  stream.fill(std::vector<bool>(steps.size(), false));
  std::array<int, numAgents> last;
  last.fill(-1);
  for (unsigned i = 0; i < steps.size(); ++i) {
    std::vector<bool> &now = stream[steps[i].stream];
    for (SemaphoreValue wait : plan.steps[i].waits) {
      // Blocked for ever if the producer stands later in the linear order.
      auto &reached = history[wait.semaphore];
      REQUIRE((!reached.empty() && reached.back().first >= wait.value));
      for (auto [value, producer] : reached)
        if (value == wait.value) {
          now[producer] = true;
          for (unsigned j = 0; j < producer; ++j)
            if (before[producer][j])
              now[j] = true;
        }
    }
    before[i] = now;
    unsigned agent = steps[i].agent();
    if (last[agent] >= 0) {
      before[i][last[agent]] = true;
      for (int j = 0; j < last[agent]; ++j)
        if (before[last[agent]][j])
          before[i][j] = true;
    }
    last[agent] = i;
    if (steps[i].queue < 0)
      now[i] = true;
    for (unsigned c = 0; c < numStreams; ++c)
      if (plan.steps[i].signalMask >> c & 1) {
        unsigned semaphore = steps[i].queue < 0 ? streamSemaphore(agent, c) : queueSignalBase(steps[i].queue) + c;
        auto &reached = history[semaphore];
        reached.emplace_back((reached.empty() ? 0 : reached.back().first) + (steps[i].queue < 0 ? 1 : dmaIncrement), i);
      }
  }
  for (unsigned c = 0; c < numStreams; ++c)
    for (SemaphoreValue subtraction : plan.finalSubtractions[c]) {
      REQUIRE(history[subtraction.semaphore].back().first == subtraction.value);
      history.erase(subtraction.semaphore);
    }
  CHECK(history.size() == size_t(std::count_if(history.begin(), history.end(), [](auto &entry) { return entry.second.empty(); })));
  return before;
}

SynchronisationPlan planOf(const std::vector<ModelStep> &steps, bool barriers = false) {
  SynchronisationPlanner planner({4096, 16384, 1 << 20, barriers});
  for (const ModelStep &step : steps)
    planner.add(step.stream, step.queue, step.accesses);
  return planner.finish();
}

StepAccess sbuf(int64_t low, int64_t high, bool isWrite) { return {MemoryRegion::block(MemorySpace::sbuf, 0, 128, low, high), isWrite}; }
StepAccess hbm(int64_t low, int64_t high, bool isWrite) { return {MemoryRegion::block(MemorySpace::hbm, 0, 1, low, high), isWrite}; }

std::vector<ModelStep> randomProgram(unsigned seed, unsigned count) {
  std::mt19937 random(seed);
  std::vector<ModelStep> steps;
  for (unsigned i = 0; i < count; ++i) {
    ModelStep step{unsigned(random() % numStreams), -1, {}};
    if (random() % 3 == 0 || step.stream == 4)
      step.queue = int(step.stream * 3 + random() % 3);
    for (unsigned a = 1 + random() % 3; a; --a) {
      int64_t low = random() % 16 * 64, high = low + 64 * (1 + random() % 3);
      if (step.queue >= 0 && random() % 2)
        step.accesses.push_back(hbm(low * 100, high * 100, random() % 2));
      else
        step.accesses.push_back(sbuf(low, high, random() % 3 == 0));
    }
    steps.push_back(step);
  }
  return steps;
}

} // namespace

TEST_CASE("every conflict of a random program is ordered") {
  for (unsigned seed = 0; seed < 20; ++seed) {
    auto steps = randomProgram(seed, 300);
    auto before = happensBefore(steps, planOf(steps));
    for (unsigned i = 0; i < steps.size(); ++i)
      for (unsigned j = 0; j < i; ++j)
        for (const StepAccess &a : steps[i].accesses)
          for (const StepAccess &b : steps[j].accesses)
            if ((a.isWrite || b.isWrite) && a.region.mayOverlap(b.region))
              REQUIRE(before[i][j]);
  }
}

TEST_CASE("full barriers order everything") {
  auto steps = randomProgram(3, 200);
  auto before = happensBefore(steps, planOf(steps, /*barriers=*/true));
  for (unsigned i = 0; i < steps.size(); ++i)
    for (unsigned j = 0; j < i; ++j)
      REQUIRE(before[i][j]);
}

TEST_CASE("a wait that another one implies is left out") {
  // Load -> vector -> scalar -> store: the scalar knows the load through the vector, the last store all of them.
  std::vector<ModelStep> steps{{4, 0, {sbuf(0, 64, true)}},
                               {1, -1, {sbuf(0, 64, false), sbuf(64, 128, true)}},
                               {2, -1, {sbuf(0, 64, false), sbuf(64, 128, false), sbuf(128, 192, true)}},
                               {4, 1, {sbuf(128, 192, false), hbm(0, 64, true)}}};
  SynchronisationPlan plan = planOf(steps);
  CHECK(plan.steps[0].waits.empty());
  CHECK(plan.steps[1].waits == llvm::SmallVector<SemaphoreValue, 2>{{32 + 1, 16}});
  CHECK(plan.steps[2].waits == llvm::SmallVector<SemaphoreValue, 2>{{1 * 5 + 2, 1}});
  CHECK(plan.steps[3].waits == llvm::SmallVector<SemaphoreValue, 2>{{2 * 5 + 4, 1}});
  CHECK(plan.steps[0].signalMask == 1 << 1);
  CHECK(plan.finalWaits[4] == llvm::SmallVector<SemaphoreValue, 8>{{32 + 5 + 4, 16}});
}

TEST_CASE("unrelated steps need no semaphore") {
  std::vector<ModelStep> steps{{1, -1, {sbuf(0, 64, true)}}, {2, -1, {sbuf(64, 128, true)}}, {1, -1, {sbuf(0, 64, false)}}};
  SynchronisationPlan plan = planOf(steps);
  CHECK(plan.numWaits == 0);
  CHECK(plan.numSignals == 0);
}

TEST_CASE("reuse of an address waits for its last reader") {
  std::vector<ModelStep> steps{{4, 0, {sbuf(0, 64, true)}}, {0, -1, {sbuf(0, 64, false)}}, {4, 0, {sbuf(0, 64, true)}}};
  SynchronisationPlan plan = planOf(steps);
  CHECK(plan.steps[2].waits == llvm::SmallVector<SemaphoreValue, 2>{{0 * 5 + 4, 1}});
}

TEST_CASE("a hundred thousand steps are planned") {
  auto steps = randomProgram(11, 100000);
  SynchronisationPlan plan = planOf(steps);
  CHECK(plan.steps.size() == steps.size());
}
