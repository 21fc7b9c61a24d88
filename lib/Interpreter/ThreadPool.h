//===- ThreadPool.h - Workers for blocks of one instruction ---------------===//
//
// An instruction takes tens of microseconds, so workers spin for a while
// before they sleep. Work is cut by output blocks only: results never depend
// on the number of threads. Each thread begins with a share of its own, the
// same fraction of every work, so that what one instruction left in a thread's
// cache is there for the next; only then it helps the others.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_LIB_INTERPRETER_THREADPOOL_H
#define GLIA_LIB_INTERPRETER_THREADPOOL_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include <atomic>
#include <cstdint>
#include <memory>
#include <thread>
#include <vector>

namespace glia::interpreter {

class ThreadPool {
public:
  /// `threads` counts the caller.
  explicit ThreadPool(unsigned threads);
  ~ThreadPool();
  unsigned size() const { return static_cast<unsigned>(workers.size()) + 1; }
  /// Calls work(0) .. work(count - 1), each once, from any thread; returns
  /// when all have ended. The caller begins at 0, the thread t of T at
  /// count * t / T.
  void run(unsigned count, llvm::function_ref<void(unsigned)> work);

private:
  /// What one thread begins with. Epoch (32 bits), end (16), next item (16):
  /// one word, so that a worker that comes late can't take an item of work it
  /// doesn't know.
  struct alignas(64) Share {
    std::atomic<uint64_t> state{0};
  };

  /// Does one item of the current work, if any is left in the share.
  bool takeItem(Share &share);
  /// All that nobody has begun, one's own share first.
  void takeItems(unsigned self);
  void workerMain(unsigned self);

  std::vector<std::thread> workers;
  std::unique_ptr<Share[]> shares;
  const llvm::function_ref<void(unsigned)> *current = nullptr;
  // Apart, for one is polled while the other is counted.
  alignas(64) std::atomic<uint32_t> epoch{0}; // what sleepers wait on
  std::atomic<bool> stop{false};
  alignas(64) std::atomic<unsigned> done{0};
};

} // namespace glia::interpreter

#endif
