//===- RegisterLoad.cpp - Loads a register from SBUF ----------------------===//
//
// Bits, with the sign of signed integers extended. What is loaded is recorded
// for the model of time.
//
//===----------------------------------------------------------------------===//
#include "lib/Interpreter/Core.h"
#include "lib/Interpreter/Execute.h"

namespace glia::interpreter {

llvm::Error execute(Core &core, const isa::RegisterLoad &x) {
  if (core.isTiming) {
    std::optional<uint64_t> known = core.nextLoad();
    core.stream->setRegister(x.destination,
                             static_cast<uint32_t>(known.value_or(0)), !known);
    return llvm::Error::success();
  }
  uint32_t value = 0;
  if (isInteger(x.source.type))
    numerics::convertIntegers(x.source.type, core.start(x.source),
                              ElementType::u32, &value, 1);
  else
    std::memcpy(&value, core.start(x.source), elementBytes(x.source.type));
  core.recordLoad(value);
  core.stream->setRegister(x.destination, value);
  return llvm::Error::success();
}

} // namespace glia::interpreter
