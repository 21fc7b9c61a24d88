//===- Reader.cpp - Reading an object file that is not trusted ------------===//
//
// Order: ELF header, section headers, the head (ReadSections.cpp), note
// (version, features, size), hash, tables. Every offset is checked before it is
// used; the hash finds damage, the checks find malice.
//
//===----------------------------------------------------------------------===//

#include "ReaderState.h"
#include "glia/ISA/Instructions.h"
#include "glia/Support/Error.h"
#include "glia/Support/Limits.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"

using namespace llvm;

namespace glia {

using namespace object;

static Error malformed(ErrorCode code, const Twine &message) {
  return makeError(code, message);
}

static const RawSection *findSection(ArrayRef<RawSection> raw, StringRef name) {
  auto found = llvm::find_if(
      raw, [&](const RawSection &section) { return section.name == name; });
  return found == raw.end() ? nullptr : found;
}

static std::string version(uint32_t major, uint32_t minor) {
  return (Twine(major) + "." + Twine(minor)).str();
}

Error Object::State::readNoteAndHash(ArrayRef<RawSection> raw,
                                     const LoadOptions &options) {
  const RawSection *section = findSection(raw, noteSection);
  if (!section)
    return malformed(ErrorCode::E0204, "the section `.note.glia` is missing");
  Expected<Note> read = readNote(bytesOf(*section));
  if (!read)
    return read.takeError();
  note = std::move(*read);
  // 0.x: any difference is incompatible.
  if (note.major != formatMajor || note.minor != formatMinor ||
      note.readerMajor != formatMajor || note.readerMinor > formatMinor)
    return makeError(
        GliaError(ErrorCode::E7200, "the file has format " +
                                        version(note.major, note.minor) +
                                        ", this version reads " +
                                        version(formatMajor, formatMinor))
            .remedy("compile the model again with this version's glia-cc"));
  if (uint64_t unknown = note.requiredFeatures & ~knownFeatures)
    return makeError(ErrorCode::E7201, "the file requires features 0x" +
                                           utohexstr(unknown) +
                                           ", which this version has not");
  if (note.fileBytes != source->size())
    return malformed(ErrorCode::E0205, "expects " + Twine(note.fileBytes) +
                                           " bytes, got " +
                                           Twine(source->size()));
  if (options.verifyChecksum &&
      hashHead(head, section->header.sh_offset + noteHeaderBytes +
                         hashOffset) != note.hash)
    return malformed(ErrorCode::E0206,
                     "the content hash does not fit the contents");
  if (note.hbmBytes > options.maxDeviceMemory)
    return makeError(GliaError(ErrorCode::E4201,
                               "needs " + std::to_string(note.hbmBytes) +
                                   " bytes of device memory, the limit is " +
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
      return malformed(ErrorCode::E0202,
                       "the section `" + table.name + "` is missing");
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
      return malformed(ErrorCode::E0208,
                       "the section `" + section.name + "` is of no program");
    if (section.header.sh_size % isa::wordBytes != 0)
      return makeError(ErrorCode::E1202,
                       "expects `" + section.name +
                           "` to be whole words of 64 bytes, got " +
                           Twine(section.header.sh_size));
    ArrayRef<uint8_t> bytes = bytesOf(section);
    image.programs[program].text[engine].assign(bytes.begin(), bytes.end());
  }
  return Error::success();
}

Error Object::State::readChunks(ArrayRef<RawSection> raw) {
  for (const ConstantSpan &constant : image.constants)
    if (constant.fileOffset > weightsBytes ||
        constant.bytes > weightsBytes - constant.fileOffset)
      return makeError(ErrorCode::E1214,
                       "constant `" + escapeForMessage(constant.name) +
                           "`: reaches behind the weights of " +
                           Twine(weightsBytes) + " bytes");
  uint64_t chunks = divideCeil(weightsBytes, limits::weightChunkBytes);
  const RawSection *section = findSection(raw, ".chunks");
  if ((section ? section->header.sh_size : 0) != chunks * 8)
    return malformed(ErrorCode::E0208,
                     "expects a hash for each of " + Twine(chunks) + " chunks");
  for (uint64_t i = 0; i < chunks; ++i)
    chunkHashes.push_back(
        support::endian::read64le(bytesOf(*section).data() + i * 8));
  chunkVerified = std::make_unique<std::atomic<bool>[]>(chunks);
  return Error::success();
}

/// Reads a whole chunk, and checks its hash.
Error Object::State::readChunk(uint64_t index,
                               MutableArrayRef<uint8_t> chunk) const {
  uint64_t begin = index * limits::weightChunkBytes;
  if (Error error = source->read(weightsAt + begin, chunk))
    return error;
  if (hashChunk(chunk) != chunkHashes[index])
    return malformed(ErrorCode::E0207,
                     "the hash of weights " + Twine(begin) + " to " +
                         Twine(begin + chunk.size()) + " does not fit them");
  chunkVerified[index] = true;
  return Error::success();
}

uint64_t Object::State::chunkBytes(uint64_t index) const {
  return std::min(limits::weightChunkBytes,
                  weightsBytes - index * limits::weightChunkBytes);
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
      if (Error error =
              readChunk(i, MutableArrayRef(buffer).take_front(chunkBytes(i))))
        return error;
  }
  return options.validate ? validateProgram(image, &warnings)
                          : Error::success();
}

Object::Object(std::unique_ptr<State> state) : state(std::move(state)) {}
Object::~Object() = default;

static Expected<std::unique_ptr<Object>> load(std::unique_ptr<Source> source,
                                              const LoadOptions &options) {
  auto state = std::make_unique<Object::State>();
  state->source = std::move(source);
  if (Error error = state->load(options))
    return std::move(error);
  return std::make_unique<Object>(std::move(state));
}

Expected<std::unique_ptr<Object>> Object::open(StringRef path,
                                               const LoadOptions &options) {
  Expected<InputFile> file = InputFile::open(path);
  if (!file)
    return file.takeError();
  return load(std::make_unique<FileSource>(std::move(*file)), options);
}

Expected<std::unique_ptr<Object>>
Object::fromMemory(std::vector<uint8_t> bytes, const LoadOptions &options) {
  return load(std::make_unique<MemorySource>(std::move(bytes)), options);
}

const ObjectImage &Object::image() const { return state->image; }
bool Object::isDebugMapDamaged() const { return state->debugMapDamaged; }
ArrayRef<std::string> Object::warnings() const { return state->warnings; }
ArrayRef<Object::Section> Object::sections() const { return state->sections; }
uint64_t Object::fileBytes() const { return state->source->size(); }
std::string Object::contentHash() const {
  return toHex(state->note.hash, /*LowerCase=*/true);
}

Error Object::readWeights(size_t constant, uint64_t offset,
                          MutableArrayRef<uint8_t> bytes) const {
  if (constant >= state->image.constants.size())
    return makeError(ErrorCode::E1214,
                     "expects a constant below " +
                         Twine(state->image.constants.size()) + ", got " +
                         Twine(constant));
  const ConstantSpan &span = state->image.constants[constant];
  if (offset > span.bytes || bytes.size() > span.bytes - offset)
    return makeError(ErrorCode::E1214,
                     "constant `" + escapeForMessage(span.name) +
                         "`: expects bytes below " + Twine(span.bytes));
  if (bytes.empty())
    return Error::success();
  uint64_t begin = span.fileOffset + offset, end = begin + bytes.size();
  if (!state->verifyChecksum)
    return state->source->read(state->weightsAt + begin, bytes);
  // Every byte is read once: in place where the whole chunk is wanted.
  std::vector<uint8_t> buffer;
  for (uint64_t at = begin; at < end;) {
    uint64_t chunk = at / limits::weightChunkBytes,
             chunkBegin = chunk * limits::weightChunkBytes,
             chunkEnd = chunkBegin + state->chunkBytes(chunk);
    MutableArrayRef<uint8_t> wanted =
        bytes.slice(at - begin, std::min(end, chunkEnd) - at);
    if (state->chunkVerified[chunk]) {
      if (Error error = state->source->read(state->weightsAt + at, wanted))
        return error;
    } else if (wanted.size() == chunkEnd - chunkBegin) {
      if (Error error = state->readChunk(chunk, wanted))
        return error;
    } else {
      buffer.resize(chunkEnd - chunkBegin);
      if (Error error = state->readChunk(chunk, buffer))
        return error;
      llvm::copy(ArrayRef(buffer).slice(at - chunkBegin, wanted.size()),
                 wanted.begin());
    }
    at += wanted.size();
  }
  return Error::success();
}

} // namespace glia
