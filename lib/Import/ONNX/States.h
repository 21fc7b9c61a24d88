//===- States.h - Inputs and outputs that are one state -------------------===//
//
// A model that keeps something from call to call takes it as an input and gives
// its next value as an output: ONNX has no other way to say it.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_LIB_IMPORT_ONNX_STATES_H
#define GLIA_LIB_IMPORT_ONNX_STATES_H

#include "glia/Import/ONNX/Importer.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace glia::onnx_import {

/// Marks the arguments of @main that are states (graph.state) and lists them in
/// the result, whose inputs and outputs are those of @main. What is named by an
/// option must fit (E1011); what is only found by name becomes a state if its
/// output has the input's type and shape.
llvm::Error pairStates(mlir::func::FuncOp main, const ImportOptions &options,
                       ImportResult &result);

} // namespace glia::onnx_import

#endif
