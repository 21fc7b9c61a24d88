//===- HostileFile.cpp - Object files that mean harm ----------------------===//
#include "HostileFile.h"
#include "glia/Interpreter/Machine.h"
#include "glia/Support/Limits.h"
#include "lib/Object/Format.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace glia::test {

namespace {
/// A section header of bytes that may be broken anywhere.
struct SectionPlace {
  uint64_t offset = 0, size = 0, alignment = 0;
};
} // namespace

static std::optional<SectionPlace> section(ArrayRef<uint8_t> bytes,
                                           uint64_t index) {
  uint64_t table = support::endian::read64le(bytes.data() + 40);
  uint64_t at = table + index * sizeof(ELF::Elf64_Shdr);
  if (table > bytes.size() || at + sizeof(ELF::Elf64_Shdr) > bytes.size())
    return std::nullopt;
  SectionPlace place{support::endian::read64le(bytes.data() + at + 24),
                     support::endian::read64le(bytes.data() + at + 32),
                     support::endian::read64le(bytes.data() + at + 48)};
  if (place.offset > bytes.size() || place.size > bytes.size() - place.offset)
    return std::nullopt;
  return place;
}

/// The weights' hashes; they stand in the section before the names.
static void fixChunks(std::vector<uint8_t> &bytes, const SectionPlace &weights,
                      const SectionPlace &chunks) {
  uint64_t count = divideCeil(weights.size, limits::weightChunkBytes);
  if (chunks.size != count * 8)
    return;
  for (uint64_t i = 0; i < count; ++i) {
    uint64_t begin = i * limits::weightChunkBytes;
    uint64_t hash = object::hashChunk(ArrayRef(bytes).slice(
        weights.offset + begin,
        std::min(limits::weightChunkBytes, weights.size - begin)));
    support::endian::write64le(bytes.data() + chunks.offset + i * 8, hash);
  }
}

void fixChecksums(std::vector<uint8_t> &bytes) {
  if (bytes.size() < sizeof(ELF::Elf64_Ehdr))
    return;
  uint64_t count = support::endian::read16le(bytes.data() + 60),
           headEnd = bytes.size();
  std::optional<SectionPlace> note = section(bytes, 1);
  if (count < 4 || !note)
    return;
  uint64_t descriptor = note->offset + object::noteHeaderBytes;
  if (descriptor + object::hashOffset + object::hashBytes > bytes.size())
    return;
  support::endian::write64le(bytes.data() + descriptor + 32, bytes.size());
  std::optional<SectionPlace> last = section(bytes, count - 1),
                              chunks = section(bytes, count - 3);
  if (last && last->alignment == object::weightsAlignment) {
    headEnd = last->offset;
    if (chunks)
      fixChunks(bytes, *last, *chunks);
  }
  uint64_t hashAt = descriptor + object::hashOffset;
  if (hashAt + object::hashBytes > headEnd)
    return;
  auto hash = object::hashHead(ArrayRef(bytes).take_front(headEnd), hashAt);
  llvm::copy(hash, bytes.begin() + int64_t(hashAt));
}

static unsigned run(std::shared_ptr<const Object> object,
                    MachineOptions machineOptions,
                    const HostileOptions &options) {
  machineOptions.fuel = options.fuel;
  machineOptions.maxDeviceMemory = options.maxDeviceMemory;
  Expected<std::unique_ptr<Machine>> machine =
      Machine::create(std::move(object), machineOptions);
  if (!machine)
    return codeOf(machine.takeError());
  for (const Binding &binding : (*machine)->image().bindings)
    if (binding.kind == BindingKind::input)
      if (unsigned code = codeOf((*machine)->setInput(
              binding.name, std::vector<uint8_t>(binding.bytes, 0x3F))))
        return code;
  if (unsigned code = codeOf((*machine)->run()))
    return code;
  for (const Binding &binding : (*machine)->image().bindings)
    if (binding.kind == BindingKind::output)
      if (Expected<ArrayRef<uint8_t>> bytes = (*machine)->output(binding.name);
          !bytes)
        return codeOf(bytes.takeError());
  return 0;
}

unsigned feed(const std::vector<uint8_t> &bytes,
              const HostileOptions &options) {
  LoadOptions load;
  load.verifyChecksum = options.verifyChecksum;
  load.verifyAll = true;
  load.maxDeviceMemory = options.maxDeviceMemory;
  Expected<std::unique_ptr<Object>> loaded = Object::fromMemory(bytes, load);
  if (!loaded)
    return codeOf(loaded.takeError());
  std::shared_ptr<const Object> object = std::move(*loaded);
  std::string text;
  raw_string_ostream os(text);
  (void)codeOf(disassemble(*object, os));
  MachineOptions modes[3]; // plain, with --check, with --timing-only
  modes[1].check = true;
  modes[2].timingOnly = true;
  unsigned code = 0;
  for (const auto &[number, mode] : enumerate(modes)) {
    if (options.onlyRun && number != *options.onlyRun)
      continue;
    if (unsigned each = run(object, mode, options); code == 0)
      code = each;
  }
  return code;
}

} // namespace glia::test
