//===- DocsInstruction.h - The page of one instruction in docs/ISA.md -----===//
#ifndef GLIA_TOOLS_TBLGEN_DOCSINSTRUCTION_H
#define GLIA_TOOLS_TBLGEN_DOCSINSTRUCTION_H

#include "Model.h"

namespace glia::tblgen {

/// The rule of a check in words, with the table's expressions for its values.
std::string ruleText(const Check &check);

void emitInstructionPage(const Instruction &instruction, llvm::raw_ostream &os);

} // namespace glia::tblgen

#endif
