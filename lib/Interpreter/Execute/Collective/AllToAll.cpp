//===- AllToAll.cpp - Exchanges blocks ------------------------------------===//
#include "lib/Interpreter/CollectiveIssue.h"
#include "lib/Interpreter/Execute.h"

namespace glia::interpreter {

llvm::Error execute(Core &core, const isa::AllToAll &x) {
  return issueCollective(core, x);
}

} // namespace glia::interpreter
