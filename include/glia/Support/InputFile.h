//===- InputFile.h - Reading regular files --------------------------------===//
//
// The one way in which Glia reads a file: regular files only, opened without
// blocking, read by pread with every size checked, never mapped (a file that
// shrinks meanwhile is an error, not a SIGBUS).
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_SUPPORT_INPUTFILE_H
#define GLIA_SUPPORT_INPUTFILE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <string>
#include <vector>

namespace glia {

class InputFile {
public:
  /// Errors: E5800.
  static llvm::Expected<InputFile> open(llvm::StringRef path);
  /// Takes over an open descriptor; `path` only names it in messages.
  static llvm::Expected<InputFile> adopt(int descriptor, llvm::StringRef path);

  InputFile(InputFile &&other) noexcept;
  InputFile &operator=(InputFile &&other) noexcept;
  InputFile(const InputFile &) = delete;
  ~InputFile();

  /// The size when it was opened.
  uint64_t size() const { return fileSize; }
  llvm::StringRef path() const { return filePath; }
  /// Fills `buffer` from `offset`. Thread-safe. Errors: E5800, E5802.
  llvm::Error read(uint64_t offset,
                   llvm::MutableArrayRef<uint8_t> buffer) const;
  /// All of it; `limit` bounds what may be allocated. Errors: E4800, E5800,
  /// E5802.
  llvm::Expected<std::vector<uint8_t>> readAll(uint64_t limit) const;

private:
  InputFile(int descriptor, uint64_t size, llvm::StringRef path)
      : descriptor(descriptor), fileSize(size), filePath(path) {}
  int descriptor;
  uint64_t fileSize;
  std::string filePath;
};

} // namespace glia

#endif
