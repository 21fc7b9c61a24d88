//===- LoopEnd.cpp - Ends a counted loop ----------------------------------===//
#include "glia/Support/Error.h"
#include "lib/Interpreter/Core.h"
#include "lib/Interpreter/Execute.h"

namespace glia::interpreter {

llvm::Error execute(Core &core, const isa::LoopEnd &x) {
  Stream &stream = *core.stream;
  size_t outside = stream.loopsAtCall.empty() ? 0 : stream.loopsAtCall.back();
  llvm::Expected<uint32_t> begin = stream.text->indexAt(x.begin);
  if (!begin)
    return begin.takeError();
  if (stream.loops.size() == outside || stream.loops.back().begin != *begin)
    return makeError(ErrorCode::E3406, "no loop that began at pc " +
                                           llvm::Twine(x.begin) + " is open");
  Stream::Loop &loop = stream.loops.back();
  if (--loop.remaining == 0)
    stream.loops.pop_back();
  else
    stream.nextIndex = loop.begin + 1;
  return llvm::Error::success();
}

} // namespace glia::interpreter
