//===- RegisterAdd.cpp - Adds to a register -------------------------------===//
#include "lib/Interpreter/Core.h"
#include "lib/Interpreter/Execute.h"

namespace glia::interpreter {

llvm::Error execute(Core &core, const isa::RegisterAdd &x) {
  Stream &stream = *core.stream;
  bool hasRegister = x.right != isa::noRegister6;
  uint32_t right = hasRegister ? stream.registers[x.right] : x.value;
  stream.setRegister(x.destination, stream.registers[x.left] + right,
                     stream.isUnknown(x.left) ||
                         (hasRegister && stream.isUnknown(x.right)));
  return llvm::Error::success();
}

} // namespace glia::interpreter
