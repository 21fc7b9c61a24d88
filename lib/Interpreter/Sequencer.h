//===- Sequencer.h - The functional order ---------------------------------===//
//
// Values are computed in one fixed order, whatever the timing model says:
// Tensor, Vector, Scalar, GpSimd, Sync, each until it blocks, again and again.
// A DMA moves its bytes when it is issued. So even a racy program is
// deterministic.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_LIB_INTERPRETER_SEQUENCER_H
#define GLIA_LIB_INTERPRETER_SEQUENCER_H

#include "Core.h"
#include "Program.h"

namespace glia::interpreter {

/// Runs an entry to its end. Errors: traps, E4400.
llvm::Error runValues(Core &core, const ObjectImage &image,
                      const DecodedProgram &program, const Entry &entry);

} // namespace glia::interpreter

#endif
