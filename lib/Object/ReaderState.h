//===- ReaderState.h - An object file while it is read --------------------===//
//
// Shared by ReadSections.cpp (header, section table, head) and Reader.cpp
// (note, hash, tables, weights).
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_LIB_OBJECT_READERSTATE_H
#define GLIA_LIB_OBJECT_READERSTATE_H

#include "Format.h"
#include "Source.h"
#include <atomic>

namespace glia {
namespace object {
/// A section header with its name.
struct RawSection {
  llvm::ELF::Elf64_Shdr header;
  llvm::StringRef name;
};
} // namespace object

struct Object::State {
  std::unique_ptr<object::Source> source;
  ObjectImage image;
  std::vector<Section> sections;
  std::vector<uint8_t> head;
  object::Note note;
  uint64_t weightsAt = 0, weightsBytes = 0;
  std::vector<uint64_t> chunkHashes;
  std::unique_ptr<std::atomic<bool>[]> chunkVerified;
  bool verifyChecksum = true, debugMapDamaged = false;
  std::vector<std::string> warnings;

  llvm::Error load(const LoadOptions &options);
  llvm::Expected<llvm::ELF::Elf64_Ehdr> readHeader() const;
  llvm::Expected<std::vector<llvm::ELF::Elf64_Shdr>>
  readSectionHeaders(const llvm::ELF::Elf64_Ehdr &header) const;
  llvm::Error readHead(const llvm::ELF::Elf64_Ehdr &header,
                       std::vector<llvm::ELF::Elf64_Shdr> &headers,
                       std::vector<object::RawSection> &raw);
  llvm::Error readNoteAndHash(llvm::ArrayRef<object::RawSection> raw,
                              const LoadOptions &options);
  llvm::Error readTables(llvm::ArrayRef<object::RawSection> raw);
  llvm::Error readTexts(llvm::ArrayRef<object::RawSection> raw);
  llvm::Error readChunks(llvm::ArrayRef<object::RawSection> raw);
  llvm::Error readChunk(uint64_t index,
                        llvm::MutableArrayRef<uint8_t> chunk) const;
  uint64_t chunkBytes(uint64_t index) const;
  llvm::ArrayRef<uint8_t> bytesOf(const object::RawSection &section) const {
    return llvm::ArrayRef(head).slice(section.header.sh_offset,
                                      section.header.sh_size);
  }
};

} // namespace glia

#endif
