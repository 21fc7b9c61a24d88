//===- CastReport.h - What phase `cast` rounds, for the report ------------===//
#ifndef GLIA_LIB_COMPILER_CASTREPORT_H
#define GLIA_LIB_COMPILER_CASTREPORT_H

#include "glia/Compiler/Session.h"
#include "mlir/IR/BuiltinOps.h"

namespace glia {

/// The numbered casts of a module of phase `cast` or `fused`, by number.
std::vector<CompileReport::Cast> listCasts(mlir::ModuleOp module);

} // namespace glia

#endif
