//===- EmitAssembly.cpp - Assembly printer and parser ---------------------===//
//
// Operands, but for those that the record names, stand by position in the order
// of the record, everything else as name=value; a value that is the initial one
// is left out unless required.
//
//===----------------------------------------------------------------------===//

#include "Model.h"
#include "llvm/TableGen/TableGenBackend.h"

using namespace llvm;

namespace glia::tblgen {

static bool isPositional(const Field &field) {
  return field.kind.isOperand && !field.named;
}

static void emitPrinter(const RecordKeeper &records, raw_ostream &os) {
  Table table = readTable(records);
  emitBanner(os, "Assembly of each instruction: printing.");
  for (const Instruction &instruction : table.instructions) {
    os << "static void printFields([[maybe_unused]] const " << instruction.name
       << " &x, [[maybe_unused]] FieldPrinter &printer) {\n";
    for (const Field &field : instruction.fields)
      if (isPositional(field))
        os << "  printer.operand(x." << field.name << ");\n";
    for (const Field &field : instruction.fields) {
      if (isPositional(field))
        continue;
      os << "  ";
      if (!field.required && field.initial == "{}")
        os << "if (x." << field.name << " != " << field.kind.cpp << "{})\n    ";
      else if (!field.required)
        os << "if (x." << field.name << " != " << field.kind.cpp << "("
           << field.initial << "))\n    ";
      os << "printer.named(\"" << field.name << "\", x." << field.name << ", \""
         << field.kind.prefix << "\");\n";
    }
    os << "}\n\n";
  }
}

static void emitParser(const RecordKeeper &records, raw_ostream &os) {
  Table table = readTable(records);
  emitBanner(os, "Assembly of each instruction: parsing.");
  for (const Instruction &instruction : table.instructions) {
    os << "static void parseFields([[maybe_unused]] " << instruction.name
       << " &x, [[maybe_unused]] FieldParser &parser) {\n";
    for (const Field &field : instruction.fields)
      if (isPositional(field))
        os << "  parser.operand(\"" << field.name << "\", x." << field.name
           << ");\n";
    os << "  while (parser.nextKey()) {\n";
    for (const Field &field : instruction.fields) {
      if (isPositional(field))
        continue;
      os << "    if (parser.isKey(\"" << field.name
         << "\")) {\n      parser.value(x." << field.name << ", \""
         << field.kind.prefix << "\", "
         << (field.kind.isTarget ? "true" : "false")
         << ");\n      continue;\n    }\n";
    }
    if (instruction.rounds)
      os << "    if (parser.isKey(\"saturate\")) {\n      "
            "parser.value(x.saturate, \"\", false);\n      continue;\n    }\n"
            "    if (parser.isKey(\"stochastic\")) {\n      x.rounding = "
            "Rounding::stochastic;\n      parser.stochastic(x.stochastic);\n   "
            "   continue;\n    }\n";
    os << "    parser.unknownKey();\n  }\n";
    for (const Field &field : instruction.fields)
      if (!field.kind.isOperand && field.required)
        os << "  parser.require(\"" << field.name << "\");\n";
    os << "}\n\n";
  }
}

static TableGen::Emitter::Opt printer("gen-printer", emitPrinter,
                                      "Generate the assembly printer");
static TableGen::Emitter::Opt parser("gen-parser", emitParser,
                                     "Generate the assembly parser");

} // namespace glia::tblgen
