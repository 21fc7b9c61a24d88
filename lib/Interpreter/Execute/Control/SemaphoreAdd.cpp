//===- SemaphoreAdd.cpp - Adds to a semaphore -----------------------------===//
#include "lib/Interpreter/Check.h"
#include "lib/Interpreter/Core.h"
#include "lib/Interpreter/Execute.h"

namespace glia::interpreter {

llvm::Error execute(Core &core, const isa::SemaphoreAdd &x) {
  uint32_t value = core.stream->semaphoreValue(x);
  if (core.checker)
    core.checker->release(x.semaphore, value);
  return core.addToSemaphore(x.semaphore, value);
}

} // namespace glia::interpreter
