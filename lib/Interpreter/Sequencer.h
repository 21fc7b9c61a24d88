//===- Sequencer.h - The functional order ---------------------------------===//
//
// Values are computed in one fixed order, whatever the timing model says. A run
// goes in rounds: in each, every core, in ascending order, runs its streams
// Tensor, Vector, Scalar, GpSimd, Sync, each until it blocks, again and again
// until all are blocked or ended; then the collectives whose last rank has come
// are computed. A DMA moves its bytes when it is issued. So even a racy program
// is deterministic; and where no core addresses another, cores may run on
// different host threads.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_LIB_INTERPRETER_SEQUENCER_H
#define GLIA_LIB_INTERPRETER_SEQUENCER_H

#include "Cores.h"

namespace glia::interpreter {

/// Runs a task on each core to the end of all. `fuel` loses what was used.
/// Errors: traps, E4400.
llvm::Error runValues(Cores &cores, llvm::ArrayRef<CoreTask> tasks,
                      uint64_t &fuel);

} // namespace glia::interpreter

#endif
