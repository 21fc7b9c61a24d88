//===- AddressLoad.cpp - Loads an address register from SBUF --------------===//
#include "lib/Interpreter/Core.h"
#include "lib/Interpreter/Execute.h"

namespace glia::interpreter {

llvm::Error execute(Core &core, const isa::AddressLoad &x) {
  if (core.isTiming) {
    std::optional<uint64_t> known = core.nextLoad();
    core.stream->setAddress(x.destination, known.value_or(0), !known);
    return llvm::Error::success();
  }
  uint64_t value = 0;
  numerics::convertIntegers(x.source.type, core.start(x.source),
                            ElementType::u64, &value, 1);
  core.recordLoad(value);
  core.stream->setAddress(x.destination, value);
  return llvm::Error::success();
}

} // namespace glia::interpreter
