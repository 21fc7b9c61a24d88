//===- EmitTables.cpp - Names, sizes and streams of the instructions ------===//
//
// Tables.cpp.inc: opcode -> mnemonic, words, streams; and the list of check
// labels.
//
//===----------------------------------------------------------------------===//

#include "Model.h"
#include "llvm/TableGen/TableGenBackend.h"

using namespace llvm;

namespace glia::tblgen {

static void emitSwitch(raw_ostream &os, const Table &table,
                       function_ref<std::string(const Instruction &)> result) {
  os << "  switch (opcode) {\n";
  for (const Instruction &instruction : table.instructions)
    os << "  case Opcode::" << instruction.enumerator() << ":\n    return "
       << result(instruction) << ";\n";
  os << "  }\n";
}

static void emitTables(const RecordKeeper &records, raw_ostream &os) {
  Table table = readTable(records);
  emitBanner(os, "Names, sizes and streams of the instructions.");
  os << "static constexpr Opcode opcodeList[] = {";
  llvm::interleaveComma(table.instructions, os, [&](const Instruction &i) {
    os << "Opcode::" << i.enumerator();
  });
  os << "};\n\n";
  os << "static bool isKnownOpcode(uint16_t number) {\n  for (Opcode opcode : "
        "opcodeList)\n    if (uint16_t(opcode) == number)\n      return true;\n"
        "  return false;\n}\n\n";
  os << "llvm::StringRef mnemonic(Opcode opcode) {\n";
  emitSwitch(os, table, [](const Instruction &i) {
    return "\"" + i.mnemonic.str() + "\"";
  });
  os << "  return \"?\";\n}\n\n";
  os << "llvm::StringRef example(Opcode opcode) {\n";
  emitSwitch(os, table, [](const Instruction &i) {
    return "\"" + i.example.str() + "\"";
  });
  os << "  return {};\n}\n\n";
  os << "static unsigned formatWords(Opcode opcode) {\n";
  emitSwitch(os, table, [](const Instruction &i) {
    return std::to_string(i.format.words);
  });
  os << "  return 1;\n}\n\n";
  os << "bool isAllowedOn(Opcode opcode, Engine engine) {\n";
  emitSwitch(os, table, [](const Instruction &i) {
    std::string result;
    for (StringRef engine : i.engines)
      result +=
          (result.empty() ? "engine == Engine::" : " || engine == Engine::") +
          engine.str();
    return result;
  });
  os << "  return false;\n}\n\n";
  os << "bool isOn(Opcode opcode, [[maybe_unused]] const Target &target) "
        "{\n";
  emitSwitch(os, table, [](const Instruction &i) {
    std::string result;
    for (StringRef target : i.targets)
      result +=
          (result.empty() ? "target.name == \"" : " || target.name == \"") +
          target.str() + "\"";
    return result.empty() ? "true" : result;
  });
  os << "  return false;\n}\n\n";
  os << "Instruction makeInstruction(Opcode opcode) {\n  switch (opcode) {\n";
  for (const Instruction &instruction : table.instructions)
    os << "  case Opcode::" << instruction.enumerator() << ":\n    return "
       << instruction.name << "{};\n";
  os << "  }\n  return Halt{};\n}\n\n";
  os << "static constexpr llvm::StringRef checkLabels[] = {\"engine\", "
        "\"target\"";
  for (const Check &check : table.labels())
    os << ", \"" << check.label << "\"";
  os << "};\n";
}

/// One label a line; a test holds them against the tests that exist.
static void emitLabels(const RecordKeeper &records, raw_ostream &os) {
  os << "engine\ntarget\n";
  for (const Check &check : readTable(records).labels())
    os << check.label << "\n";
}

static TableGen::Emitter::Opt tables("gen-tables", emitTables,
                                     "Generate names, sizes and streams");
static TableGen::Emitter::Opt labels("gen-check-labels", emitLabels,
                                     "List the check labels");

} // namespace glia::tblgen
