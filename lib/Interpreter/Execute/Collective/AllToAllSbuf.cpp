//===- AllToAllSbuf.cpp - Exchanges blocks in SBUF ------------------------===//
#include "lib/Interpreter/CollectiveIssue.h"
#include "lib/Interpreter/Execute.h"

namespace glia::interpreter {

llvm::Error execute(Core &core, const isa::AllToAllSbuf &x) {
  return issueCollective(core, x);
}

} // namespace glia::interpreter
