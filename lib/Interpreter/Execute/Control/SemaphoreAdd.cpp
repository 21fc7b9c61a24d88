//===- SemaphoreAdd.cpp - Adds to a semaphore -----------------------------===//
#include "lib/Interpreter/Check.h"
#include "lib/Interpreter/Core.h"
#include "lib/Interpreter/Execute.h"

namespace glia::interpreter {

llvm::Error execute(Core &core, const isa::SemaphoreAdd &x) {
  if (core.checker)
    core.checker->release(x.semaphore, x.value);
  return core.addToSemaphore(x.semaphore, x.value);
}

} // namespace glia::interpreter
