//===- Random.cpp - Random valid instructions -----------------------------===//

#include "RandomChoice.h"
#include "Tables.h"

namespace glia::isa {

#include "glia/ISA/Random.cpp.inc"

Instruction random(Opcode opcode, std::mt19937_64 &generator,
                   const Target &target) {
  Instruction instruction = makeInstruction(opcode);
  RandomChoice choice(generator, target);
  std::visit([&](auto &x) { choose(x, choice, target); }, instruction);
  return instruction;
}

} // namespace glia::isa
