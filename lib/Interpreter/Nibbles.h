//===- Nibbles.h - Element types of four bits -----------------------------===//
#ifndef GLIA_LIB_INTERPRETER_NIBBLES_H
#define GLIA_LIB_INTERPRETER_NIBBLES_H

#include "glia/ISA/Enums.h"
#include "glia/Support/ElementType.h"

namespace glia::interpreter {

inline ElementType nibbleType(isa::Nibble nibble) {
  return nibble == isa::Nibble::i4   ? ElementType::i4
         : nibble == isa::Nibble::u4 ? ElementType::u4
                                     : ElementType::f4e2m1;
}

} // namespace glia::interpreter

#endif
