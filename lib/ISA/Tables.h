//===- Tables.h - What only lib/ISA asks of the generated tables ----------===//
#ifndef GLIA_LIB_ISA_TABLES_H
#define GLIA_LIB_ISA_TABLES_H

#include "glia/ISA/Instructions.h"

namespace glia::isa {

bool isOpcode(uint16_t number);
/// Without the optional rounding word.
unsigned wordsOfFormat(Opcode opcode);
/// With the initial values of all fields.
Instruction makeInstruction(Opcode opcode);

} // namespace glia::isa

#endif
