//===- Reader.cpp - Reading an object file that is not trusted ------------===//
//
// Order: ELF header, section headers, the head as a whole, note (version,
// features, size), hash, tables. Every offset is checked before it is used;
// the hash finds damage, the checks find malice.
//
//===----------------------------------------------------------------------===//

#include "Format.h"
#include "glia/ISA/Instructions.h"
#include "glia/Support/Error.h"
#include "glia/Support/InputFile.h"
#include "glia/Support/Limits.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Endian.h"
#include <atomic>
#include <cstring>

using namespace llvm;

namespace glia {

using namespace object;

namespace {
/// Where the bytes come from.
class Source {
public:
  virtual ~Source() = default;
  virtual uint64_t size() const = 0;
  virtual Error read(uint64_t offset, MutableArrayRef<uint8_t> buffer) const = 0;
};

class FileSource : public Source {
public:
  explicit FileSource(InputFile file) : file(std::move(file)) {}
  uint64_t size() const override { return file.size(); }
  Error read(uint64_t offset, MutableArrayRef<uint8_t> buffer) const override { return file.read(offset, buffer); }

private:
  InputFile file;
};

class MemorySource : public Source {
public:
  explicit MemorySource(std::vector<uint8_t> bytes) : bytes(std::move(bytes)) {}
  uint64_t size() const override { return bytes.size(); }
  Error read(uint64_t offset, MutableArrayRef<uint8_t> buffer) const override {
    if (offset > bytes.size() || buffer.size() > bytes.size() - offset)
      return makeError(ErrorCode::E5802, "expects " + Twine(buffer.size()) + " bytes at " + Twine(offset));
    llvm::copy(ArrayRef(bytes).slice(offset, buffer.size()), buffer.begin());
    return Error::success();
  }

private:
  std::vector<uint8_t> bytes;
};

/// A section header with its name.
struct RawSection {
  ELF::Elf64_Shdr header;
  StringRef name;
};
} // namespace

struct Object::State {
  std::unique_ptr<Source> source;
  ObjectImage image;
  std::vector<Section> sections;
  std::vector<uint8_t> head;
  Note note;
  uint64_t weightsAt = 0, weightsBytes = 0;
  std::vector<uint64_t> chunkHashes;
  std::unique_ptr<std::atomic<bool>[]> chunkVerified;
  bool verifyChecksum = true, debugMapDamaged = false;

