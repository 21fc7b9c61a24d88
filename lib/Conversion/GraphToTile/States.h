//===- States.h - Where a state's next value may be made ------------------===//
//
// A state keeps its memory from call to call. Its next value is made in that
// memory where nothing needs the old one any more.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_CONVERSION_GRAPHTOTILE_STATES_H
#define GLIA_CONVERSION_GRAPHTOTILE_STATES_H

#include "mlir/IR/Value.h"

namespace glia {

/// Whether the fusion that makes `next` may write over `state`, an argument of
/// @main: all that reads the old value comes before it, or it is a scatter that
/// replaces slices of just that value.
bool mayUpdateInPlace(mlir::BlockArgument state, mlir::Value next);

} // namespace glia

#endif
