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

ThreadPool::ThreadPool(unsigned threads)
    : shares(std::make_unique<Share[]>(threads)) {
  for (unsigned i = 1; i < threads; ++i)
    workers.emplace_back([this, i] { workerMain(i); });
}

ThreadPool::~ThreadPool() {
  stop = true;
  ++epoch;
  epoch.notify_all();
  for (std::thread &worker : workers)
    worker.join();
}

bool ThreadPool::takeItem(Share &share) {
  uint64_t now = share.state.load(std::memory_order_acquire);
  do {
    if ((now & 0xFFFF) >= (now >> 16 & 0xFFFF))
      return false;
  } while (!share.state.compare_exchange_weak(now, now + 1,
                                              std::memory_order_acquire));
  // The item is not done, so run() has not returned and `current` is its work.
  (*current)(static_cast<unsigned>(now & 0xFFFF));
  done.fetch_add(1, std::memory_order_release);
  return true;
}

void ThreadPool::takeItems(unsigned self) {
  for (unsigned i = 0, threads = size(); i < threads; ++i)
    while (takeItem(shares[(self + i) % threads]))
      ;
}

void ThreadPool::workerMain(unsigned self) {
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
    takeItems(self);
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
  unsigned threads = size();
  uint64_t number = (shares[0].state.load(std::memory_order_relaxed) >> 32) + 1;
  for (unsigned t = 0; t < threads; ++t) {
    uint64_t begin = count * t / threads, end = count * (t + 1) / threads;
    shares[t].state.store(number << 32 | end << 16 | begin,
                          std::memory_order_release);
  }
  epoch.fetch_add(1, std::memory_order_release);
  epoch.notify_all();
  takeItems(0);
  for (unsigned i = 0; done.load(std::memory_order_acquire) != count; ++i) {
    if (i < spins)
      _mm_pause();
    else
      ::sched_yield(); // the host has more to do than cores
  }
}

} // namespace glia::interpreter
