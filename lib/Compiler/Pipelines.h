//===- Pipelines.h - The passes between two phases ------------------------===//
//
// One function a phase: the passes that lead into it from the one before.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_LIB_COMPILER_PIPELINES_H
#define GLIA_LIB_COMPILER_PIPELINES_H

#include "glia/Compiler/CompileOptions.h"
#include "mlir/Pass/PassManager.h"

namespace glia {

/// Appends what leads from the phase before `to` into `to`, its verifier
/// last. Phase `graph` has only a verifier: the importer makes it.
void buildPipeline(mlir::OpPassManager &pipeline, Phase to,
                   const CompileOptions &options, ConstantStore &constants);

} // namespace glia

#endif
