//===- Call.cpp - Calls a function ----------------------------------------===//
#include "glia/Support/Error.h"
#include "glia/Support/Limits.h"
#include "lib/Interpreter/Core.h"
#include "lib/Interpreter/Execute.h"

namespace glia::interpreter {

llvm::Error execute(Core &core, const isa::Call &x) {
  Stream &stream = *core.stream;
  llvm::Expected<uint32_t> target = stream.text->indexAt(x.target);
  if (!target)
    return target.takeError();
  if (stream.calls.size() == limits::callDepth)
    return makeError(ErrorCode::E4402, "expects calls to nest at most " +
                                           llvm::Twine(limits::callDepth) +
                                           " deep");
  stream.calls.push_back(stream.nextIndex);
  stream.loopsAtCall.push_back(stream.loops.size());
  stream.nextIndex = *target;
  return llvm::Error::success();
}

} // namespace glia::interpreter
