//===- WireReader.cpp - Protobuf's encoding, read from a file -------------===//
//
// See the header. The window makes reading small fields cheap and is left
// behind when a large field is skipped.
//
//===----------------------------------------------------------------------===//
#include "WireReader.h"

namespace glia::onnx_import {

static constexpr uint64_t windowBytes = 64 << 10;
static constexpr unsigned longestVarint = 10;

llvm::Error WireReader::fail(ErrorCode code, const llvm::Twine &message) const {
  return makeError(GliaError(code, message.str())
                       .with("file", file.path().str())
                       .with("offset", std::to_string(offset)));
}

llvm::Expected<uint8_t> WireReader::byte(uint64_t end) {
  if (offset >= end)
    return fail(ErrorCode::E0003, end == file.size()
                                      ? "the file ends inside a field"
                                      : "a message ends inside a field");
  if (offset < windowStart || offset >= windowStart + window.size()) {
    window.resize(std::min(windowBytes, file.size() - offset));
    windowStart = offset;
    if (llvm::Error error = file.read(offset, window))
      return std::move(error);
  }
  return window[offset++ - windowStart];
}

llvm::Expected<uint64_t> WireReader::varint(uint64_t end) {
  uint64_t value = 0;
  for (unsigned index = 0; index < longestVarint; ++index) {
    llvm::Expected<uint8_t> next = byte(end);
    if (!next)
      return next.takeError();
    uint64_t bits = *next & 0x7f;
    if (index == longestVarint - 1 && bits > 1)
      return fail(ErrorCode::E0004, "a number has more than 64 bits");
    value |= bits << (7 * index);
    if (!(*next & 0x80))
      return value;
  }
  return fail(ErrorCode::E0004, "a number has more than " +
                                    llvm::Twine(longestVarint) + " bytes");
}

llvm::Expected<WireTag> WireReader::tag(uint64_t end) {
  llvm::Expected<uint64_t> key = varint(end);
  if (!key)
    return key.takeError();
  uint64_t number = *key >> 3, type = *key & 7;
  if (number == 0 || number >= uint64_t(1) << 29)
    return fail(ErrorCode::E0004, "field number " + llvm::Twine(number) +
                                      ", expects 1 to 2^29 - 1");
  if (type != 0 && type != 1 && type != 2 && type != 5)
    return fail(ErrorCode::E0004,
                "wire type " + llvm::Twine(type) + ", expects 0, 1, 2 or 5");
  return WireTag{number, static_cast<WireType>(type)};
}

llvm::Expected<uint64_t> WireReader::length(uint64_t end) {
  llvm::Expected<uint64_t> length = varint(end);
  if (length && *length > end - offset)
    return fail(ErrorCode::E0003, "a field states " + llvm::Twine(*length) +
                                      " bytes, " + llvm::Twine(end - offset) +
                                      " are left");
  return length;
}

llvm::Error WireReader::skip(uint64_t count, uint64_t end) {
  if (count > end - offset)
    return fail(ErrorCode::E0003, "a field needs " + llvm::Twine(count) +
                                      " bytes, " + llvm::Twine(end - offset) +
                                      " are left");
  offset += count;
  return llvm::Error::success();
}

llvm::Error WireReader::copy(uint64_t count, uint64_t end, std::string &out) {
  uint64_t from = offset;
  if (llvm::Error error = skip(count, end))
    return error;
  if (from >= windowStart && offset <= windowStart + window.size()) {
    out.append(reinterpret_cast<const char *>(window.data()) +
                   (from - windowStart),
               count);
    return llvm::Error::success();
  }
  size_t at = out.size();
  out.resize(at + count);
  return file.read(from, {reinterpret_cast<uint8_t *>(out.data()) + at,
                          static_cast<size_t>(count)});
}

void appendVarint(std::string &out, uint64_t value) {
  for (; value >= 0x80; value >>= 7)
    out.push_back(static_cast<char>(value | 0x80));
  out.push_back(static_cast<char>(value));
}

void patchPaddedVarint(std::string &out, size_t at, uint64_t value) {
  for (size_t index = 0; index < paddedVarintBytes; ++index, value >>= 7)
    out[at + index] = static_cast<char>(
        (value & 0x7f) | (index + 1 < paddedVarintBytes ? 0x80 : 0));
}

} // namespace glia::onnx_import
