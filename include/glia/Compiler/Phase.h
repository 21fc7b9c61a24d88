//===- Phase.h - The phases of a compilation ------------------------------===//
//
// A phase is a state that the IR is in between two pipelines: it has a name,
// a verifier that lists its legal ops, and it can be written out and resumed
// from. docs/Architecture.md, section 1.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_COMPILER_PHASE_H
#define GLIA_COMPILER_PHASE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>

namespace glia {

enum class Phase : uint8_t {
  graph,
  sharded,
  cast,
  fused,
  tiled,
  scheduled,
  allocated,
  synchronised,
  isa
};

llvm::ArrayRef<Phase> allPhases();
llvm::StringRef name(Phase phase);
std::optional<Phase> parsePhase(llvm::StringRef name);
/// The phase after this one; nothing after isa (then comes the object).
std::optional<Phase> next(Phase phase);

} // namespace glia

#endif
