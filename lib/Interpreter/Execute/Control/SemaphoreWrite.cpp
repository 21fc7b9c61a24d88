//===- SemaphoreWrite.cpp - Writes a semaphore ----------------------------===//
#include "lib/Interpreter/Check.h"
#include "lib/Interpreter/Core.h"
#include "lib/Interpreter/Execute.h"

namespace glia::interpreter {

llvm::Error execute(Core &core, const isa::SemaphoreWrite &x) {
  uint32_t value = core.stream->semaphoreValue(x);
  core.semaphores[x.semaphore] = value;
  if (core.checker)
    core.checker->write(x.semaphore, value);
  return llvm::Error::success();
}

} // namespace glia::interpreter
