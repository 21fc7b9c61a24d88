//===- EmitInstances.cpp - Instances.cpp.inc ------------------------------===//
//
// Chips and links, in table order.
//
//===----------------------------------------------------------------------===//

#include "Model.h"
#include "llvm/TableGen/Record.h"
#include "llvm/TableGen/TableGenBackend.h"

using namespace llvm;

namespace glia::tblgen {

static void emitInstances(const RecordKeeper &records, raw_ostream &os) {
  emitBanner(os, "The instances.");
  std::vector<const Record *> instances(
      records.getAllDerivedDefinitions("Instance").begin(),
      records.getAllDerivedDefinitions("Instance").end());
  llvm::sort(instances, [](const Record *a, const Record *b) {
    return a->getID() < b->getID();
  });
  os << "static const Instance instanceRecords[] = {\n";
  for (const Record *record : instances) {
    os << "  {\"" << record->getValueAsString("name") << "\", \""
       << record->getValueAsDef("target")->getValueAsString("name") << '"';
    for (StringRef field : {"chips", "groups", "rows", "columns"})
      os << ", " << record->getValueAsInt(field);
    os << ", " << (record->getValueAsBit("isSwitched") ? "true" : "false");
    for (StringRef field :
         {"linkBytesPerNanosecond", "groupLinkBytesPerNanosecond",
          "efaBytesPerNanosecond"})
      os << ", " << record->getValueAsString(field);
    os << "},\n";
  }
  os << "};\n";
}

static TableGen::Emitter::Opt instances("gen-instances", emitInstances,
                                        "Generate the instances");

} // namespace glia::tblgen
