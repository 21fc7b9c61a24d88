//===- Safetensors.h - Named tensors in .safetensors files ----------------===//
//
// 8 bytes with the length of a JSON header, the header, and the data, which the
// tensors of the header tile exactly. A file is never trusted: the header is
// bounded, and every range is checked before anything is read.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_SUPPORT_SAFETENSORS_H
#define GLIA_SUPPORT_SAFETENSORS_H

#include "glia/Support/InputFile.h"
#include "glia/Support/OutputFile.h"
#include "glia/Support/Tensor.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace glia {

class SafetensorsFile {
public:
  struct Entry {
    std::string name;
    ElementType type; // u8 also stands for types that the format has not
    llvm::SmallVector<int64_t, 6> shape;
    uint64_t offset, bytes; // in the file
  };

  /// Reads and checks the header. Errors: E0801, E2001 for a type that Glia has
  /// not, E4800, and those of the file.
  static llvm::Expected<SafetensorsFile> open(llvm::StringRef path);
  /// In the order of their data.
  llvm::ArrayRef<Entry> entries() const { return tensors; }
  const Entry *find(llvm::StringRef name) const;
  /// The bytes of one tensor, dense, row-major.
  llvm::Expected<std::vector<uint8_t>> read(const Entry &entry) const;

private:
  explicit SafetensorsFile(InputFile file) : file(std::move(file)) {}
  llvm::Error readHeader();
  InputFile file;
  std::vector<Entry> tensors;
};

/// How a type is written: its own name ("F32"), or U8 for f8e4m3, whose bit
/// patterns the format cannot name. "" for types that it cannot hold.
llvm::StringRef safetensorsType(ElementType type);

struct SafetensorsTensor {
  std::string name;
  ElementType type;
  llvm::SmallVector<int64_t, 6> shape;
};
/// Writes tensors one by one; `bytesOf` gives those of each when it is its turn.
/// The file is complete on the disk and waits for finish() to get its name, so
/// that an old one stays whole whatever happens. Errors: E5801 and those of
/// `bytesOf`.
llvm::Expected<OutputFile> writeSafetensors(
    llvm::StringRef path, llvm::ArrayRef<SafetensorsTensor> tensors,
    llvm::function_ref<llvm::Expected<std::vector<uint8_t>>(size_t)> bytesOf);

} // namespace glia

#endif