  Error load(const LoadOptions &options);
  Expected<ELF::Elf64_Ehdr> readHeader() const;
  Expected<std::vector<ELF::Elf64_Shdr>> readSectionHeaders(const ELF::Elf64_Ehdr &header) const;
  Error readHead(const ELF::Elf64_Ehdr &header, std::vector<ELF::Elf64_Shdr> &headers, std::vector<RawSection> &raw);
  Error readNoteAndHash(ArrayRef<RawSection> raw, const LoadOptions &options);
  Error readTables(ArrayRef<RawSection> raw);
  Error readTexts(ArrayRef<RawSection> raw);
  Error readChunks(ArrayRef<RawSection> raw);
  Error verifyChunk(uint64_t index, MutableArrayRef<uint8_t> buffer) const;
  ArrayRef<uint8_t> bytesOf(const RawSection &section) const { return ArrayRef(head).slice(section.header.sh_offset, section.header.sh_size); }
};

static Error malformed(ErrorCode code, const Twine &message) { return makeError(code, message); }

Expected<ELF::Elf64_Ehdr> Object::State::readHeader() const {
  ELF::Elf64_Ehdr header{};
  MutableArrayRef<uint8_t> bytes(reinterpret_cast<uint8_t *>(&header), sizeof(header));
  if (source->size() < sizeof(header))
    return malformed(ErrorCode::E0200, "expects at least " + Twine(sizeof(header)) + " bytes, got " + Twine(source->size()));
  if (Error error = source->read(0, bytes))
    return std::move(error);
  if (std::memcmp(header.e_ident, "\x7f" "ELF", 4) != 0)
    return malformed(ErrorCode::E0200, "expects the bytes 7f 45 4c 46 at the start");
  if (header.e_ident[ELF::EI_DATA] == ELF::ELFDATA2MSB)
    return malformed(ErrorCode::E0201, "big-endian file");
  if (header.e_ident[ELF::EI_CLASS] != ELF::ELFCLASS64 || header.e_ident[ELF::EI_DATA] != ELF::ELFDATA2LSB ||
      header.e_ident[ELF::EI_VERSION] != ELF::EV_CURRENT || header.e_version != ELF::EV_CURRENT || header.e_type != ELF::ET_EXEC ||
      header.e_ehsize != sizeof(header) || header.e_shentsize != sizeof(ELF::Elf64_Shdr) || header.e_phnum != 0)
    return malformed(ErrorCode::E0200, "expects an executable ELF64 file without segments");
  if (header.e_machine != machineNumber)
    return malformed(ErrorCode::E0200, "expects the machine number " + Twine(machineNumber) + ", got " + Twine(header.e_machine));
  return header;
}

Expected<std::vector<ELF::Elf64_Shdr>> Object::State::readSectionHeaders(const ELF::Elf64_Ehdr &header) const {
  uint64_t count = header.e_shnum, bytes = count * sizeof(ELF::Elf64_Shdr);
  if (count < 2 || header.e_shstrndx == 0 || header.e_shstrndx >= count)
    return malformed(ErrorCode::E0202, "expects a section of names below " + Twine(count) + ", got " + Twine(header.e_shstrndx));
  if (count > limits::objectSections)
    return makeError(ErrorCode::E4200, "expects at most " + Twine(limits::objectSections) + " sections, got " + Twine(count));
  if (header.e_shoff % 8 != 0 || header.e_shoff < sizeof(header) || header.e_shoff > source->size() || bytes > source->size() - header.e_shoff)
    return malformed(ErrorCode::E0202, "the section headers reach outside the file");
  std::vector<ELF::Elf64_Shdr> headers(count);
  if (Error error = source->read(header.e_shoff, MutableArrayRef(reinterpret_cast<uint8_t *>(headers.data()), bytes)))
    return std::move(error);
  return headers;
}

/// Sections are inside the file, aligned, not empty and disjoint.
static Error checkSections(ArrayRef<ELF::Elf64_Shdr> headers, uint64_t fileBytes, uint64_t headersAt) {
  struct Range {
    uint64_t begin, end;
  };
  std::vector<Range> ranges = {{0, sizeof(ELF::Elf64_Ehdr)}, {headersAt, headersAt + headers.size() * sizeof(ELF::Elf64_Shdr)}};
  static constexpr ELF::Elf64_Shdr null{};
  if (std::memcmp(&headers[0], &null, sizeof(null)) != 0)
    return malformed(ErrorCode::E0202, "expects section 0 to be empty");
  for (size_t i = 1; i < headers.size(); ++i) {
    const ELF::Elf64_Shdr &section = headers[i];
    if (section.sh_flags & ELF::SHF_COMPRESSED)
      return makeError(ErrorCode::E1210, "section " + Twine(i) + " is compressed");
    if (section.sh_type == ELF::SHT_NOBITS || section.sh_type == ELF::SHT_NULL || section.sh_size == 0)
      return malformed(ErrorCode::E0202, "section " + Twine(i) + " has no bytes");
    if (section.sh_offset > fileBytes || section.sh_size > fileBytes - section.sh_offset)
      return malformed(ErrorCode::E0202, "section " + Twine(i) + " reaches outside the file");
    if (!isPowerOf2_64(section.sh_addralign) || section.sh_offset % section.sh_addralign != 0)
      return malformed(ErrorCode::E0202, "section " + Twine(i) + " is not aligned");
    ranges.push_back({section.sh_offset, section.sh_offset + section.sh_size});
  }
  llvm::sort(ranges, [](const Range &a, const Range &b) { return a.begin < b.begin; });
  for (size_t i = 1; i < ranges.size(); ++i)
    if (ranges[i].begin < ranges[i - 1].end)
      return malformed(ErrorCode::E0202, "two sections overlap at byte " + Twine(ranges[i].begin));
  return Error::success();
}

/// Names of sections, from the string section inside the head.
static Error nameSections(ArrayRef<uint8_t> strings, ArrayRef<ELF::Elf64_Shdr> headers, std::vector<RawSection> &raw) {
  if (strings.back() != 0)
    return malformed(ErrorCode::E0203, "expects the section names to end with a zero byte");
  StringSet<> names;
  for (const ELF::Elf64_Shdr &header : headers.drop_front()) {
    if (header.sh_name >= strings.size())
      return malformed(ErrorCode::E0203, "a section's name lies outside the names");
    StringRef name(reinterpret_cast<const char *>(strings.data()) + header.sh_name); // ends inside: the last byte is zero
    if (name.size() > 255)
      return malformed(ErrorCode::E0203, "expects section names of at most 255 bytes");
    if (!names.insert(name).second)
      return malformed(ErrorCode::E0202, "the section `" + escapeForMessage(name) + "` is there twice");
    raw.push_back({header, name});
  }
  return Error::success();
}

Error Object::State::readHead(const ELF::Elf64_Ehdr &header, std::vector<ELF::Elf64_Shdr> &headers, std::vector<RawSection> &raw) {
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
      return malformed(ErrorCode::E0205, "the file does not end with the weights");
    for (const ELF::Elf64_Shdr &section : ArrayRef(headers).drop_back())
      if (section.sh_offset > headEnd)
        return malformed(ErrorCode::E0202, "a section lies behind the weights");
  }
  if (header.e_shoff > headEnd)
    return malformed(ErrorCode::E0202, "the section headers lie behind the weights");
  if (headEnd > headLimit)
    return makeError(ErrorCode::E4200, "expects at most " + Twine(headLimit) + " bytes before the weights, got " + Twine(headEnd));
  head.resize(headEnd);
  if (Error error = source->read(0, head))
    return error;
  const ELF::Elf64_Shdr &strings = headers[header.e_shstrndx];
  if (strings.sh_type != ELF::SHT_STRTAB || strings.sh_offset + strings.sh_size > headEnd)
    return malformed(ErrorCode::E0203, "expects section names before the weights");
  if (Error error = nameSections(bytesOf({strings, ""}), headers, raw))
    return error;
  uint64_t metadata = 0;
  for (const RawSection &section : raw) {
    bool isWeights = hasWeights && section.header.sh_offset == weightsAt;
    if (isWeights != (section.name == ".weights"))
      return malformed(ErrorCode::E0202, "expects `.weights` as the last section, page-aligned");
    if (!isWeights && !(section.header.sh_flags & ELF::SHF_EXECINSTR))
      metadata += section.header.sh_size;
    sections.push_back({section.name.str(), section.header.sh_offset, section.header.sh_size});
  }
  if (metadata > limits::objectMetadataBytes)
    return makeError(ErrorCode::E4200, "expects at most " + Twine(limits::objectMetadataBytes) + " bytes of tables, got " + Twine(metadata));
  return Error::success();
}

