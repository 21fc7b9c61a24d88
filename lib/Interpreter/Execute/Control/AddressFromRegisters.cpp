//===- AddressFromRegisters.cpp - Joins two registers to an address -------===//
#include "lib/Interpreter/Core.h"
#include "lib/Interpreter/Execute.h"

namespace glia::interpreter {

llvm::Error execute(Core &core, const isa::AddressFromRegisters &x) {
  Stream &stream = *core.stream;
  bool hasHigh = x.high != isa::noRegister6;
  uint64_t high = hasHigh ? stream.registers[x.high] : 0;
  stream.setAddress(x.destination, high << 32 | stream.registers[x.low],
                    stream.isUnknown(x.low) ||
                        (hasHigh && stream.isUnknown(x.high)));
  return llvm::Error::success();
}

} // namespace glia::interpreter
