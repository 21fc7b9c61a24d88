//===- Return.cpp - Returns from a function -------------------------------===//
#include "glia/Support/Error.h"
#include "lib/Interpreter/Core.h"
#include "lib/Interpreter/Execute.h"

namespace glia::interpreter {

llvm::Error execute(Core &core, const isa::Return &x) {
  Stream &stream = *core.stream;
  if (stream.calls.empty())
    return makeError(ErrorCode::E3406, "returns though no call is open");
  if (stream.loops.size() != stream.loopsAtCall.back())
    return makeError(ErrorCode::E3406, "returns out of an open loop");
  stream.nextIndex = stream.calls.back();
  stream.calls.pop_back();
  stream.loopsAtCall.pop_back();
  return llvm::Error::success();
}

} // namespace glia::interpreter
