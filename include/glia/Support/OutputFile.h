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
#include <vector>

namespace glia {

class OutputGroup;

class OutputFile {
public:
  /// In a group, finish() leaves the renaming to the group. Errors: E5801.
  static llvm::Expected<OutputFile> create(llvm::StringRef path,
                                           OutputGroup *group = nullptr);
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
  /// What was written is on the disk when this returns: for files that replace
  /// something precious.
  llvm::Error flushToDisk();
  /// Closes and renames to the final name, or hands the file to its group.
  llvm::Error finish();

private:
  friend class OutputGroup;
  OutputFile(int descriptor, std::string path, std::string temporary,
             OutputGroup *group)
      : descriptor(descriptor), group(group), path(std::move(path)),
        temporary(std::move(temporary)) {}
  llvm::Error fail(const char *why);
  llvm::Error rename();
  int descriptor;
  OutputGroup *group;
  uint64_t written = 0;
  std::string path,
      temporary; // temporary is empty when nothing is to be removed
};

/// The outputs of one command: none of them is there before all are complete.
class OutputGroup {
public:
  /// Gives each finished file its name. When that fails for one, those that
  /// got theirs are removed again. Errors: E5801.
  llvm::Error commit();

private:
  friend class OutputFile;
  std::vector<OutputFile> files; // closed, under their temporary names
};

/// create, write, finish.
llvm::Error writeFile(llvm::StringRef path, llvm::ArrayRef<uint8_t> bytes,
                      OutputGroup *group = nullptr);
llvm::Error writeFile(llvm::StringRef path, llvm::StringRef text,
                      OutputGroup *group = nullptr);

} // namespace glia

#endif
