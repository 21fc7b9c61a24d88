//===- LoopBegin.cpp - Begins a counted loop ------------------------------===//
#include "glia/Support/Error.h"
#include "glia/Support/Limits.h"
#include "lib/Interpreter/Core.h"
#include "lib/Interpreter/Execute.h"

namespace glia::interpreter {

llvm::Error execute(Core &core, const isa::LoopBegin &x) {
  Stream &stream = *core.stream;
  llvm::Expected<uint32_t> end = stream.text->indexAt(x.end);
  if (!end)
    return end.takeError();
  bool hasRegister = x.countRegister != isa::noRegister6;
  uint32_t count = hasRegister ? stream.registers[x.countRegister] : x.count;
  if (hasRegister && stream.isUnknown(x.countRegister)) {
    count = x.count; // the most it may be
    ++stream.assumed;
  }
  if (count > x.count)
    return makeError(ErrorCode::E3406,
                     "register r" + llvm::Twine(x.countRegister) +
                         " asks for " + llvm::Twine(count) +
                         " trips, expects at most " + llvm::Twine(x.count));
  if (count == 0) {
    stream.nextIndex = *end + 1;
    return llvm::Error::success();
  }
  if (stream.loops.size() == limits::loopNesting)
    return makeError(ErrorCode::E4402, "expects loops to nest at most " +
                                           llvm::Twine(limits::loopNesting) +
                                           " deep");
  stream.loops.push_back({stream.index, count});
  return llvm::Error::success();
}

} // namespace glia::interpreter
