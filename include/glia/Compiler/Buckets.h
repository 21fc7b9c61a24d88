//===- Buckets.h - One program for several sizes of a dimension -----------===//
//
// `--bucket seq=64,128`: the model is compiled once for each size; the programs
// share one HBM image with their constants and states, and each is an entry of
// the object. The caller's tensors are padded to the smallest entry with room.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_COMPILER_BUCKETS_H
#define GLIA_COMPILER_BUCKETS_H

#include "glia/Compiler/Session.h"

namespace glia {

/// Compiles `model` for the buckets of the options into the object file `path`.
/// Errors: E1800 where an input with the dimension has no --pad, or a pad no
/// such input; E2800 where a state has the dimension or shapes do not follow
/// it; those of compiling.
llvm::Error compileBuckets(llvm::StringRef model, const CompileOptions &options,
                           llvm::StringRef path, OutputGroup *group,
                           Session::Listener listener);

} // namespace glia

#endif
