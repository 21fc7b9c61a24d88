//===- Modelled.h - Which instructions a scalar model has judged ----------===//
//
// Whoever runs an instruction beside a scalar model says so here; the last test
// of each program (EveryInstructionTest.cpp) asks for those of the table that
// nobody has named.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_TEST_UNIT_INTERPRETER_MODELLED_H
#define GLIA_TEST_UNIT_INTERPRETER_MODELLED_H

#include "glia/ISA/Instructions.h"
#include <set>

namespace glia::test {

inline std::set<isa::Opcode> &modelledOpcodes() {
  static std::set<isa::Opcode> opcodes;
  return opcodes;
}
inline void modelled(isa::Opcode opcode) { modelledOpcodes().insert(opcode); }

} // namespace glia::test

#endif
