//===- SemaphoreSubtract.cpp - Subtracts from a semaphore -----------------===//
#include "glia/Support/Error.h"
#include "lib/Interpreter/Check.h"
#include "lib/Interpreter/Core.h"
#include "lib/Interpreter/Execute.h"

namespace glia::interpreter {

llvm::Error execute(Core &core, const isa::SemaphoreSubtract &x) {
  uint32_t &semaphore = core.semaphores[x.semaphore];
  uint32_t value = core.stream->semaphoreValue(x);
  if (semaphore < value)
    return makeError(ErrorCode::E3407,
                     "subtracts " + llvm::Twine(value) + " from semaphore s" +
                         llvm::Twine(x.semaphore) + ", which is " +
                         llvm::Twine(semaphore));
  semaphore -= value;
  if (core.checker)
    core.checker->subtract(x.semaphore, value);
  return llvm::Error::success();
}

} // namespace glia::interpreter
