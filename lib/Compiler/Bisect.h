//===- Bisect.h - The first phase and node at which bits change -----------===//
//
// What `verify` does after a mismatch (docs/Commands.md).
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_LIB_COMPILER_BISECT_H
#define GLIA_LIB_COMPILER_BISECT_H

#include "Oracle.h"
#include "glia/Compiler/Verify.h"

namespace glia {

/// Lowers what is left and loads the program as glia-run would.
llvm::Expected<std::unique_ptr<Machine>>
loadMachine(Session &session, const MachineOptions &options);

/// The index path in a FirstDifference's node, "name (path)" or the path alone.
llvm::StringRef pathOfNode(llvm::StringRef node);

/// None when every phase has the bits of the one before and the importer's
/// nodes are the reference's, within tolerance. `outputs` are the machine's.
llvm::Expected<std::optional<FirstDifference>>
bisect(llvm::StringRef model, const CompileOptions &compile,
       const NamedTensors &inputs, const NamedTensors &outputs,
       llvm::StringRef failed, const MachineOptions &machine);

} // namespace glia

#endif
