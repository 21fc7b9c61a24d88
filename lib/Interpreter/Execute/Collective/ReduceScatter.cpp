//===- ReduceScatter.cpp - Reduces over a group and splits ----------------===//
#include "lib/Interpreter/CollectiveIssue.h"
#include "lib/Interpreter/Execute.h"

namespace glia::interpreter {

llvm::Error execute(Core &core, const isa::ReduceScatter &x) {
  return issueCollective(core, x);
}

} // namespace glia::interpreter
