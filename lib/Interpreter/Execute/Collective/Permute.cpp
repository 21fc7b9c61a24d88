//===- Permute.cpp - Moves tensors around a group -------------------------===//
#include "lib/Interpreter/CollectiveIssue.h"
#include "lib/Interpreter/Execute.h"

namespace glia::interpreter {

llvm::Error execute(Core &core, const isa::Permute &x) {
  return issueCollective(core, x);
}

} // namespace glia::interpreter
