//===- SemaphoreWait.cpp - Waits for a semaphore --------------------------===//
#include "lib/Interpreter/Check.h"
#include "lib/Interpreter/Core.h"
#include "lib/Interpreter/Execute.h"

namespace glia::interpreter {

llvm::Error execute(Core &core, const isa::SemaphoreWait &x) {
  uint32_t value = core.stream->semaphoreValue(x);
  core.blocked = !core.reaches(x.semaphore, value);
  if (core.checker && !core.blocked)
    core.checker->acquire(x.semaphore, value);
  return llvm::Error::success();
}

} // namespace glia::interpreter
