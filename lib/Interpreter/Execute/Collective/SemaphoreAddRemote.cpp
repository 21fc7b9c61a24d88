//===- SemaphoreAddRemote.cpp - Adds to a semaphore of another core -------===//
#include "glia/Support/Error.h"
#include "lib/Interpreter/Check.h"
#include "lib/Interpreter/Cores.h"
#include "lib/Interpreter/Execute.h"

namespace glia::interpreter {

llvm::Error execute(Core &core, const isa::SemaphoreAddRemote &x) {
  uint32_t number = x.coreRegister == isa::noRegister6
                        ? x.core
                        : core.stream->registers[x.coreRegister];
  Core *other = number == core.number ? &core
                : core.cores          ? core.cores->find(number)
                                      : nullptr;
  if (!other)
    return makeError(ErrorCode::E3402,
                     "signals core " + llvm::Twine(number) +
                         ", expects a core below " +
                         llvm::Twine(core.cores ? core.cores->size() : 1));
  if (other->checker)
    other->checker->release(x.semaphore, x.value);
  return other->addToSemaphore(x.semaphore, x.value);
}

} // namespace glia::interpreter
