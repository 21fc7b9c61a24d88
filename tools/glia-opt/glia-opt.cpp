//===- glia-opt.cpp - Runs any pass on any phase's IR ---------------------===//
//
// MlirOptMain over Glia's own dialects and the few upstream ones that they
// use. Every room registers its dialect and passes in Registration.cpp of
// lib/Compiler; nothing else of MLIR is linked in on purpose.
//
//===----------------------------------------------------------------------===//
#include "glia/Compiler/Registration.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  glia::registerDialects(registry);
  glia::registerPasses();
  return mlir::asMainReturnCode(mlir::MlirOptMain(argc, argv, "Glia's optimiser driver\n", registry));
}
