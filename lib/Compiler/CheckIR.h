//===- CheckIR.h - IR that others may have written ------------------------===//
//
// What --from reads is parsed and verified by MLIR; here stands what neither
// of the two finds.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_LIB_COMPILER_CHECKIR_H
#define GLIA_LIB_COMPILER_CHECKIR_H

#include "glia/Support/ConstantStore.h"
#include "mlir/IR/BuiltinOps.h"

namespace glia {

/// Text on which MLIR's parser ends the process. E0600.
llvm::Error checkText(llvm::StringRef text);
/// Each constant that the IR names is there, with its type, shape or size.
/// E1601.
llvm::Error checkConstants(mlir::ModuleOp module,
                           const ConstantStore &constants);

} // namespace glia

#endif
