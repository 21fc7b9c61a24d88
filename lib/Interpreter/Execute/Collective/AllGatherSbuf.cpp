//===- AllGatherSbuf.cpp - Joins blocks in SBUF ---------------------------===//
#include "lib/Interpreter/CollectiveIssue.h"
#include "lib/Interpreter/Execute.h"

namespace glia::interpreter {

llvm::Error execute(Core &core, const isa::AllGatherSbuf &x) {
  return issueCollective(core, x);
}

} // namespace glia::interpreter