static const RawSection *findSection(ArrayRef<RawSection> raw, StringRef name) {
  auto found = llvm::find_if(raw, [&](const RawSection &section) { return section.name == name; });
  return found == raw.end() ? nullptr : found;
}

static std::string version(uint32_t major, uint32_t minor) { return (Twine(major) + "." + Twine(minor)).str(); }

Error Object::State::readNoteAndHash(ArrayRef<RawSection> raw, const LoadOptions &options) {
  const RawSection *section = findSection(raw, noteSection);
  if (!section)
    return malformed(ErrorCode::E0204, "the section `.note.glia` is missing");
  Expected<Note> read = readNote(bytesOf(*section));
  if (!read)
    return read.takeError();
  note = std::move(*read);
  // 0.x: any difference is incompatible.
  if (note.major != formatMajor || note.minor != formatMinor || note.readerMajor != formatMajor || note.readerMinor > formatMinor)
    return makeError(GliaError(ErrorCode::E7200, "the file has format " + version(note.major, note.minor) + ", this version reads " +
                                                     version(formatMajor, formatMinor))
                         .remedy("compile the model again with this version's glia-cc"));
  if (uint64_t unknown = note.requiredFeatures & ~knownFeatures)
    return makeError(ErrorCode::E7201, "the file requires features 0x" + utohexstr(unknown) + ", which this version has not");
  if (note.fileBytes != source->size())
    return malformed(ErrorCode::E0205, "expects " + Twine(note.fileBytes) + " bytes, got " + Twine(source->size()));
  if (options.verifyChecksum && hashHead(head, section->header.sh_offset + noteHeaderBytes + hashOffset) != note.hash)
    return malformed(ErrorCode::E0206, "the content hash does not fit the contents");
  if (note.hbmBytes > options.maxDeviceMemory)
    return makeError(GliaError(ErrorCode::E4201, "needs " + std::to_string(note.hbmBytes) + " bytes of device memory, the limit is " +
                                                     std::to_string(options.maxDeviceMemory))
                         .remedy("raise --max-device-memory"));
  image.target = note.target;
  image.producer = note.producer;
  image.hbmBytes = note.hbmBytes;
  return Error::success();
}

