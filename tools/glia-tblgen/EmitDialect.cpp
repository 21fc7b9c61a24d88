//===- EmitDialect.cpp - Ops of the isa dialect, and their bridge ---------===//
//
// InstructionOps.td: one op per instruction, on the base class of
// dialects/ISA/ISADialect.td. InstructionBridge.cpp.inc: struct to op; the
// other way is the interface's getInstruction.
//
//===----------------------------------------------------------------------===//

#include "Model.h"
#include "llvm/TableGen/TableGenBackend.h"

using namespace llvm;

namespace glia::tblgen {

static void emitDialectOps(const RecordKeeper &records, raw_ostream &os) {
  Table table = readTable(records);
  emitBanner(os, "One op per instruction.");
  for (const Instruction &instruction : table.instructions) {
    os << "def ISA_" << instruction.name << "Op : ISA_InstructionOp<\""
       << instruction.mnemonic << "\", \"" << instruction.name << "\"> {\n"
       << "  let summary = \"" << lowerFirst(instruction.summary) << "\";\n"
       << "  let description = [{\n    " << instruction.semantics
       << "\n  }];\n}\n\n";
  }
}

static void emitDialectBridge(const RecordKeeper &records, raw_ostream &os) {
  Table table = readTable(records);
  emitBanner(os, "From structs to ops.");
  for (const Instruction &instruction : table.instructions)
    os << "static mlir::Operation *createOp(mlir::OpBuilder &builder, "
          "mlir::Location location, const "
       << instruction.name << " &x) {\n  return " << instruction.name
       << "Op::create(builder, location, x);\n}\n";
  os << "\nmlir::Operation *createInstruction(mlir::OpBuilder &builder, "
        "mlir::Location location, const Instruction &instruction) {\n"
        "  return std::visit([&](const auto &x) { return createOp(builder, "
        "location, x); }, instruction);\n}\n";
}

static TableGen::Emitter::Opt ops("gen-dialect-ops", emitDialectOps,
                                  "Generate the ops of the isa dialect");
static TableGen::Emitter::Opt bridge("gen-dialect-bridge", emitDialectBridge,
                                     "Generate the bridge from structs to ops");

} // namespace glia::tblgen
