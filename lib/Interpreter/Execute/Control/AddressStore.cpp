//===- AddressStore.cpp - Stores an address register to SBUF --------------===//
#include "lib/Interpreter/Core.h"
#include "lib/Interpreter/Execute.h"

namespace glia::interpreter {

llvm::Error execute(Core &core, const isa::AddressStore &x) {
  uint64_t value = core.stream->addresses[x.value];
  if (x.destination.type == ElementType::boolean)
    value = value != 0;
  // Little-endian: the lower bytes come first.
  std::memcpy(core.start(x.destination), &value,
              elementBytes(x.destination.type));
  return llvm::Error::success();
}

} // namespace glia::interpreter
