//===- Npz.cpp - Archives of arrays ---------------------------------------===//
//
// A zip archive of .npy members, stored or deflated, read through its central
// directory with every offset checked. Written stored, with a fixed date.
//
//===----------------------------------------------------------------------===//
#include "glia/Support/Npz.h"
#include "glia/Support/Error.h"
#include "glia/Support/InputFile.h"
#include "glia/Support/Limits.h"
#include "glia/Support/OutputFile.h"
#include "llvm/Support/Endian.h"
#include <zlib.h>

using namespace glia;

static constexpr uint32_t localSignature = 0x04034b50,
                          centralSignature = 0x02014b50,
                          endSignature = 0x06054b50;
static constexpr size_t localBytes = 30, centralBytes = 46, endBytes = 22;
static constexpr uint16_t zip64Extra = 1;

namespace {
struct Member {
  llvm::StringRef name;
  uint16_t method = 0;
  uint32_t crc = 0;
  uint64_t packedBytes = 0, bytes = 0, offset = 0;
};

/// Numbers at checked places.
class Reader {
public:
  Reader(llvm::ArrayRef<uint8_t> bytes, llvm::StringRef path)
      : bytes(bytes), path(path) {}
  llvm::Expected<NamedTensors> read();

private:
  template <typename Number>
  Number at(size_t offset) const {
    return llvm::support::endian::read<Number, llvm::endianness::little>(
        bytes.data() + offset);
  }
  bool has(uint64_t offset, uint64_t size) const {
    return offset <= bytes.size() && size <= bytes.size() - offset;
  }
  llvm::Error malformed(const char *what) const {
    return makeError(std::move(
        GliaError(ErrorCode::E0800, std::string("not an .npz archive: ") + what)
            .with("file", escapeForMessage(path))));
  }
  std::optional<size_t> findEnd() const;
  bool readSizes64(Member &member, size_t extra, size_t size) const;
  llvm::Expected<Member> readCentral(size_t &position) const;
  llvm::Expected<std::vector<uint8_t>> unpack(const Member &member) const;

  llvm::ArrayRef<uint8_t> bytes;
  llvm::StringRef path;
};
} // namespace

/// The end record stands last, before a comment of at most 64 KiB.
std::optional<size_t> Reader::findEnd() const {
  for (size_t back = endBytes;
       back <= bytes.size() && back <= endBytes + 0xFFFF; ++back)
    if (at<uint32_t>(bytes.size() - back) == endSignature)
      return bytes.size() - back;
  return std::nullopt;
}

/// 64-bit sizes in the extra field, for the members that need them.
bool Reader::readSizes64(Member &member, size_t extra, size_t size) const {
  size_t end = extra + size;
  while (extra + 4 <= end) {
    uint16_t kind = at<uint16_t>(extra), length = at<uint16_t>(extra + 2);
    size_t field = extra + 4, fieldEnd = field + length;
    if (fieldEnd > end)
      return false;
    if (kind == zip64Extra)
      for (uint64_t *value :
           {&member.bytes, &member.packedBytes, &member.offset})
        if (*value == 0xFFFFFFFF) {
          if (field + 8 > fieldEnd)
            return false;
          *value = at<uint64_t>(field);
          field += 8;
        }
    extra = fieldEnd;
  }
  return true;
}

llvm::Expected<Member> Reader::readCentral(size_t &position) const {
  if (!has(position, centralBytes) ||
      at<uint32_t>(position) != centralSignature)
    return malformed("the directory is cut off");
  Member member;
  member.method = at<uint16_t>(position + 10);
  member.crc = at<uint32_t>(position + 16);
  member.packedBytes = at<uint32_t>(position + 20);
  member.bytes = at<uint32_t>(position + 24);
  member.offset = at<uint32_t>(position + 42);
  size_t nameBytes = at<uint16_t>(position + 28),
         extraBytes = at<uint16_t>(position + 30),
         commentBytes = at<uint16_t>(position + 32);
  if (!has(position, centralBytes + nameBytes + extraBytes + commentBytes))
    return malformed("the directory is cut off");
  member.name =
      llvm::toStringRef(bytes.slice(position + centralBytes, nameBytes));
  if (!readSizes64(member, position + centralBytes + nameBytes, extraBytes))
    return malformed("an extra field is cut off");
  position += centralBytes + nameBytes + extraBytes + commentBytes;
  return member;
}

static bool inflateAll(llvm::ArrayRef<uint8_t> packed,
                       std::vector<uint8_t> &out) {
  z_stream stream{};
  if (inflateInit2(&stream, -MAX_WBITS) != Z_OK)
    return false;
  size_t in = 0, done = 0;
  int status = Z_OK;
  while (status == Z_OK) {
    // zlib counts in 32 bits.
    size_t takeIn = std::min<size_t>(packed.size() - in, 1 << 30),
           takeOut = std::min<size_t>(out.size() - done, 1 << 30);
    stream.next_in = const_cast<Bytef *>(packed.data() + in);
    stream.avail_in = static_cast<uInt>(takeIn);
    stream.next_out = out.data() + done;
    stream.avail_out = static_cast<uInt>(takeOut);
    status = inflate(&stream, Z_NO_FLUSH);
    in += takeIn - stream.avail_in;
    done += takeOut - stream.avail_out;
  }
  inflateEnd(&stream);
  return status == Z_STREAM_END && done == out.size() && in == packed.size();
}

