//===- Registration.cpp - The dialects and passes that Glia's tools know --===//
//
// One line a dialect and one a room's passes. No InitAllDialects: what is
// not named here is not linked.
//
//===----------------------------------------------------------------------===//
#include "glia/Compiler/Registration.h"
#include "dialects/Graph/GraphDialect.h"
#include "dialects/Graph/Passes.h"
#include "dialects/ISA/ISADialect.h"
#include "dialects/Tile/Passes.h"
#include "dialects/Tile/TileDialect.h"
#include "glia/Conversion/GraphToTile.h"
#include "glia/Conversion/TileToISA.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

void glia::registerDialects(DialectRegistry &registry) {
  registry.insert<func::FuncDialect>();
  registry.insert<graph::GraphDialect>();
  registry.insert<isa::ir::ISADialect>();
  registry.insert<tile::TileDialect>();
}

void glia::registerPasses() {
  graph::registerGraphPasses();
  registerGraphToTilePass();
  registerTileToISAPass();
  tile::registerTilePasses();
  registerCanonicalizerPass();
  registerCSEPass();
}
