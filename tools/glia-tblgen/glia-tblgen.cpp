//===- glia-tblgen.cpp - Generates all that follows from the table --------===//
//
// The instruction table (include/glia/ISA/Table.td) is the single source of
// the instruction set; each Emit*.cpp beside this file is one output.
//
//===----------------------------------------------------------------------===//

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/TableGen/Main.h"
#include "llvm/TableGen/Record.h"
#include "llvm/TableGen/TableGenBackend.h"

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  llvm::cl::ParseCommandLineOptions(
      argc, argv,
      "Generator of Glia's instruction set\n\n"
      "  Example: glia-tblgen --gen-enums -I include include/glia/ISA/Table.td "
      "-o Enums.h.inc\n");
  return llvm::TableGenMain(argv[0], llvm::TableGenMainFn(nullptr));
}
