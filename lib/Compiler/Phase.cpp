//===- Phase.cpp - The phases of a compilation ----------------------------===//
//
// Names and order of the phases.
//
//===----------------------------------------------------------------------===//
#include "glia/Compiler/Phase.h"
#include <array>

using namespace glia;

static constexpr std::array<Phase, 9> phases = {
    Phase::graph,     Phase::sharded,      Phase::cast,
    Phase::fused,     Phase::tiled,        Phase::scheduled,
    Phase::allocated, Phase::synchronised, Phase::isa};

llvm::ArrayRef<Phase> glia::allPhases() { return phases; }

llvm::StringRef glia::name(Phase phase) {
  switch (phase) {
  case Phase::graph:
    return "graph";
  case Phase::sharded:
    return "sharded";
  case Phase::cast:
    return "cast";
  case Phase::fused:
    return "fused";
  case Phase::tiled:
    return "tiled";
  case Phase::scheduled:
    return "scheduled";
  case Phase::allocated:
    return "allocated";
  case Phase::synchronised:
    return "synchronised";
  case Phase::isa:
    return "isa";
  }
  llvm_unreachable("unknown phase");
}

std::optional<Phase> glia::parsePhase(llvm::StringRef text) {
  for (Phase phase : phases)
    if (name(phase) == text)
      return phase;
  return std::nullopt;
}

std::optional<Phase> glia::next(Phase phase) {
  if (phase == Phase::isa)
    return std::nullopt;
  return static_cast<Phase>(static_cast<uint8_t>(phase) + 1);
}
