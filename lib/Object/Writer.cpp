//===- Writer.cpp - Writing an object file --------------------------------===//
//
// The head is laid out first, with room for the weights' hashes; the weights
// stream through; at the end the hashes and the head's own hash are filled in.
//
//===----------------------------------------------------------------------===//

#include "Bytes.h"
#include "Format.h"
#include "glia/Support/Error.h"
#include "glia/Support/Limits.h"
#include "glia/Support/OutputFile.h"

using namespace llvm;

namespace glia {

using namespace object;

namespace {
struct SectionToWrite {
  std::string name;
  uint32_t type = ELF::SHT_PROGBITS;
  uint64_t flags = 0, alignment = 8, entrySize = 0;
  std::vector<uint8_t> bytes;
  uint64_t offset = 0, size = 0;
};

/// Where the bytes go.
class Sink {
public:
  virtual ~Sink() = default;
  /// How many bytes will come in all.
  virtual void expect(uint64_t bytes) {}
  virtual Error write(ArrayRef<uint8_t> bytes) = 0;
  virtual Error writeAt(uint64_t offset, ArrayRef<uint8_t> bytes) = 0;
  virtual Error finish() = 0;
};

class FileSink : public Sink {
public:
  explicit FileSink(OutputFile file) : file(std::move(file)) {}
  Error write(ArrayRef<uint8_t> bytes) override { return file.write(bytes); }
  Error writeAt(uint64_t offset, ArrayRef<uint8_t> bytes) override {
    return file.writeAt(offset, bytes);
  }
  Error finish() override { return file.finish(); }

private:
  OutputFile file;
};

class MemorySink : public Sink {
public:
  // Growing by doubling would hold the weights up to three times.
  void expect(uint64_t bytes) override { contents.reserve(bytes); }
  Error write(ArrayRef<uint8_t> bytes) override {
    contents.insert(contents.end(), bytes.begin(), bytes.end());
    return Error::success();
  }
  Error writeAt(uint64_t offset, ArrayRef<uint8_t> bytes) override {
    llvm::copy(bytes, contents.begin() + int64_t(offset));
    return Error::success();
  }
  Error finish() override { return Error::success(); }
  std::vector<uint8_t> contents;
};
} // namespace

struct ObjectWriter::State {
  std::unique_ptr<Sink> sink;
  std::vector<uint8_t> head; // written again by finish()
  uint64_t hashAt = 0, chunksAt = 0, weightsBytes = 0, weightsAt = 0;
  std::vector<ConstantSpan> constants;
  // Progress.
  size_t constant = 0;         // of the next byte
  uint64_t inConstant = 0;     // bytes of it so far
  uint64_t weightsWritten = 0; // with padding
  std::vector<uint8_t> chunk;  // bytes of the current chunk
  std::vector<uint64_t> hashes;

