//===- AllGather.cpp - Joins the blocks of a group ------------------------===//
#include "lib/Interpreter/CollectiveIssue.h"
#include "lib/Interpreter/Execute.h"

namespace glia::interpreter {

llvm::Error execute(Core &core, const isa::AllGather &x) {
  return issueCollective(core, x);
}

} // namespace glia::interpreter