Error Object::State::readTables(ArrayRef<RawSection> raw) {
  image.coreToProgram.clear();
  for (const TableSection &table : tableSections()) {
    const RawSection *section = findSection(raw, table.name);
    if (!section && table.required)
      return malformed(ErrorCode::E0202, "the section `" + table.name + "` is missing");
    if (!section)
      continue;
    Error error = table.read(bytesOf(*section), image);
    if (error && !table.isDebug)
      return error;
    debugMapDamaged |= bool(error);
    consumeError(std::move(error));
  }
  if (Error error = readTexts(raw))
    return error;
  if (Error error = checkTables(image))
    return error;
  Error damage = checkDebugMap(image);
  debugMapDamaged |= bool(damage);
  consumeError(std::move(damage));
  if (debugMapDamaged) { // then nodes are unknown
    image.nodes.clear();
    image.debug.clear();
  }
  return Error::success();
}

Error Object::State::readTexts(ArrayRef<RawSection> raw) {
  for (const RawSection &section : raw) {
    auto place = parseTextSectionName(section.name);
    if (!place)
      continue;
    auto [program, engine] = *place;
    if (program >= image.programs.size())
      return malformed(ErrorCode::E0208, "the section `" + section.name + "` is of no program");
    if (section.header.sh_size % isa::wordBytes != 0)
      return makeError(ErrorCode::E1202, "expects `" + section.name + "` to be whole words of 64 bytes, got " + Twine(section.header.sh_size));
    ArrayRef<uint8_t> bytes = bytesOf(section);
    image.programs[program].text[engine].assign(bytes.begin(), bytes.end());
  }
  return Error::success();
}

Error Object::State::readChunks(ArrayRef<RawSection> raw) {
  for (const ConstantSpan &constant : image.constants)
    if (constant.fileOffset > weightsBytes || constant.bytes > weightsBytes - constant.fileOffset)
      return makeError(ErrorCode::E1214, "constant `" + escapeForMessage(constant.name) + "`: reaches behind the weights of " + Twine(weightsBytes) + " bytes");
  uint64_t chunks = divideCeil(weightsBytes, limits::weightChunkBytes);
  const RawSection *section = findSection(raw, ".chunks");
  if ((section ? section->header.sh_size : 0) != chunks * 8)
    return malformed(ErrorCode::E0208, "expects a hash for each of " + Twine(chunks) + " chunks");
  for (uint64_t i = 0; i < chunks; ++i)
    chunkHashes.push_back(support::endian::read64le(bytesOf(*section).data() + i * 8));
  chunkVerified = std::make_unique<std::atomic<bool>[]>(chunks);
  return Error::success();
}

