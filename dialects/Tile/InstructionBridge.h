//===- InstructionBridge.h - A tile op as machine instructions ------------===//
//
// The one place that knows which instruction a tile op is: tile-to-isa
// emits what it says, the scheduler asks its cost.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_DIALECTS_TILE_INSTRUCTIONBRIDGE_H
#define GLIA_DIALECTS_TILE_INSTRUCTIONBRIDGE_H

#include "dialects/Tile/TileDialect.h"
#include "glia/ISA/Instructions.h"

namespace glia::tile {

/// Byte address of a tile in its partitions, or of a buffer in HBM.
using AddressOf = llvm::function_ref<int64_t(mlir::Value)>;

/// One instruction; two, load_stationary and multiply_moving, for a matmul.
llvm::SmallVector<isa::Instruction, 2> toInstructions(EngineOpInterface op, AddressOf addressOf);

} // namespace glia::tile

#endif
