//===- HostileFile.h - Object files that mean harm ------------------------===//
//
// Shared by the tests of the loader's table, the mutation test and the fuzz
// targets: a checksum is no security, so all of them make it right again.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_TEST_UNIT_HOSTILE_HOSTILEFILE_H
#define GLIA_TEST_UNIT_HOSTILE_HOSTILEFILE_H

#include "CodeOf.h"
#include "glia/Object/Object.h"

namespace glia::test {

/// Gives the content hash, the size in the note and the chunk hashes the values
/// that fit the bytes, as far as the tables can be followed.
void fixChecksums(std::vector<uint8_t> &bytes);

struct HostileOptions {
  bool verifyChecksum = true;
  uint64_t fuel = 200000;
  uint64_t maxDeviceMemory = uint64_t(64) << 20;
  /// Run 0, 1 or 2 alone (plain, with --check, with --timing-only): most of the
  /// time goes into each machine's memory. All of them by default.
  std::optional<unsigned> onlyRun;
};
/// What becomes of a file: loaded, validated, shown, and run without and with
/// --check and with --timing-only. The code of the first error, 0 for none. An
/// error without a code, or of the class bug, ends the process: see codeOf().
unsigned feed(const std::vector<uint8_t> &bytes,
              const HostileOptions &options = {});

/// A valid program with an instruction of every opcode that trn2 has, between
/// loops, calls and transfers; 4 to 16 KiB as a file.
AssembledObject manyInstructions(uint64_t seed);
/// Changes the streams of a program instruction by instruction: removes,
/// repeats, moves and replaces by random valid ones.
void mutateInstructions(ObjectImage &image, uint64_t seed);

} // namespace glia::test

#endif
