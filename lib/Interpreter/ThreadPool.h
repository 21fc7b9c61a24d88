//===- ThreadPool.h - Workers for blocks of one instruction ---------------===//
//
// An instruction takes tens of microseconds, so workers spin for a while
// before they sleep. Work is cut by output blocks only: results never depend
// on the number of threads.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_LIB_INTERPRETER_THREADPOOL_H
#define GLIA_LIB_INTERPRETER_THREADPOOL_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include <atomic>
#include <cstdint>
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
  /// when all have ended.
  void run(unsigned count, llvm::function_ref<void(unsigned)> work);

private:
  /// Does one item of the current work, if any is left.
  bool takeItem();
  void workerMain();

  std::vector<std::thread> workers;
  /// Epoch (32 bits), number of items (16), next item (16): one word, so that
  /// a worker that comes late can't take an item of work it doesn't know.
  std::atomic<uint64_t> state{0};
  std::atomic<uint32_t> epoch{0}; // what sleepers wait on
  std::atomic<unsigned> done{0};
  std::atomic<bool> stop{false};
  const llvm::function_ref<void(unsigned)> *current = nullptr;
};

} // namespace glia::interpreter

#endif
