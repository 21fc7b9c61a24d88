//===- AllReduce.cpp - Reduces over a group -------------------------------===//
#include "lib/Interpreter/CollectiveIssue.h"
#include "lib/Interpreter/Execute.h"

namespace glia::interpreter {

llvm::Error execute(Core &core, const isa::AllReduce &x) {
  return issueCollective(core, x);
}

} // namespace glia::interpreter
