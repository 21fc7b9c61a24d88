//===- RegisterAlu.cpp - Computes in registers ----------------------------===//
#include "glia/Support/Numerics.h"
#include "lib/Interpreter/Core.h"
#include "lib/Interpreter/Execute.h"

namespace glia::interpreter {

llvm::Error execute(Core &core, const isa::RegisterAlu &x) {
  Stream &stream = *core.stream;
  bool hasRegister = x.right != isa::noRegister6;
  int32_t left = static_cast<int32_t>(stream.registers[x.left]),
          right = hasRegister ? static_cast<int32_t>(stream.registers[x.right])
                              : x.value;
  bool unknown =
      stream.isUnknown(x.left) ||
      (hasRegister && !isa::isUnary(x.op) && stream.isUnknown(x.right));
  stream.setRegister(x.destination,
                     static_cast<uint32_t>(numerics::alu(x.op, left, right)),
                     unknown);
  return llvm::Error::success();
}

} // namespace glia::interpreter
