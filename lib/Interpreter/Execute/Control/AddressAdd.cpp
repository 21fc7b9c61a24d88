//===- AddressAdd.cpp - Adds to an address register -----------------------===//
#include "lib/Interpreter/Core.h"
#include "lib/Interpreter/Execute.h"

namespace glia::interpreter {

llvm::Error execute(Core &core, const isa::AddressAdd &x) {
  Stream &stream = *core.stream;
  bool hasRegister = x.right != isa::noRegister6;
  uint64_t right = hasRegister ? stream.registers[x.right] : x.value;
  stream.setAddress(x.destination, stream.addresses[x.left] + right,
                    stream.isUnknownAddress(x.left) ||
                        (hasRegister && stream.isUnknown(x.right)));
  return llvm::Error::success();
}

} // namespace glia::interpreter
