//===- Halt.cpp - Ends the stream -----------------------------------------===//
#include "lib/Interpreter/Core.h"
#include "lib/Interpreter/Execute.h"

namespace glia::interpreter {

llvm::Error execute(Core &core, const isa::Halt &x) {
  core.stream->halted = true;
  return llvm::Error::success();
}

} // namespace glia::interpreter
