//===- WireReader.h - Protobuf's encoding, read from a file ---------------===//
//
// Tags, numbers and lengths with every bound checked, over a window of the
// file; what is skipped is not read.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_LIB_IMPORT_ONNX_WIREREADER_H
#define GLIA_LIB_IMPORT_ONNX_WIREREADER_H

#include "glia/Support/Error.h"
#include "glia/Support/InputFile.h"
#include <string>
#include <vector>

namespace glia::onnx_import {

enum class WireType : uint8_t {
  varint = 0,
  fixed64 = 1,
  bytes = 2,
  fixed32 = 5
};

struct WireTag {
  uint64_t number;
  WireType type;
  uint64_t key() const { return number << 3 | static_cast<uint64_t>(type); }
};

class WireReader {
public:
  explicit WireReader(const InputFile &file) : file(file) {}

  uint64_t position() const { return offset; }
  /// `end` is where the message around ends. Errors: E0003, E0004, E5800,
  /// E5802.
  llvm::Expected<WireTag> tag(uint64_t end);
  llvm::Expected<uint64_t> varint(uint64_t end);
  /// A length prefix whose bytes lie before `end`.
  llvm::Expected<uint64_t> length(uint64_t end);
  llvm::Error skip(uint64_t count, uint64_t end);
  llvm::Error copy(uint64_t count, uint64_t end, std::string &out);
  /// An error at the current place.
  llvm::Error fail(ErrorCode code, const llvm::Twine &message) const;

private:
  llvm::Expected<uint8_t> byte(uint64_t end);

  const InputFile &file;
  uint64_t offset = 0;
  std::vector<uint8_t> window;
  uint64_t windowStart = 0;
};

void appendVarint(std::string &out, uint64_t value);
/// Lengths of messages under 2^35 bytes as varints of a fixed size.
inline constexpr size_t paddedVarintBytes = 5;
void patchPaddedVarint(std::string &out, size_t at, uint64_t value);

} // namespace glia::onnx_import

#endif
