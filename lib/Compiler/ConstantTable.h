//===- ConstantTable.h - Constants of IR that is written out --------------===//
//
// IR names constants by id. The importer's ids can be made again from the
// model, those that passes derived later cannot: they are written beside the
// IR, as programs on a span of the model. No paths are written.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_LIB_COMPILER_CONSTANTTABLE_H
#define GLIA_LIB_COMPILER_CONSTANTTABLE_H

#include "glia/Support/ConstantStore.h"
#include "mlir/IR/BuiltinOps.h"

namespace glia {

/// Records on `module` how many constants the importer made, a fingerprint
/// of them, and every later one.
void writeConstantTable(mlir::ModuleOp module, const ConstantStore &constants,
                        size_t imported);
/// Adds the later ones of `module` to the importer's and removes the record.
/// Errors: E1601 when the model is another one, E1600.
llvm::Error readConstantTable(mlir::ModuleOp module, ConstantStore &constants);

} // namespace glia

#endif
