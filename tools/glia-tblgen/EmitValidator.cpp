//===- EmitValidator.cpp - The labelled checks ----------------------------===//

#include "Model.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/TableGen/Error.h"
#include "llvm/TableGen/TableGenBackend.h"

using namespace llvm;

namespace glia::tblgen {

static std::string quote(StringRef text) {
  std::string result;
  raw_string_ostream os(result);
  os << '"';
  os.write_escaped(text);
  os << '"';
  return result;
}

/// `{name}` is the operand's name; {0}, {1} ... stay for formatv.
static void emitCheck(raw_ostream &os, const Check &check, StringRef indent,
                      StringRef operand) {
  std::string message = check.message.str();
  for (size_t at = message.find("{name}"); at != std::string::npos;
       at = message.find("{name}"))
    message.replace(at, 6, operand.str());
  os << indent << "if (!(" << check.holds << "))\n"
     << indent << "  return checkFailed(x.opcode, \"" << check.label
     << "\", llvm::formatv(" << quote(message);
  for (StringRef argument : check.arguments)
    os << ", " << argument;
  os << ").str());\n";
}

static void emitOperandChecks(raw_ostream &os, const Field &field,
                              const std::vector<Check> &checks) {
  if (checks.empty())
    return;
  os << "  {\n    [[maybe_unused]] const auto &o = x." << field.name << ";\n";
  for (const Check &check : checks)
    emitCheck(os, check, "    ", field.name);
  os << "  }\n";
}

static void emitValidator(const RecordKeeper &records, raw_ostream &os) {
  Table table = readTable(records);
  emitBanner(os, "The labelled checks of each instruction.");
  for (const Instruction &instruction : table.instructions) {
    os << "static llvm::Error validateFields(const " << instruction.name
       << " &x, [[maybe_unused]] const Target &target) {\n"
       << "  if (!isAllowedOn(x.opcode, x.engine))\n    return "
          "checkFailed(x.opcode, \"engine\", (\"does not run on \" + "
          "isa::name(x.engine)).str());\n";
    if (!instruction.targets.empty()) {
      os << "  if (";
      llvm::interleave(
          instruction.targets, os,
          [&](StringRef name) { os << "target.name != \"" << name << "\""; },
          " && ");
      os << ")\n    return checkFailed(x.opcode, \"target\", (target.name + \" "
            "does not have it\").str());\n";
    }
    // Kinds first: rules of operands and instructions may rely on them.
    for (const Field &field : instruction.fields)
      emitOperandChecks(os, field, field.kind.checks);
    for (const Field &field : instruction.fields)
      emitOperandChecks(os, field, field.checks);
    for (const Check &check : instruction.checks)
      emitCheck(os, check, "  ", "");
    os << "  return llvm::Error::success();\n}\n\n";
  }
}

static TableGen::Emitter::Opt validator("gen-validator", emitValidator,
                                        "Generate the validator");

} // namespace glia::tblgen
