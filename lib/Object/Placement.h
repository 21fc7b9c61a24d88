//===- Placement.h - Text of shards, layouts and groups -------------------===//
//
// Which cores hold what, as the assembler reads and the disassembler writes it.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_LIB_OBJECT_PLACEMENT_H
#define GLIA_LIB_OBJECT_PLACEMENT_H

#include "AssemblyCursor.h"
#include "glia/Object/Object.h"

namespace glia::object {

/// `part [2, 8] on 0 (0, 0) on 1 (1, 0) permute (1, 0) pad (8, 4) tile (0, 4)`,
/// to the end of the line; each may be absent.
void readPlacement(AssemblyCursor &cursor, Binding &binding);
void printPlacement(const Binding &binding, llvm::raw_ostream &os);

/// `initial on 0 on 2`, to the end of the line.
void readPlacement(AssemblyCursor &cursor, ConstantSpan &constant);
void printPlacement(const ConstantSpan &constant, llvm::raw_ostream &os);

/// `(0, 1) (2, 3)`, to the end of the line.
void readPlacement(AssemblyCursor &cursor, ReplicaGroups &set);
void printPlacement(const ReplicaGroups &set, llvm::raw_ostream &os);

} // namespace glia::object

#endif
