//===- ThreadPool.cpp - Workers for blocks of one instruction -------------===//
//
// The caller publishes the work, raises the epoch, takes part itself, and
// waits until every worker has left the epoch.
//
//===----------------------------------------------------------------------===//
#include "ThreadPool.h"
#include "glia/Support/Numerics.h"
#include <immintrin.h>

namespace glia::interpreter {

static constexpr unsigned spins = 4000;

ThreadPool::ThreadPool(unsigned threads) {
  for (unsigned i = 1; i < threads; ++i)
    workers.emplace_back([this] { workerMain(); });
}

ThreadPool::~ThreadPool() {
  stop = true;
  ++epoch;
  epoch.notify_all();
  for (std::thread &worker : workers)
    worker.join();
}

void ThreadPool::takeWork() {
  for (unsigned i = next.fetch_add(1); i < total; i = next.fetch_add(1))
    (*current)(i);
}

void ThreadPool::workerMain() {
  numerics::FloatEnvironment environment;
  uint32_t seen = 0;
  while (true) {
    for (unsigned i = 0;
         i < spins && epoch.load(std::memory_order_acquire) == seen; ++i)
      _mm_pause();
    epoch.wait(seen, std::memory_order_acquire);
    seen = epoch.load(std::memory_order_acquire);
    if (stop)
      return;
    takeWork();
    active.fetch_sub(1, std::memory_order_release);
  }
}

void ThreadPool::run(unsigned count, llvm::function_ref<void(unsigned)> work) {
  if (workers.empty() || count <= 1) {
    for (unsigned i = 0; i < count; ++i)
      work(i);
    return;
  }
  current = &work;
  total = count;
  next = 0;
  active = static_cast<unsigned>(workers.size());
  epoch.fetch_add(1, std::memory_order_release);
  epoch.notify_all();
  takeWork();
  while (active.load(std::memory_order_acquire) != 0)
    _mm_pause();
}

} // namespace glia::interpreter
