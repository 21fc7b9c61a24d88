//===- Broadcast.cpp - Copies one rank's tensor ---------------------------===//
#include "lib/Interpreter/CollectiveIssue.h"
#include "lib/Interpreter/Execute.h"

namespace glia::interpreter {

llvm::Error execute(Core &core, const isa::Broadcast &x) {
  return issueCollective(core, x);
}

} // namespace glia::interpreter
