//===- AddressAlu.cpp - Computes in address registers ---------------------===//
#include "glia/Support/Numerics.h"
#include "lib/Interpreter/Core.h"
#include "lib/Interpreter/Execute.h"

namespace glia::interpreter {

llvm::Error execute(Core &core, const isa::AddressAlu &x) {
  Stream &stream = *core.stream;
  int64_t right = x.value;
  bool unknown = false;
  if (x.right != isa::noRegister6) {
    uint32_t value = stream.registers[x.right];
    right = x.signExtend ? static_cast<int32_t>(value)
                         : static_cast<int64_t>(value);
    unknown = stream.isUnknown(x.right);
  } else if (x.rightAddress != isa::noRegister5) {
    right = static_cast<int64_t>(stream.addresses[x.rightAddress]);
    unknown = stream.isUnknownAddress(x.rightAddress);
  }
  int64_t left = static_cast<int64_t>(stream.addresses[x.left]);
  stream.setAddress(
      x.destination, static_cast<uint64_t>(numerics::alu(x.op, left, right)),
      stream.isUnknownAddress(x.left) || (unknown && !isa::isUnary(x.op)));
  return llvm::Error::success();
}

} // namespace glia::interpreter
