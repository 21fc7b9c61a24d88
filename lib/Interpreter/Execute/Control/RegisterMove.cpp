//===- RegisterMove.cpp - Sets a register ---------------------------------===//
#include "lib/Interpreter/Core.h"
#include "lib/Interpreter/Execute.h"

namespace glia::interpreter {

llvm::Error execute(Core &core, const isa::RegisterMove &x) {
  core.stream->setRegister(x.destination, x.value);
  return llvm::Error::success();
}

} // namespace glia::interpreter
