//===- Source.h - Where the bytes of an object file come from -------------===//
#ifndef GLIA_LIB_OBJECT_SOURCE_H
#define GLIA_LIB_OBJECT_SOURCE_H

#include "glia/Support/Error.h"
#include "glia/Support/InputFile.h"
#include "llvm/ADT/ArrayRef.h"

namespace glia::object {

/// Where the bytes come from.
class Source {
public:
  virtual ~Source() = default;
  virtual uint64_t size() const = 0;
  virtual llvm::Error read(uint64_t offset,
                           llvm::MutableArrayRef<uint8_t> buffer) const = 0;
};

class FileSource : public Source {
public:
  explicit FileSource(InputFile file) : file(std::move(file)) {}
  uint64_t size() const override { return file.size(); }
  llvm::Error read(uint64_t offset,
                   llvm::MutableArrayRef<uint8_t> buffer) const override {
    return file.read(offset, buffer);
  }

private:
  InputFile file;
};

class MemorySource : public Source {
public:
  explicit MemorySource(std::vector<uint8_t> bytes) : bytes(std::move(bytes)) {}
  uint64_t size() const override { return bytes.size(); }
  llvm::Error read(uint64_t offset,
                   llvm::MutableArrayRef<uint8_t> buffer) const override {
    if (offset > bytes.size() || buffer.size() > bytes.size() - offset)
      return makeError(ErrorCode::E5802,
                       "expects " + llvm::Twine(buffer.size()) + " bytes at " +
                           llvm::Twine(offset));
    llvm::copy(llvm::ArrayRef(bytes).slice(offset, buffer.size()),
               buffer.begin());
    return llvm::Error::success();
  }

private:
  std::vector<uint8_t> bytes;
};

} // namespace glia::object

#endif
