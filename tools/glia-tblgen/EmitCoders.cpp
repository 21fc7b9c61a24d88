//===- EmitCoders.cpp - Encoder and decoder -------------------------------===//
//
// Per instruction, where each field stands; lib/ISA/Bits.h knows how a field
// of each type is written, range-checked and read.
//
//===----------------------------------------------------------------------===//

#include "Model.h"
#include "llvm/TableGen/TableGenBackend.h"

using namespace llvm;

namespace glia::tblgen {

static void emitEncoder(const RecordKeeper &records, raw_ostream &os) {
  Table table = readTable(records);
  emitBanner(os, "Where the fields stand: writing.");
  for (const Instruction &instruction : table.instructions) {
    os << "static void encodeFields([[maybe_unused]] const " << instruction.name
       << " &x, [[maybe_unused]] FieldWriter &writer) {\n";
    for (const Field &field : instruction.fields)
      os << "  writer.write(\"" << field.name << "\", " << field.low << ", "
         << field.kind.width << ", x." << field.name << ");\n";
    os << "}\n\n";
  }
}

static void emitDecoder(const RecordKeeper &records, raw_ostream &os) {
  Table table = readTable(records);
  emitBanner(os, "Where the fields stand: reading.");
  for (const Instruction &instruction : table.instructions) {
    os << "static void decodeFields([[maybe_unused]] " << instruction.name
       << " &x, [[maybe_unused]] FieldReader &reader) {\n";
    for (const Field &field : instruction.fields)
      os << "  reader.read(\"" << field.name << "\", " << field.low << ", "
         << field.kind.width << ", x." << field.name << ");\n";
    os << "}\n\n";
  }
}

static TableGen::Emitter::Opt encoder("gen-encoder", emitEncoder,
                                      "Generate the encoder");
static TableGen::Emitter::Opt decoder("gen-decoder", emitDecoder,
                                      "Generate the decoder");

} // namespace glia::tblgen
