//===- Format.h - The object file's layout --------------------------------===//
//
// ELF64, little-endian:
//   header | .note.glia | .text.P.ENGINE ... | tables | .chunks | .shstrtab |
//   section headers | .weights (page-aligned, last)
// All but .weights is "the head": it is hashed as a whole (with the hash taken
// as zero) and read into memory. Each 1 MiB of .weights has a hash in .chunks.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_LIB_OBJECT_FORMAT_H
#define GLIA_LIB_OBJECT_FORMAT_H

#include "glia/Object/Object.h"
#include "llvm/BinaryFormat/ELF.h"

namespace glia::object {

inline constexpr uint16_t machineNumber = 0x911A; // private
inline constexpr uint64_t weightsAlignment = 4096, constantAlignment = 64;
inline constexpr uint64_t headLimit = uint64_t(1) << 30;
/// Feature bits that this version knows and a file may require.
inline constexpr uint64_t knownFeatures = 0;

inline constexpr char noteSection[] = ".note.glia";
inline constexpr char noteName[] = "Glia"; // with its NUL
inline constexpr uint32_t noteType = 1;
inline constexpr size_t noteHeaderBytes =
    12 + 8;                              // three words, the name padded
inline constexpr size_t hashOffset = 48; // in the note's descriptor
inline constexpr size_t hashBytes = 32;

/// The note's fixed part.
struct Note {
  uint32_t major = formatMajor, minor = formatMinor, readerMajor = formatMajor,
           readerMinor = formatMinor;
  uint64_t requiredFeatures = 0, optionalFeatures = 0, fileBytes = 0,
           hbmBytes = 0;
  std::array<uint8_t, hashBytes> hash{};
  std::string target, producer;
};

std::vector<uint8_t> writeNote(const Note &note);
llvm::Expected<Note> readNote(llvm::ArrayRef<uint8_t> section);

/// A table section: its name, and how it is written and read.
struct TableSection {
  llvm::StringRef name;
  std::vector<uint8_t> (*write)(const ObjectImage &image);
  llvm::Error (*read)(llvm::ArrayRef<uint8_t> section, ObjectImage &image);
  bool required;
  bool isDebug; // damage is not fatal
};
llvm::ArrayRef<TableSection> tableSections();

/// ".text.0.tensor".
std::string textSectionName(size_t program, unsigned engine);
/// Program and engine of a text section's name, if it is one.
std::optional<std::pair<uint32_t, unsigned>>
parseTextSectionName(llvm::StringRef name);

/// UTF-8 of at most 64 KiB, as all names are.
bool isText(llvm::StringRef text);
/// Sizes of 0 or more with at most 2^40 elements, which are `count`.
bool countElements(llvm::ArrayRef<int64_t> shape, uint64_t &count);
/// Rules that tables keep, on writing and on reading: names, counts, ranges.
llvm::Error checkTables(const ObjectImage &image);
/// The same for nodes and debug entries.
llvm::Error checkDebugMap(const ObjectImage &image);

/// Bytes of .weights for the image's constants; sets their file offsets.
uint64_t layOutWeights(std::vector<ConstantSpan> &constants);
/// SHA-256 of the head, with the hash in the note taken as zero.
std::array<uint8_t, hashBytes> hashHead(llvm::ArrayRef<uint8_t> head,
                                        size_t hashAt);
uint64_t hashChunk(llvm::ArrayRef<uint8_t> chunk);

} // namespace glia::object

#endif
