//===- RegisterAdd.cpp - Adds to a register -------------------------------===//
#include "lib/Interpreter/Core.h"
#include "lib/Interpreter/Execute.h"

namespace glia::interpreter {

llvm::Error execute(Core &core, const isa::RegisterAdd &x) {
  auto &registers = core.stream->registers;
  uint32_t right = x.right == isa::noRegister6 ? x.value : registers[x.right];
  registers[x.destination] = registers[x.left] + right;
  return llvm::Error::success();
}

} // namespace glia::interpreter
