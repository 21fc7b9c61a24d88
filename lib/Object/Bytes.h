//===- Bytes.h - Little-endian tables -------------------------------------===//
//
// The reader never reads behind its end: it notes the failure and gives zeros.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_LIB_OBJECT_BYTES_H
#define GLIA_LIB_OBJECT_BYTES_H

#include "Format.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Endian.h"
#include <string>
#include <vector>

namespace glia::object {

class ByteWriter {
public:
  template <typename T>
  void number(T value) {
    size_t at = bytes.size();
    bytes.resize(at + sizeof(T));
    llvm::support::endian::write<T, llvm::endianness::little>(bytes.data() + at,
                                                              value);
  }
  void raw(llvm::ArrayRef<uint8_t> data) {
    bytes.insert(bytes.end(), data.begin(), data.end());
  }
  void string(llvm::StringRef text) {
    number<uint32_t>(uint32_t(text.size()));
    raw(llvm::ArrayRef(reinterpret_cast<const uint8_t *>(text.data()),
                       text.size()));
  }
  void align(size_t alignment) {
    bytes.resize((bytes.size() + alignment - 1) / alignment * alignment);
  }
  std::vector<uint8_t> bytes;
};

class ByteReader {
public:
  explicit ByteReader(llvm::ArrayRef<uint8_t> bytes) : rest(bytes) {}

  template <typename T>
  T number() {
    if (rest.size() < sizeof(T)) {
      ok = false;
      rest = {};
      return T();
    }
    T value =
        llvm::support::endian::read<T, llvm::endianness::little>(rest.data());
    rest = rest.drop_front(sizeof(T));
    return value;
  }
  llvm::ArrayRef<uint8_t> raw(size_t size) {
    if (rest.size() < size) {
      ok = false;
      rest = {};
      return {};
    }
    llvm::ArrayRef<uint8_t> result = rest.take_front(size);
    rest = rest.drop_front(size);
    return result;
  }
  std::string string() {
    llvm::ArrayRef<uint8_t> data = raw(number<uint32_t>());
    std::string text(data.begin(), data.end());
    allText &= isText(text);
    return text;
  }
  /// A count of records of at least `size` bytes each, so that it is bounded
  /// by what follows.
  uint32_t count(size_t size) {
    uint32_t n = number<uint32_t>();
    if (n > rest.size() / size) {
      ok = false;
      return 0;
    }
    return n;
  }
  bool failed() const { return !ok; }
  /// Some string was no UTF-8, or too long for a name.
  bool hasBadText() const { return !allText; }
  bool atEnd() const { return rest.empty(); }

private:
  llvm::ArrayRef<uint8_t> rest;
  bool ok = true, allText = true;
};

} // namespace glia::object

#endif