llvm::Expected<std::vector<uint8_t>>
Reader::unpack(const Member &member) const {
  if (!has(member.offset, localBytes) ||
      at<uint32_t>(member.offset) != localSignature)
    return malformed("a member is not where the directory says");
  uint64_t start = member.offset + localBytes +
                   at<uint16_t>(member.offset + 26) +
                   at<uint16_t>(member.offset + 28);
  if (!has(start, member.packedBytes))
    return malformed("a member is cut off");
  if (member.bytes > limits::deviceMemoryBytes)
    return malformed("a member is too large");
  llvm::ArrayRef<uint8_t> packed = bytes.slice(start, member.packedBytes);
  std::vector<uint8_t> out;
  if (member.method == 0 && member.packedBytes == member.bytes)
    out = packed.vec();
  else if (member.method == Z_DEFLATED &&
           member.bytes / 1100 <=
               member.packedBytes) { // deflate's best ratio is 1032
    out.resize(member.bytes);
    if (!inflateAll(packed, out))
      return malformed("a member does not inflate to its size");
  } else
    return malformed("a member is neither stored nor deflated");
  if (crc32_z(0, out.data(), out.size()) != member.crc)
    return malformed("a member's checksum is wrong");
  return out;
}

llvm::Expected<NamedTensors> Reader::read() {
  std::optional<size_t> end = findEnd();
  if (!end)
    return malformed("there is no end record");
  size_t count = at<uint16_t>(*end + 10), position = at<uint32_t>(*end + 16);
  if (count > limits::npzMembers || position == 0xFFFFFFFF)
    return malformed("there are too many members");
  NamedTensors tensors;
  // Entries that share one member would make a small file large.
  uint64_t packed = 0, unpacked = 0;
  for (size_t i = 0; i < count; ++i) {
    llvm::Expected<Member> member = readCentral(position);
    if (!member)
      return member.takeError();
    packed = llvm::SaturatingAdd(packed, member->packedBytes);
    unpacked = llvm::SaturatingAdd(unpacked, member->bytes);
    if (packed > bytes.size())
      return malformed("members overlap");
    if (unpacked > limits::deviceMemoryBytes)
      return malformed("the members are too large together");
    llvm::Expected<std::vector<uint8_t>> content = unpack(*member);
    if (!content)
      return content.takeError();
    llvm::Expected<Tensor> tensor =
        parseNpy(*content, (path + ":" + member->name).str());
    if (!tensor)
      return tensor.takeError();
    llvm::StringRef name = member->name;
    name.consume_back(".npy");
    tensors.emplace_back(name.str(), std::move(*tensor));
  }
  return tensors;
}

llvm::Expected<NamedTensors> glia::readNpz(llvm::StringRef path) {
  llvm::Expected<InputFile> file = InputFile::open(path);
  if (!file)
    return file.takeError();
  llvm::Expected<std::vector<uint8_t>> bytes =
      file->readAll(limits::deviceMemoryBytes);
  if (!bytes)
    return bytes.takeError();
  return Reader(*bytes, path).read();
}

namespace {
/// Little-endian numbers in a row.
class Record {
public:
  Record &u16(uint64_t value) { return put(value, 2); }
  Record &u32(uint64_t value) { return put(value, 4); }
  Record &text(llvm::StringRef value) {
    bytes.insert(bytes.end(), value.begin(), value.end());
    return *this;
  }
  std::vector<uint8_t> bytes;

private:
  Record &put(uint64_t value, unsigned count) {
    for (unsigned i = 0; i < count; ++i)
      bytes.push_back(static_cast<uint8_t>(value >> (8 * i)));
    return *this;
  }
};
} // namespace

/// What local header and directory entry have in common, from "version needed"
/// to the length of the extra field. UTF-8 names; 1 January 1980.
static void addCommon(Record &record, uint32_t crc, uint64_t size,
                      llvm::StringRef name) {
  record.u16(20)
      .u16(0x0800)
      .u16(0)
      .u16(0)
      .u16(0x21)
      .u32(crc)
      .u32(size)
      .u32(size)
      .u16(name.size())
      .u16(0);
}

llvm::Error glia::writeNpz(llvm::StringRef path, const NamedTensors &tensors,
                           OutputGroup *group) {
  llvm::Expected<OutputFile> file = OutputFile::create(path, group);
  if (!file)
    return file.takeError();
  Record directory;
  for (const auto &[name, tensor] : tensors) {
    std::string memberName = name + ".npy";
    std::vector<uint8_t> content = formatNpy(tensor);
    uint64_t offset = file->position();
    if (memberName.size() > 0xFFFF || offset + content.size() >= 0xFFFFFFFF)
      return makeError(ErrorCode::E5801,
                       "an .npz holds at most 4 GiB; use --output-dir");
    uint32_t crc = crc32_z(0, content.data(), content.size());
    Record local;
    local.u32(localSignature);
    addCommon(local, crc, content.size(), memberName);
    local.text(memberName);
    if (llvm::Error error = file->write(local.bytes))
      return error;
    if (llvm::Error error = file->write(content))
      return error;
    directory.u32(centralSignature).u16(20);
    addCommon(directory, crc, content.size(), memberName);
    directory.u16(0).u16(0).u16(0).u32(0).u32(offset).text(memberName);
  }
  uint64_t start = file->position(), size = directory.bytes.size();
  directory.u32(endSignature)
      .u16(0)
      .u16(0)
      .u16(tensors.size())
      .u16(tensors.size())
      .u32(size)
      .u32(start)
      .u16(0);
  if (llvm::Error error = file->write(directory.bytes))
    return error;
  return file->finish();
}
