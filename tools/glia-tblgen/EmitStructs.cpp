//===- EmitStructs.cpp - glia/ISA/Instructions.h.inc, Targets.*.inc -------===//
//
// One struct per instruction, in table order, and the targets' figures.
//
//===----------------------------------------------------------------------===//

#include "Model.h"
#include "llvm/TableGen/TableGenBackend.h"

using namespace llvm;

namespace glia::tblgen {

static void emitStruct(const Instruction &instruction, raw_ostream &os) {
  os << "/// " << instruction.mnemonic << ": " << instruction.summary
     << ".\nstruct " << instruction.name << " {\n";
  os << "  Engine engine = Engine::" << instruction.engines.front() << ";\n";
  for (const Field &field : instruction.fields) {
    os << "  " << field.kind.cpp << " " << field.name;
    if (field.initial == "{}")
      os << " = {}";
    else
      os << " = " << field.initial;
    os << "; // " << field.doc << "\n";
  }
  if (instruction.rounds)
    os << "  Rounding rounding = Rounding::nearest;\n  bool saturate = "
          "false;\n  StochasticRounding stochastic = {};\n";
  os << "\n  static constexpr Opcode opcode = Opcode::"
     << instruction.enumerator() << ";\n"
     << "  static constexpr bool isDma = "
     << (instruction.isDma ? "true" : "false") << ";\n"
     << "  static constexpr bool isCollective = "
     << (instruction.isCollective ? "true" : "false") << ";\n"
     << "  static constexpr bool rounds = "
     << (instruction.rounds ? "true" : "false") << ";\n"
     << "  bool operator==(const " << instruction.name
     << " &) const = default;\n};\n\n";
}

static void emitStructs(const RecordKeeper &records, raw_ostream &os) {
  Table table = readTable(records);
  emitBanner(os, "One struct per instruction.");
  for (const Instruction &instruction : table.instructions)
    emitStruct(instruction, os);
  os << "using Instruction = std::variant<";
  llvm::interleaveComma(table.instructions, os,
                        [&](const Instruction &i) { os << i.name; });
  os << ">;\n";
}

static void emitTargetStruct(const RecordKeeper &records, raw_ostream &os) {
  Table table = readTable(records);
  emitBanner(os, "The figures of a target.");
  os << "struct Target {\n";
  if (!table.targets.empty())
    for (const TargetFigure &figure : table.targets.front().figures)
      os << "  " << figure.cppType << " " << figure.name << ";\n";
  os << "};\n";
}

static void emitTargets(const RecordKeeper &records, raw_ostream &os) {
  Table table = readTable(records);
  emitBanner(os, "The targets.");
  os << "static const Target targetRecords[] = {\n";
  for (const Target &target : table.targets) {
    os << "  {";
    llvm::interleaveComma(target.figures, os, [&](const TargetFigure &f) {
      os << "/*" << f.name << "=*/" << f.value;
    });
    os << "},\n";
  }
  os << "};\n";
}

static TableGen::Emitter::Opt structs("gen-structs", emitStructs,
                                      "Generate the instruction structs");
static TableGen::Emitter::Opt
    targetStruct("gen-target-struct", emitTargetStruct,
                 "Generate the struct of target figures");
static TableGen::Emitter::Opt targets("gen-targets", emitTargets,
                                      "Generate the targets' figures");

} // namespace glia::tblgen
