//===- ISADialect.h - The isa dialect -------------------------------------===//
//
// Dialect, ops and the bridge between ops and the structs of lib/ISA. Include
// this one.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_DIALECTS_ISA_ISADIALECT_H
#define GLIA_DIALECTS_ISA_ISADIALECT_H

#include "dialects/ISA/Fields.h"
#include "glia/ISA/Instructions.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"

namespace glia::isa::ir {

/// The op of a struct, at the builder's insertion point.
mlir::Operation *createInstruction(mlir::OpBuilder &builder,
                                   mlir::Location location,
                                   const Instruction &instruction);

/// The fields fit the encoding, the op stands in the stream of its engine, and
/// the table's checks hold for the object's target.
mlir::LogicalResult verifyInstruction(mlir::Operation *op);

} // namespace glia::isa::ir

#include "dialects/ISA/ISADialect.h.inc"
#include "dialects/ISA/ISAInterfaces.h.inc"
#define GET_OP_CLASSES
#include "dialects/ISA/ISAOps.h.inc"

#endif
