//===- OutputFile.h - Output files that are whole or absent ---------------===//
//
// An output is written under a temporary name beside its place and renamed
// when it is complete. Whatever goes wrong before leaves nothing behind.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_SUPPORT_OUTPUTFILE_H
#define GLIA_SUPPORT_OUTPUTFILE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <string>

namespace glia {

class OutputFile {
public:
  /// Errors: E5801.
  static llvm::Expected<OutputFile> create(llvm::StringRef path);
  OutputFile(OutputFile &&other) noexcept;
  OutputFile &operator=(OutputFile &&other) noexcept;
  OutputFile(const OutputFile &) = delete;
  /// Removes the temporary file unless finish() has succeeded.
  ~OutputFile();

  llvm::Error write(llvm::ArrayRef<uint8_t> bytes);
  llvm::Error write(llvm::StringRef text);
  /// Overwrites bytes that were written before.
  llvm::Error writeAt(uint64_t offset, llvm::ArrayRef<uint8_t> bytes);
  /// Bytes written so far.
  uint64_t position() const { return written; }
  /// Closes and renames to the final name.
  llvm::Error finish();

private:
  OutputFile(int descriptor, std::string path, std::string temporary)
      : descriptor(descriptor), path(std::move(path)),
        temporary(std::move(temporary)) {}
  llvm::Error fail(const char *why);
  int descriptor;
  uint64_t written = 0;
  std::string path,
      temporary; // temporary is empty when nothing is to be removed
};

/// create, write, finish.
llvm::Error writeFile(llvm::StringRef path, llvm::ArrayRef<uint8_t> bytes);
llvm::Error writeFile(llvm::StringRef path, llvm::StringRef text);

} // namespace glia

#endif