  Error emitWeights(ArrayRef<uint8_t> bytes);
  Error pad(uint64_t upTo);
};

/// All sections but .weights, in file order, with their contents.
static std::vector<SectionToWrite> makeSections(const ObjectImage &image,
                                                const Note &note,
                                                uint64_t weightsBytes) {
  std::vector<SectionToWrite> sections;
  sections.push_back({noteSection, ELF::SHT_NOTE, 0, 4, 0, writeNote(note)});
  for (auto [program, texts] : enumerate(image.programs))
    for (unsigned engine = 0; engine < numEngines; ++engine)
      if (!texts.text[engine].empty())
        sections.push_back({textSectionName(program, engine), ELF::SHT_PROGBITS,
                            ELF::SHF_ALLOC | ELF::SHF_EXECINSTR, 64, 64,
                            texts.text[engine]});
  for (const TableSection &table : tableSections()) {
    if (table.isDebug && image.nodes.empty() && image.debug.empty())
      continue;
    std::vector<uint8_t> bytes = table.write(image);
    if (table.required || !bytes.empty())
      sections.push_back({table.name.str(), ELF::SHT_PROGBITS, 0, 8, 0,
                          std::move(bytes)});
  }
  if (weightsBytes != 0)
    sections.push_back(
        {".chunks", ELF::SHT_PROGBITS, 0, 8, 8,
         std::vector<uint8_t>(
             divideCeil(weightsBytes, limits::weightChunkBytes) * 8)});
  return sections;
}

static ELF::Elf64_Ehdr makeHeader(uint64_t sectionHeadersAt,
                                  size_t sectionCount, size_t stringsIndex) {
  ELF::Elf64_Ehdr header{};
  header.e_ident[0] = 0x7F;
  header.e_ident[1] = 'E';
  header.e_ident[2] = 'L';
  header.e_ident[3] = 'F';
  header.e_ident[ELF::EI_CLASS] = ELF::ELFCLASS64;
  header.e_ident[ELF::EI_DATA] = ELF::ELFDATA2LSB;
  header.e_ident[ELF::EI_VERSION] = ELF::EV_CURRENT;
  header.e_type = ELF::ET_EXEC;
  header.e_machine = machineNumber;
  header.e_version = ELF::EV_CURRENT;
  header.e_shoff = sectionHeadersAt;
  header.e_ehsize = sizeof(ELF::Elf64_Ehdr);
  header.e_shentsize = sizeof(ELF::Elf64_Shdr);
  header.e_shnum = uint16_t(sectionCount);
  header.e_shstrndx = uint16_t(stringsIndex);
  return header;
}

template <typename T>
static ArrayRef<uint8_t> bytesOf(const T &value) {
  return ArrayRef(reinterpret_cast<const uint8_t *>(&value), sizeof(T));
}

Error ObjectWriter::State::emitWeights(ArrayRef<uint8_t> bytes) {
  while (!bytes.empty()) {
    ArrayRef<uint8_t> part =
        bytes.take_front(limits::weightChunkBytes - chunk.size());
    chunk.insert(chunk.end(), part.begin(), part.end());
    bytes = bytes.drop_front(part.size());
    weightsWritten += part.size();
    if (chunk.size() == limits::weightChunkBytes ||
        weightsWritten == weightsBytes) {
      if (Error error = sink->write(chunk))
        return error;
      hashes.push_back(hashChunk(chunk));
      chunk.clear();
    }
  }
  return Error::success();
}

Error ObjectWriter::State::pad(uint64_t upTo) {
  static constexpr uint8_t zeros[constantAlignment] = {};
  return emitWeights(ArrayRef(zeros).take_front(
      upTo - weightsWritten)); // less than an alignment
}

/// Fills state.head; the note's file size is known only after the layout.
static Error layOutHead(const ObjectImage &image, ObjectWriter::State &state) {
  Note note;
  note.hbmBytes = image.hbmBytes;
  note.target = image.target;
  note.producer = image.producer;
  std::vector<SectionToWrite> sections =
      makeSections(image, note, state.weightsBytes);
  // Null section, these, .shstrtab, .weights.
  size_t count = sections.size() + 2 + (state.weightsBytes != 0);
  if (count > limits::objectSections)
    return makeError(ErrorCode::E4200, "expects at most " +
                                           Twine(limits::objectSections) +
                                           " sections, got " + Twine(count));

  std::string strings(1, '\0');
  auto addName = [&](StringRef name) {
    uint32_t at = uint32_t(strings.size());
    strings += name;
    strings += '\0';
    return at;
  };
  std::vector<ELF::Elf64_Shdr> headers(1);
  headers[0] = {};
  auto addHeader = [&](StringRef name, uint32_t type, uint64_t flags,
                       uint64_t offset, uint64_t size, uint64_t alignment,
                       uint64_t entrySize) {
    headers.push_back({addName(name), type, flags, 0, offset, size, 0, 0,
                       alignment, entrySize});
  };
  uint64_t at = sizeof(ELF::Elf64_Ehdr);
  for (SectionToWrite &section : sections) {
    section.offset = alignTo(at, section.alignment);
    addHeader(section.name, section.type, section.flags, section.offset,
              section.bytes.size(), section.alignment, section.entrySize);
    at = section.offset + section.bytes.size();
    if (section.name == ".chunks")
      state.chunksAt = section.offset;
  }
  size_t stringsIndex = headers.size();
  uint64_t stringsAt = at;
  uint32_t stringsName = addName(".shstrtab");
  uint32_t weightsName = state.weightsBytes != 0 ? addName(".weights") : 0;
  headers.push_back({stringsName, ELF::SHT_STRTAB, 0, 0, stringsAt,
                     strings.size(), 0, 0, 1, 0});
  uint64_t headersAt = alignTo(stringsAt + strings.size(), 8);
  uint64_t headEnd = headersAt + count * sizeof(ELF::Elf64_Shdr);
  if (state.weightsBytes != 0) {
    headEnd = alignTo(headEnd, weightsAlignment);
    headers.push_back({weightsName, ELF::SHT_PROGBITS, 0, 0, headEnd,
                       state.weightsBytes, 0, 0, weightsAlignment, 0});
  }
  if (headEnd > headLimit)
    return makeError(ErrorCode::E4200, "expects at most " + Twine(headLimit) +
                                           " bytes before the weights, got " +
                                           Twine(headEnd));

  note.fileBytes = headEnd + state.weightsBytes;
  sections.front().bytes = writeNote(note);
  state.hashAt = sections.front().offset + noteHeaderBytes + hashOffset;
  state.weightsAt = headEnd;
  state.head.assign(headEnd, 0);
  auto put = [&](uint64_t offset, ArrayRef<uint8_t> bytes) {
    llvm::copy(bytes, state.head.begin() + int64_t(offset));
  };
  put(0, bytesOf(makeHeader(headersAt, headers.size(), stringsIndex)));
  for (const SectionToWrite &section : sections)
    put(section.offset, section.bytes);
  put(stringsAt, ArrayRef(reinterpret_cast<const uint8_t *>(strings.data()),
                          strings.size()));
  for (auto [index, header] : enumerate(headers))
    put(headersAt + index * sizeof(header), bytesOf(header));
  return Error::success();
}

ObjectWriter::ObjectWriter(std::unique_ptr<State> state)
    : state(std::move(state)) {}
ObjectWriter::ObjectWriter(ObjectWriter &&) = default;
ObjectWriter &ObjectWriter::operator=(ObjectWriter &&) = default;
ObjectWriter::~ObjectWriter() = default;

static Expected<std::unique_ptr<ObjectWriter::State>>
begin(const ObjectImage &image, std::unique_ptr<Sink> sink) {
  if (Error error = checkTables(image))
    return std::move(error);
  if (Error error = checkDebugMap(image))
    return std::move(error);
  ObjectImage laidOut = image;
  auto state = std::make_unique<ObjectWriter::State>();
  state->weightsBytes = layOutWeights(laidOut.constants);
  state->constants = laidOut.constants;
  state->sink = std::move(sink);
  if (Error error = layOutHead(laidOut, *state))
    return std::move(error);
  state->sink->expect(state->head.size() + state->weightsBytes);
  if (Error error = state->sink->write(state->head))
    return std::move(error);
  return std::move(state);
}

Expected<ObjectWriter> ObjectWriter::create(StringRef path,
                                            const ObjectImage &image,
                                            OutputGroup *group) {
  Expected<OutputFile> file = OutputFile::create(path, group);
  if (!file)
    return file.takeError();
  Expected<std::unique_ptr<State>> state =
      begin(image, std::make_unique<FileSink>(std::move(*file)));
  if (!state)
    return state.takeError();
  return ObjectWriter(std::move(*state));
}

Error ObjectWriter::appendWeights(ArrayRef<uint8_t> bytes) {
  while (!bytes.empty()) {
    while (state->constant < state->constants.size() &&
           state->inConstant == state->constants[state->constant].bytes) {
      ++state->constant;
      state->inConstant = 0;
    }
    if (state->constant == state->constants.size())
      return makeError(
          ErrorCode::E9800,
          "more bytes of weights were given than the constants have");
    const ConstantSpan &constant = state->constants[state->constant];
    if (state->inConstant == 0)
      if (Error error = state->pad(constant.fileOffset))
        return error;
    ArrayRef<uint8_t> part =
        bytes.take_front(constant.bytes - state->inConstant);
    if (Error error = state->emitWeights(part))
      return error;
    state->inConstant += part.size();
    bytes = bytes.drop_front(part.size());
  }
  return Error::success();
}

Error ObjectWriter::finish() {
  // Constants without bytes at the end have an aligned place, too.
  uint64_t missing = 0;
  for (const ConstantSpan &constant :
       ArrayRef(state->constants).drop_front(state->constant))
    missing += constant.bytes;
  if (missing == state->inConstant)
    if (Error error = state->pad(state->weightsBytes))
      return error;
  if (state->weightsWritten != state->weightsBytes)
    return makeError(ErrorCode::E9800, "expects " + Twine(state->weightsBytes) +
                                           " bytes of weights, got " +
                                           Twine(state->weightsWritten));
  for (auto [index, hash] : enumerate(state->hashes))
    support::endian::write64le(state->head.data() + state->chunksAt + index * 8,
                               hash);
  std::array<uint8_t, hashBytes> hash = hashHead(state->head, state->hashAt);
  llvm::copy(hash, state->head.begin() + int64_t(state->hashAt));
  if (Error error = state->sink->writeAt(0, state->head))
    return error;
  return state->sink->finish();
}

Expected<std::vector<uint8_t>>
writeObject(const ObjectImage &image,
            function_ref<Error(WeightSink)> weights) {
  auto sink = std::make_unique<MemorySink>();
  MemorySink *memory = sink.get();
  Expected<std::unique_ptr<ObjectWriter::State>> state =
      begin(image, std::move(sink));
  if (!state)
    return state.takeError();
  ObjectWriter writer(std::move(*state));
  if (Error error = weights([&](ArrayRef<uint8_t> bytes) {
        return writer.appendWeights(bytes);
      }))
    return std::move(error);
  if (Error error = writer.finish())
    return std::move(error);
  return std::move(memory->contents);
}

Expected<std::vector<uint8_t>>
writeObject(const ObjectImage &image, ArrayRef<std::vector<uint8_t>> weights) {
  return writeObject(image, [&](WeightSink append) -> Error {
    for (const std::vector<uint8_t> &bytes : weights)
      if (Error error = append(bytes))
        return error;
    return Error::success();
  });
}

} // namespace glia
