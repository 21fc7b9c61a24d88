//===- TileDialect.td - The tile dialect ----------------------*- tablegen -*-===//
//
// Where values live and which engine makes them: SSA tiles in SBUF and PSUM,
// buffers in HBM, one op per machine instruction.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_DIALECTS_TILE_TILEDIALECT_TD
#define GLIA_DIALECTS_TILE_TILEDIALECT_TD

include "mlir/IR/DialectBase.td"

def Tile_Dialect : Dialect {
  let name = "tile";
  let cppNamespace = "::glia::tile";
  let summary = "tiles on engines";
  let description = [{
    A program is a `func.func @main` without arguments whose single block holds `tile.buffer` ops and a flat list of tile ops.
    A tile is an SSA value; an op that writes a part of a tile takes it as `into` and returns its next version in the same
    storage. Readers of a version stand before the op that makes the next one. Every operand that is read or written has a
    static access pattern. Each op becomes one instruction, except `tile.matmul` (load_stationary + multiply_moving; the load is
    elided when the same stationary is already loaded) and `tile.buffer` (none).

    Phases: *tiled* (as made by graph-to-tile), *scheduled* (order, engines and queues are final), *allocated* (each chain of
    tile versions has an `at` address, each buffer an HBM offset), *synchronised* (`tile.wait`, `tile.signal` and DMA signals).

    With the module's attribute `tile.grid`, the cores along each axis of a grid, every core runs the program, on its own parts of
    what is split. Collectives join the cores that differ along one axis only; these sets of cores are the replica groups of the axis.
  }];
  let dependentDialects = ["::mlir::func::FuncDialect"];
  let useDefaultTypePrinterParser = 1;
  let hasOperationAttrVerify = 1;
  let extraClassDeclaration = "void registerOps();";
}

#endif
