//===- ImportedDebug.h - Tables that locations cannot say -----------------===//
//
// An object that somebody else wrote may list its nodes in another order, or
// repeat a node in its debug map. Such tables are kept as attributes of the
// isa.object, so that object -> isa -> object gives the same bytes.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_LIB_TARGET_IMPORTEDDEBUG_H
#define GLIA_LIB_TARGET_IMPORTEDDEBUG_H

#include "glia/Object/Object.h"
#include "mlir/IR/Operation.h"

namespace glia {

/// Keeps `image`'s nodes and debug map on `object`.
void keepImportedDebug(mlir::Operation *object, const ObjectImage &image);
/// Replaces those of `image` by what is kept, if anything is.
void takeImportedDebug(mlir::Operation *object, ObjectImage &image);

} // namespace glia

#endif
