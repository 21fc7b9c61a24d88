//===- EmitRandom.cpp - Random valid instructions, for tests --------------===//
//
// Each field has an expression for a valid value, which may mention fields
// that are chosen before; the order of choice follows from that.
//
//===----------------------------------------------------------------------===//

#include "Model.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/TableGen/Error.h"
#include "llvm/TableGen/TableGenBackend.h"

using namespace llvm;

namespace glia::tblgen {

static bool mentions(StringRef expression, StringRef field) {
  std::string name = ("x." + field).str();
  for (size_t at = expression.find(name); at != StringRef::npos;
       at = expression.find(name, at + 1)) {
    size_t end = at + name.size();
    if (end == expression.size() ||
        (!isAlnum(expression[end]) && expression[end] != '_'))
      return true;
  }
  return false;
}

static void emitChoices(raw_ostream &os, const Instruction &instruction) {
  SmallPtrSet<const Field *, 8> chosen;
  while (chosen.size() != instruction.fields.size()) {
    size_t before = chosen.size();
    for (const Field &field : instruction.fields) {
      bool waits = llvm::any_of(instruction.fields, [&](const Field &o) {
        return &o != &field && !chosen.contains(&o) &&
               mentions(field.random, o.name);
      });
      if (chosen.contains(&field) || waits)
        continue;
      chosen.insert(&field);
      if (!field.random.empty())
        os << "  x." << field.name << " = " << field.random << ";\n";
    }
    if (chosen.size() == before)
      PrintFatalError(instruction.record,
                      "random values depend on each other in a circle");
  }
}

static void emitRandom(const RecordKeeper &records, raw_ostream &os) {
  Table table = readTable(records);
  emitBanner(os, "Random valid instructions.");
  for (const Instruction &instruction : table.instructions) {
    os << "static void choose(" << instruction.name
       << " &x, RandomChoice &g, [[maybe_unused]] const Target &target) {\n  "
          "x.engine = g.engine({";
    llvm::interleaveComma(instruction.engines, os, [&](StringRef engine) {
      os << "Engine::" << engine;
    });
    os << "});\n";
    emitChoices(os, instruction);
    if (instruction.rounds)
      os << "  g.rounding(x.rounding, x.saturate, x.stochastic);\n";
    os << "}\n\n";
  }
}

static TableGen::Emitter::Opt
    random("gen-random", emitRandom,
           "Generate the generator of random valid instructions");

} // namespace glia::tblgen
