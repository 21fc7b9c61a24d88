//===- NodeReproducer.h - A wrong node, alone -----------------------------===//
//
// What `verify` writes when it has found the node at which bits part.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_LIB_COMPILER_NODEREPRODUCER_H
#define GLIA_LIB_COMPILER_NODEREPRODUCER_H

#include "glia/Compiler/Verify.h"

namespace glia {

/// Writes the node as a model of its own, beside it the values that the model's
/// `inputs` give its operands, and tries it. `node` is its text in a
/// FirstDifference. Fails without a code for nodes that are no model alone; else
/// E5801, those of verifyModel.
llvm::Expected<NodeReproducer>
reproduceNode(llvm::StringRef model, const CompileOptions &compile,
              const NamedTensors &inputs, llvm::StringRef node,
              const MachineOptions &machine);

} // namespace glia

#endif
