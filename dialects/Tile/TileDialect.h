//===- TileDialect.h - The tile dialect -----------------------------------===//
//
// Dialect, types, interface and ops. Include this one.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_DIALECTS_TILE_TILEDIALECT_H
#define GLIA_DIALECTS_TILE_TILEDIALECT_H

#include "dialects/Tile/Patterns.h"
#include "glia/Support/ElementType.h"
#include "glia/Support/Grid.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"

namespace glia::tile {

/// On the module, with more than one core: the cores along each axis.
inline constexpr llvm::StringLiteral gridAttribute = "tile.grid";
/// The grid of the module that an op is in; one core without the attribute.
Grid gridOf(mlir::Operation *op);

/// One operand of an op: what is read or written, and the elements of it.
/// Exactly one of `tile` and `buffer` is set. For a write to a tile, `value` is
/// the version that the op returns. The patterns are only sure to live during
/// the call of `visit`.
struct Access {
  bool isWrite;
  mlir::Value value;
  const AccessPattern *tile = nullptr;
  const BufferPattern *buffer = nullptr;
};

/// The machine's type for an element type of tiles and buffers; i1 is u8 (a
/// byte 0 or 1). None for any other type.
std::optional<ElementType> machineType(mlir::Type type);
/// Bytes of one element, 0 if the type has no machine type.
unsigned elementBytes(mlir::Type type);

} // namespace glia::tile

#include "dialects/Tile/TileDialect.h.inc"
#define GET_TYPEDEF_CLASSES
#include "dialects/Tile/TileTypes.h.inc"

#include "dialects/Tile/TileInterfaces.h.inc"
#define GET_OP_CLASSES
#include "dialects/Tile/TileOps.h.inc"

#endif
