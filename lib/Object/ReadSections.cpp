//===- ReadSections.cpp - Header, section table and head of an object -----===//
//
// Every offset is checked before it is used. What comes out are disjoint
// sections inside the file, with names, and the head in memory.
//
//===----------------------------------------------------------------------===//

#include "ReaderState.h"
#include "glia/Support/Limits.h"
#include "llvm/ADT/StringSet.h"
#include <cstring>

using namespace llvm;

namespace glia {

using namespace object;

static Error malformed(ErrorCode code, const Twine &message) {
  return makeError(code, message);
}

Expected<ELF::Elf64_Ehdr> Object::State::readHeader() const {
  ELF::Elf64_Ehdr header{};
  MutableArrayRef<uint8_t> bytes(reinterpret_cast<uint8_t *>(&header),
                                 sizeof(header));
  if (source->size() < sizeof(header))
    return malformed(ErrorCode::E0200,
                     "expects at least " + Twine(sizeof(header)) +
                         " bytes, got " + Twine(source->size()));
  if (Error error = source->read(0, bytes))
    return std::move(error);
  if (std::memcmp(header.e_ident,
                  "\x7f"
                  "ELF",
                  4) != 0)
    return malformed(ErrorCode::E0200,
                     "expects the bytes 7f 45 4c 46 at the start");
  if (header.e_ident[ELF::EI_DATA] == ELF::ELFDATA2MSB)
    return malformed(ErrorCode::E0201, "big-endian file");
  if (header.e_ident[ELF::EI_CLASS] != ELF::ELFCLASS64 ||
      header.e_ident[ELF::EI_DATA] != ELF::ELFDATA2LSB ||
      header.e_ident[ELF::EI_VERSION] != ELF::EV_CURRENT ||
      header.e_version != ELF::EV_CURRENT || header.e_type != ELF::ET_EXEC ||
      header.e_ehsize != sizeof(header) ||
      header.e_shentsize != sizeof(ELF::Elf64_Shdr) || header.e_phnum != 0)
    return malformed(ErrorCode::E0200,
                     "expects an executable ELF64 file without segments");
  if (header.e_machine != machineNumber)
    return malformed(ErrorCode::E0200, "expects the machine number " +
                                           Twine(machineNumber) + ", got " +
                                           Twine(header.e_machine));
  return header;
}

Expected<std::vector<ELF::Elf64_Shdr>>
Object::State::readSectionHeaders(const ELF::Elf64_Ehdr &header) const {
  uint64_t count = header.e_shnum, bytes = count * sizeof(ELF::Elf64_Shdr);
  if (count < 2 || header.e_shstrndx == 0 || header.e_shstrndx >= count)
    return malformed(ErrorCode::E0202, "expects a section of names below " +
                                           Twine(count) + ", got " +
                                           Twine(header.e_shstrndx));
  if (header.e_shoff % 8 != 0 || header.e_shoff < sizeof(header) ||
      header.e_shoff > source->size() ||
      bytes > source->size() - header.e_shoff)
    return malformed(ErrorCode::E0202,
                     "the section headers reach outside the file");
  if (count > limits::objectSections)
    return makeError(ErrorCode::E4200, "expects at most " +
                                           Twine(limits::objectSections) +
                                           " sections, got " + Twine(count));
  std::vector<ELF::Elf64_Shdr> headers(count);
  if (Error error = source->read(
          header.e_shoff,
          MutableArrayRef(reinterpret_cast<uint8_t *>(headers.data()), bytes)))
    return std::move(error);
  return headers;
}

/// Sections are inside the file, aligned, not empty and disjoint.
static Error checkSections(ArrayRef<ELF::Elf64_Shdr> headers,
                           uint64_t fileBytes, uint64_t headersAt) {
  struct Range {
    uint64_t begin, end;
  };
  std::vector<Range> ranges = {
      {0, sizeof(ELF::Elf64_Ehdr)},
      {headersAt, headersAt + headers.size() * sizeof(ELF::Elf64_Shdr)}};
  static constexpr ELF::Elf64_Shdr null{};
  if (std::memcmp(&headers[0], &null, sizeof(null)) != 0)
    return malformed(ErrorCode::E0202, "expects section 0 to be empty");
  for (size_t i = 1; i < headers.size(); ++i) {
    const ELF::Elf64_Shdr &section = headers[i];
    if (section.sh_flags & ELF::SHF_COMPRESSED)
      return makeError(ErrorCode::E1210,
                       "section " + Twine(i) + " is compressed");
    if (section.sh_type == ELF::SHT_NOBITS ||
        section.sh_type == ELF::SHT_NULL || section.sh_size == 0)
      return malformed(ErrorCode::E0202,
                       "section " + Twine(i) + " has no bytes");
    if (section.sh_offset > fileBytes ||
        section.sh_size > fileBytes - section.sh_offset)
      return malformed(ErrorCode::E0202,
                       "section " + Twine(i) + " reaches outside the file");
    if (!isPowerOf2_64(section.sh_addralign) ||
        section.sh_offset % section.sh_addralign != 0)
      return malformed(ErrorCode::E0202,
                       "section " + Twine(i) + " is not aligned");
    ranges.push_back({section.sh_offset, section.sh_offset + section.sh_size});
  }
  llvm::sort(ranges,
             [](const Range &a, const Range &b) { return a.begin < b.begin; });
  for (size_t i = 1; i < ranges.size(); ++i)
    if (ranges[i].begin < ranges[i - 1].end)
      return malformed(ErrorCode::E0202, "two sections overlap at byte " +
                                             Twine(ranges[i].begin));
  return Error::success();
}

/// Names of sections, from the string section inside the head.
static Error nameSections(ArrayRef<uint8_t> strings,
                          ArrayRef<ELF::Elf64_Shdr> headers,
                          std::vector<RawSection> &raw) {
  if (strings.back() != 0)
    return malformed(ErrorCode::E0203,
                     "expects the section names to end with a zero byte");
  StringSet<> names;
  for (const ELF::Elf64_Shdr &header : headers.drop_front()) {
    if (header.sh_name >= strings.size())
      return malformed(ErrorCode::E0203,
                       "a section's name lies outside the names");
    StringRef name(reinterpret_cast<const char *>(strings.data()) +
                   header.sh_name); // ends inside: the last byte is zero
    if (name.size() > 255 || !isText(name))
      return malformed(ErrorCode::E0203,
                       "expects section names of at most 255 bytes of UTF-8");
    if (!names.insert(name).second)
      return malformed(ErrorCode::E0202, "the section `" +
                                             escapeForMessage(name) +
                                             "` is there twice");
    raw.push_back({header, name});
  }
  return Error::success();
}

Error Object::State::readHead(const ELF::Elf64_Ehdr &header,
                              std::vector<ELF::Elf64_Shdr> &headers,
                              std::vector<RawSection> &raw) {
  if (Error error = checkSections(headers, source->size(), header.e_shoff))
    return error;
  // .weights is what ends the file behind everything else, page-aligned.
  uint64_t headEnd = source->size();
  const ELF::Elf64_Shdr &last = headers.back();
  bool hasWeights = headers.size() > 2 && last.sh_addralign == weightsAlignment;
  if (hasWeights) {
    headEnd = last.sh_offset;
    weightsAt = last.sh_offset;
    weightsBytes = last.sh_size;
    if (last.sh_offset + last.sh_size != source->size())
      return malformed(ErrorCode::E0205,
                       "the file does not end with the weights");
    for (const ELF::Elf64_Shdr &section : ArrayRef(headers).drop_back())
      if (section.sh_offset > headEnd)
        return malformed(ErrorCode::E0202, "a section lies behind the weights");
  }
  if (header.e_shoff > headEnd)
    return malformed(ErrorCode::E0202,
                     "the section headers lie behind the weights");
  if (headEnd > headLimit)
    return makeError(ErrorCode::E4200, "expects at most " + Twine(headLimit) +
                                           " bytes before the weights, got " +
                                           Twine(headEnd));
  head.resize(headEnd);
  if (Error error = source->read(0, head))
    return error;
  const ELF::Elf64_Shdr &strings = headers[header.e_shstrndx];
  if (strings.sh_type != ELF::SHT_STRTAB ||
      strings.sh_offset + strings.sh_size > headEnd)
    return malformed(ErrorCode::E0203,
                     "expects section names before the weights");
  if (Error error = nameSections(bytesOf({strings, ""}), headers, raw))
    return error;
  uint64_t metadata = 0;
  for (const RawSection &section : raw) {
    bool isWeights = hasWeights && section.header.sh_offset == weightsAt;
    if (isWeights != (section.name == ".weights"))
      return malformed(ErrorCode::E0202,
                       "expects `.weights` as the last section, page-aligned");
    if (!isWeights && !(section.header.sh_flags & ELF::SHF_EXECINSTR))
      metadata += section.header.sh_size;
    sections.push_back(
        {section.name.str(), section.header.sh_offset, section.header.sh_size});
  }
  if (metadata > limits::objectMetadataBytes)
    return makeError(ErrorCode::E4200,
                     "expects at most " + Twine(limits::objectMetadataBytes) +
                         " bytes of tables, got " + Twine(metadata));
  return Error::success();
}

} // namespace glia
