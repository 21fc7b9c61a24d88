//===- ThreadPool.cpp - Workers for blocks of one instruction -------------===//
//
// The caller publishes the work, takes part itself, and waits for the items,
// not for the workers: one that the host has put aside holds nothing up unless
// it has begun an item.
//
//===----------------------------------------------------------------------===//
#include "ThreadPool.h"
#include "glia/Support/Numerics.h"
#include <cassert>
#include <immintrin.h>
#include <sched.h>

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

bool ThreadPool::takeItem() {
  uint64_t now = state.load(std::memory_order_acquire);
  do {
    if ((now & 0xFFFF) >= (now >> 16 & 0xFFFF))
      return false;
  } while (
      !state.compare_exchange_weak(now, now + 1, std::memory_order_acquire));
  // The item is not done, so run() has not returned and `current` is its work.
  (*current)(static_cast<unsigned>(now & 0xFFFF));
  done.fetch_add(1, std::memory_order_release);
  return true;
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
    while (takeItem())
      ;
  }
}

void ThreadPool::run(unsigned count, llvm::function_ref<void(unsigned)> work) {
  assert(count < 0xFFFF && "items are numbered in 16 bits");
  if (workers.empty() || count <= 1) {
    for (unsigned i = 0; i < count; ++i)
      work(i);
    return;
  }
  current = &work;
  done.store(0, std::memory_order_relaxed);
  uint64_t number = (state.load(std::memory_order_relaxed) >> 32) + 1;
  state.store(number << 32 | uint64_t(count) << 16, std::memory_order_release);
  epoch.fetch_add(1, std::memory_order_release);
  epoch.notify_all();
  while (takeItem())
    ;
  for (unsigned i = 0; done.load(std::memory_order_acquire) != count; ++i) {
    if (i < spins)
      _mm_pause();
    else
      ::sched_yield(); // the host has more to do than cores
  }
}

} // namespace glia::interpreter