Error Object::State::verifyChunk(uint64_t index, MutableArrayRef<uint8_t> buffer) const {
  uint64_t begin = index * limits::weightChunkBytes;
  MutableArrayRef<uint8_t> chunk = buffer.take_front(std::min(limits::weightChunkBytes, weightsBytes - begin));
  if (Error error = source->read(weightsAt + begin, chunk))
    return error;
  if (hashChunk(chunk) != chunkHashes[index])
    return malformed(ErrorCode::E0207, "the hash of weights " + Twine(begin) + " to " + Twine(begin + chunk.size()) + " does not fit them");
  chunkVerified[index] = true;
  return Error::success();
}

Error Object::State::load(const LoadOptions &options) {
  verifyChecksum = options.verifyChecksum;
  Expected<ELF::Elf64_Ehdr> header = readHeader();
  if (!header)
    return header.takeError();
  Expected<std::vector<ELF::Elf64_Shdr>> headers = readSectionHeaders(*header);
  if (!headers)
    return headers.takeError();
  std::vector<RawSection> raw;
  if (Error error = readHead(*header, *headers, raw))
    return error;
  if (Error error = readNoteAndHash(raw, options))
    return error;
  if (Error error = readTables(raw))
    return error;
  if (Error error = readChunks(raw))
    return error;
  head = {}; // what it held stands in the image
  if (options.verifyAll && options.verifyChecksum) {
    std::vector<uint8_t> buffer(limits::weightChunkBytes);
    for (uint64_t i = 0; i < chunkHashes.size(); ++i)
      if (Error error = verifyChunk(i, buffer))
        return error;
  }
  return options.validate ? validateProgram(image) : Error::success();
}

Object::Object(std::unique_ptr<State> state) : state(std::move(state)) {}
Object::~Object() = default;

static Expected<std::unique_ptr<Object>> load(std::unique_ptr<Source> source, const LoadOptions &options) {
  auto state = std::make_unique<Object::State>();
  state->source = std::move(source);
  if (Error error = state->load(options))
    return std::move(error);
  return std::make_unique<Object>(std::move(state));
}

Expected<std::unique_ptr<Object>> Object::open(StringRef path, const LoadOptions &options) {
  Expected<InputFile> file = InputFile::open(path);
  if (!file)
    return file.takeError();
  return load(std::make_unique<FileSource>(std::move(*file)), options);
}

Expected<std::unique_ptr<Object>> Object::fromMemory(std::vector<uint8_t> bytes, const LoadOptions &options) {
  return load(std::make_unique<MemorySource>(std::move(bytes)), options);
}

const ObjectImage &Object::image() const { return state->image; }
bool Object::isDebugMapDamaged() const { return state->debugMapDamaged; }
ArrayRef<Object::Section> Object::sections() const { return state->sections; }
uint64_t Object::fileBytes() const { return state->source->size(); }
std::string Object::contentHash() const { return toHex(state->note.hash, /*LowerCase=*/true); }

Error Object::readWeights(size_t constant, uint64_t offset, MutableArrayRef<uint8_t> bytes) const {
  if (constant >= state->image.constants.size())
    return makeError(ErrorCode::E1214, "expects a constant below " + Twine(state->image.constants.size()) + ", got " + Twine(constant));
  const ConstantSpan &span = state->image.constants[constant];
  if (offset > span.bytes || bytes.size() > span.bytes - offset)
    return makeError(ErrorCode::E1214, "constant `" + escapeForMessage(span.name) + "`: expects bytes below " + Twine(span.bytes));
  if (bytes.empty())
    return Error::success();
  uint64_t begin = span.fileOffset + offset, end = begin + bytes.size();
  if (state->verifyChecksum) {
    std::vector<uint8_t> buffer;
    for (uint64_t chunk = begin / limits::weightChunkBytes; chunk * limits::weightChunkBytes < end; ++chunk) {
      if (state->chunkVerified[chunk])
        continue;
      buffer.resize(limits::weightChunkBytes);
      if (Error error = state->verifyChunk(chunk, buffer))
        return error;
    }
  }
  return state->source->read(state->weightsAt + begin, bytes);
}

} // namespace glia
