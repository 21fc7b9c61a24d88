//===- AddressAdd.cpp - Adds to an address register -----------------------===//
#include "lib/Interpreter/Core.h"
#include "lib/Interpreter/Execute.h"

namespace glia::interpreter {

llvm::Error execute(Core &core, const isa::AddressAdd &x) {
  Stream &stream = *core.stream;
  uint64_t right =
      x.right == isa::noRegister6 ? x.value : stream.registers[x.right];
  stream.addresses[x.destination] = stream.addresses[x.left] + right;
  return llvm::Error::success();
}

} // namespace glia::interpreter
