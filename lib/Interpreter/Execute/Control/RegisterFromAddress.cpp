//===- RegisterFromAddress.cpp - Takes half of an address -----------------===//
#include "lib/Interpreter/Core.h"
#include "lib/Interpreter/Execute.h"

namespace glia::interpreter {

llvm::Error execute(Core &core, const isa::RegisterFromAddress &x) {
  Stream &stream = *core.stream;
  uint64_t value = stream.addresses[x.source];
  stream.setRegister(x.destination,
                     static_cast<uint32_t>(x.high ? value >> 32 : value),
                     stream.isUnknownAddress(x.source));
  return llvm::Error::success();
}

} // namespace glia::interpreter
