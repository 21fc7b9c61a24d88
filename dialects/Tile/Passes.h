//===- Passes.h - Passes of the tile dialect ------------------------------===//
//
// Scheduling, allocation, synchronisation and the verifiers of the phases
// between them.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_DIALECTS_TILE_PASSES_H
#define GLIA_DIALECTS_TILE_PASSES_H

#include "dialects/Tile/TileDialect.h"
#include "mlir/Pass/Pass.h"

namespace glia::tile {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "dialects/Tile/Passes.h.inc"

} // namespace glia::tile

#endif
