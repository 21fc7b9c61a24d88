//===- EmitEnums.cpp - glia/ISA/Enums.h.inc -------------------------------===//
//
// Enumerations with names and ranges, inline, so that floor 0 can use them
// without linking lib/ISA.
//
//===----------------------------------------------------------------------===//

#include "Model.h"
#include "llvm/TableGen/TableGenBackend.h"

using namespace llvm;

namespace glia::tblgen {

static void emitEnumeration(const Enumeration &enumeration, raw_ostream &os) {
  StringRef cpp = enumeration.cpp;
  os << "/// " << enumeration.doc << "\nenum class " << cpp << " : "
     << enumeration.underlying << " {\n";
  for (const EnumCase &entry : enumeration.cases)
    os << "  " << entry.name << " = " << entry.value << ", // " << entry.doc
       << "\n";
  os << "};\n";
  os << "inline constexpr unsigned num" << cpp
     << "Cases = " << enumeration.cases.size() << ";\n";
  os << "inline constexpr " << cpp << " all" << cpp << "Cases[] = {";
  llvm::interleaveComma(enumeration.cases, os, [&](const EnumCase &entry) {
    os << cpp << "::" << entry.name;
  });
  os << "};\n";
  os << "constexpr llvm::ArrayRef<" << cpp << "> allCases(" << cpp
     << ") { return all" << cpp << "Cases; }\n";
  os << "constexpr bool isKnown(" << cpp << " value) {\n  switch (value) {\n";
  for (const EnumCase &entry : enumeration.cases)
    os << "  case " << cpp << "::" << entry.name << ":\n";
  os << "    return true;\n  }\n  return false;\n}\n";
  os << "inline llvm::StringRef name(" << cpp
     << " value) {\n  switch (value) {\n";
  for (const EnumCase &entry : enumeration.cases)
    os << "  case " << cpp << "::" << entry.name << ":\n    return \""
       << entry.name << "\";\n";
  os << "  }\n  return \"?\";\n}\n";
  os << "inline std::optional<" << cpp << "> parse" << cpp
     << "(llvm::StringRef text) {\n"
     << "  for (" << cpp << " value : all" << cpp
     << "Cases)\n    if (name(value) == text)\n      return value;\n  return "
        "std::nullopt;\n}\n\n";
}

/// isBitwise(AluOp) and the like: the cases whose record sets the bit.
static void emitProperty(const Table &table, StringRef cpp, StringRef property,
                         raw_ostream &os) {
  const Enumeration *enumeration = table.findEnumeration(cpp);
  if (!enumeration)
    return;
  std::string cases;
  for (const EnumCase &entry : enumeration->cases)
    if (entry.record->getValueAsBit(property))
      cases += ("  case " + cpp + "::" + entry.name + ":\n").str();
  os << "constexpr bool is" << upperCamel(property) << "(" << cpp
     << " op) {\n  switch (op) {\n";
  if (!cases.empty())
    os << cases << "    return true;\n";
  os << "  default:\n    return false;\n  }\n}\n";
}

static void emitEnums(const RecordKeeper &records, raw_ostream &os) {
  Table table = readTable(records);
  emitBanner(os, "Enumerations of the instruction set.");
  for (const Enumeration &enumeration : table.enumerations)
    emitEnumeration(enumeration, os);

  // Properties of operators.
  for (StringRef property :
       {"unary", "bitwise", "comparison", "onlyGpsimd", "onlyFloat"})
    emitProperty(table, "AluOp", property, os);
  for (StringRef property : {"bitwise", "accumulating"})
    emitProperty(table, "ReduceOp", property, os);
  emitProperty(table, "ActivationFunction", "parametric", os);
  os << "/// The instructions; numbers are part of the object format.\nenum "
        "class Opcode : uint16_t {\n";
  for (const Instruction &instruction : table.instructions)
    os << "  " << instruction.enumerator() << " = "
       << format_hex(instruction.opcode, 6) << ",\n";
  os << "};\n\n";

  os << "// X(enumerator, CamelName) for every case; lib/Support's table of "
        "activation functions is built of it.\n";
  for (const Enumeration &enumeration : table.enumerations) {
    os << "#define GLIA_FOR_EACH_" << upperSnake(enumeration.cpp) << "(X)";
    for (const EnumCase &entry : enumeration.cases)
      os << " X(" << entry.name << ", " << upperCamel(entry.name) << ")";
    os << "\n";
  }
  if (const Enumeration *functions =
          table.findEnumeration("ActivationFunction"))
    for (bool parametric : {false, true}) {
      os << "#define GLIA_FOR_EACH_" << (parametric ? "PARAMETRIC" : "PLAIN")
         << "_ACTIVATION_FUNCTION(X)";
      for (const EnumCase &entry : functions->cases)
        if (entry.record->getValueAsBit("parametric") == parametric)
          os << " X(" << entry.name << ", " << upperCamel(entry.name) << ")";
      os << "\n";
    }
  os << "// X(StructName, enumerator, mnemonic) for every instruction, in "
        "table order.\n#define GLIA_FOR_EACH_INSTRUCTION(X)";
  for (const Instruction &instruction : table.instructions)
    os << " X(" << instruction.name << ", " << instruction.enumerator()
       << ", \"" << instruction.mnemonic << "\")";
  os << "\n";
}

static TableGen::Emitter::Opt registration("gen-enums", emitEnums,
                                           "Generate the enumerations");

} // namespace glia::tblgen
