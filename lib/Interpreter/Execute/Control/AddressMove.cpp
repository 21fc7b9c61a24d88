//===- AddressMove.cpp - Sets an address register -------------------------===//
#include "lib/Interpreter/Core.h"
#include "lib/Interpreter/Execute.h"

namespace glia::interpreter {

llvm::Error execute(Core &core, const isa::AddressMove &x) {
  core.stream->setAddress(x.destination, x.value);
  return llvm::Error::success();
}

} // namespace glia::interpreter
