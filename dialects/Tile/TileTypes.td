//===- TileTypes.td - Tiles and buffers -----------------------*- tablegen -*-===//
//
// The two types of the tile dialect.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_DIALECTS_TILE_TILETYPES_TD
#define GLIA_DIALECTS_TILE_TILETYPES_TD

include "dialects/Tile/TileDialect.td"
include "mlir/IR/AttrTypeBase.td"

class Tile_Type<string name, string typeMnemonic> : TypeDef<Tile_Dialect, name> {
  let mnemonic = typeMnemonic;
  let genVerifyDecl = 1;
  let hasCustomAssemblyFormat = 1;
}

def Tile_TileType : Tile_Type<"Tile", "tile"> {
  let summary = "a tile on chip: partitions x elements per partition";
  let description = [{
    `!tile.tile<128x512xf32, sbuf>`. A tile starts at partition 0. In PSUM it is at most one bank: 512 elements of 4 bytes.
    A boolean is `ui8` on chip.
  }];
  let parameters = (ins "unsigned":$partitions, "unsigned":$elements, "::mlir::Type":$elementType, "bool":$psum);
  let extraClassDeclaration = [{
    uint64_t getBytesPerPartition() const;
  }];
}

def Tile_BufferType : Tile_Type<"Buffer", "buffer"> {
  let summary = "a dense row-major tensor in HBM";
  let description = "`!tile.buffer<1x3x224x224xf32>`; rank 0 is `!tile.buffer<f32>`; a boolean is `i1`, one byte in memory.";
  let parameters = (ins ArrayRefParameter<"int64_t">:$shape, "::mlir::Type":$elementType);
  let extraClassDeclaration = [{
    int64_t getNumElements() const;
    uint64_t getBytes() const;
  }];
}

#endif
