//===- EmitRanges.cpp - glia/ISA/HardwareRanges.h.inc ---------------------===//
//
// The ranges of activation functions outside which hardware is off; --check
// warns of values there.
//
//===----------------------------------------------------------------------===//

#include "Model.h"
#include "llvm/TableGen/TableGenBackend.h"

using namespace llvm;

namespace glia::tblgen {

static std::string literal(StringRef text, StringRef none) {
  return text.empty() ? none.str() : (text + "f").str();
}

static void emitRanges(const RecordKeeper &records, raw_ostream &os) {
  Table table = readTable(records);
  emitBanner(os, "Ranges of activation functions on hardware.");
  os << "/// Values below `lowest`, above `highest` or of a size below "
        "`smallest` are off.\n"
        "struct HardwareRange {\n  float lowest, highest, smallest;\n};\n"
        "inline std::optional<HardwareRange> hardwareRange(ActivationFunction "
        "function) {\n  switch (function) {\n";
  if (const Enumeration *functions =
          table.findEnumeration("ActivationFunction"))
    for (const EnumCase &entry : functions->cases) {
      StringRef lowest = entry.record->getValueAsString("lowest"),
                highest = entry.record->getValueAsString("highest"),
                smallest = entry.record->getValueAsString("smallest");
      if (lowest.empty() && highest.empty() && smallest.empty())
        continue;
      os << "  case ActivationFunction::" << entry.name
         << ":\n    return HardwareRange{" << literal(lowest, "-HUGE_VALF")
         << ", " << literal(highest, "HUGE_VALF") << ", "
         << literal(smallest, "0.0f") << "};\n";
    }
  os << "  default:\n    return std::nullopt;\n  }\n}\n";
}

static TableGen::Emitter::Opt
    registration("gen-hardware-ranges", emitRanges,
                 "Generate the hardware ranges of activation functions");

} // namespace glia::tblgen
