//===- ISAInterfaces.td - InstructionOpInterface --------------*- tablegen -*-===//
//
// Defined in ISADialect.td, where the ops' base class needs it; this page only
// gives the generator a file of that name.
//
//===----------------------------------------------------------------------===//

include "dialects/ISA/ISADialect.td"
