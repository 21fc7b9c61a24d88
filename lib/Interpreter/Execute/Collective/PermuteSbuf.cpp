//===- PermuteSbuf.cpp - Moves tensors in SBUF ----------------------------===//
#include "lib/Interpreter/CollectiveIssue.h"
#include "lib/Interpreter/Execute.h"

namespace glia::interpreter {

llvm::Error execute(Core &core, const isa::PermuteSbuf &x) {
  return issueCollective(core, x);
}

} // namespace glia::interpreter
