//===- Enums.h - Engines, operators and functions of the instruction set --===//
//
// Enumerations only, inline: floor 0 may include this page and nothing else of
// this folder.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_ISA_ENUMS_H
#define GLIA_ISA_ENUMS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>

namespace glia::isa {
#include "glia/ISA/Enums.h.inc"
} // namespace glia::isa

#endif
