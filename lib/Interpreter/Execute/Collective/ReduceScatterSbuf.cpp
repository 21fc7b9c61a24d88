//===- ReduceScatterSbuf.cpp - Reduces and splits in SBUF -----------------===//
#include "lib/Interpreter/CollectiveIssue.h"
#include "lib/Interpreter/Execute.h"

namespace glia::interpreter {

llvm::Error execute(Core &core, const isa::ReduceScatterSbuf &x) {
  return issueCollective(core, x);
}

} // namespace glia::interpreter
