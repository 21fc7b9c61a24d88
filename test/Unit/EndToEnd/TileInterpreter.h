//===- TileInterpreter.h - Phase tiled, executed on the host --------------===//
//
// Runs the ops of phase tiled in program order. With it a differential test
// tells a wrong kernel from a wrong back end.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_TEST_UNIT_ENDTOEND_TILEINTERPRETER_H
#define GLIA_TEST_UNIT_ENDTOEND_TILEINTERPRETER_H

#include "dialects/Tile/TileDialect.h"
#include "glia/Support/ConstantStore.h"
#include "glia/Support/Tensor.h"

namespace glia {

/// The outputs by their names. Memory starts as 0xFF, so that what no op wrote
/// shows.
llvm::Expected<NamedTensors> runTiled(mlir::func::FuncOp function,
                                      const ConstantStore &constants,
                                      const NamedTensors &inputs);

} // namespace glia

#endif
