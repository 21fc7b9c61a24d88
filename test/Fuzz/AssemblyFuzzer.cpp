//===- AssemblyFuzzer.cpp - Assembly text ---------------------------------===//
//
// Any text is assembled or refused with a code; what assembles, and what an
// object file may hold, survives disassembly byte for byte.
//
//===----------------------------------------------------------------------===//

#include "test/Unit/Hostile/HostileFile.h"
#include "llvm/ADT/StringExtras.h"
#include <cstdlib>

using namespace glia;

/// .zero of gigabytes is legal and would only cost time here.
static bool isSmall(const AssembledObject &object) {
  uint64_t bytes = 0;
  for (const std::vector<uint8_t> &each : object.weights)
    bytes += each.size();
  return bytes < (uint64_t(1) << 20);
}

static bool asksForMuch(llvm::StringRef text) {
  for (size_t at = text.find(".zero"); at != llvm::StringRef::npos;
       at = text.find(".zero", at + 1)) {
    llvm::StringRef number = text.substr(at + 5).ltrim().take_while(
        [](char c) { return llvm::isAlnum(c); });
    if (number.size() > 5)
      return true;
  }
  return false;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  llvm::StringRef text(reinterpret_cast<const char *>(data), size);
  if (asksForMuch(text))
    return 0;
  llvm::Expected<AssembledObject> object = assemble(text, "fuzz.s");
  if (!object) {
    (void)test::codeOf(object.takeError());
    return 0;
  }
  (void)test::codeOf(validateProgram(object->image));
  if (!isSmall(*object))
    return 0;
  auto bytes = writeObject(object->image, object->weights);
  if (!bytes) {
    (void)test::codeOf(bytes.takeError());
    return 0;
  }
  LoadOptions options;
  options.validate = false; // what the assembler takes can be shown
  options.maxDeviceMemory = UINT64_MAX;
  auto loaded = Object::fromMemory(*bytes, options);
  if (!loaded) { // what was written must load
    (void)test::codeOf(loaded.takeError());
    std::abort();
  }
  std::string shown;
  llvm::raw_string_ostream os(shown);
  if (test::codeOf(disassemble(**loaded, os)))
    std::abort();
  auto again = assemble(shown, "again.s");
  if (!again) {
    llvm::errs() << shown;
    (void)test::codeOf(again.takeError());
    std::abort();
  }
  auto same = writeObject(again->image, again->weights);
  if (!same || *same != *bytes) {
    llvm::errs() << shown;
    std::abort();
  }
  return 0;
}
