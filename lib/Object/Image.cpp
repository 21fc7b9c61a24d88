//===- Image.cpp - Small services of the object file in memory ------------===//

#include "Format.h"
#include "glia/ISA/Enums.h"
#include "glia/Support/Limits.h"
#include "llvm/Support/SHA256.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;

namespace glia {

StringRef name(BindingKind kind) {
  switch (kind) {
  case BindingKind::input:
    return "input";
  case BindingKind::output:
    return "output";
  case BindingKind::state:
    return "state";
  }
  return "?";
}

const NodeReference *ObjectImage::findNode(uint32_t program, unsigned engine,
                                           uint32_t pc) const {
  auto after = llvm::upper_bound(
      debug, std::tuple(program, engine, pc),
      [](const auto &key, const DebugEntry &entry) {
        return key <
               std::tuple(entry.program, unsigned(entry.engine), entry.pc);
      });
  if (after == debug.begin())
    return nullptr;
  const DebugEntry &entry = *std::prev(after);
  if (entry.program != program || entry.engine != engine ||
      entry.node >= nodes.size())
    return nullptr;
  return &nodes[entry.node];
}

uint64_t Binding::wholeBytes() const {
  uint64_t count = 1;
  for (int64_t extent : shape)
    count *= uint64_t(extent);
  return storageBytes(type, count);
}

const Shard *Binding::findShard(uint32_t core) const {
  auto found = llvm::lower_bound(
      shards, core,
      [](const Shard &shard, uint32_t number) { return shard.core < number; });
  return found != shards.end() && found->core == core ? &*found : nullptr;
}

bool ConstantSpan::isOn(uint32_t core) const {
  return cores.empty() || std::binary_search(cores.begin(), cores.end(), core);
}

std::optional<std::pair<uint32_t, uint32_t>>
ReplicaGroups::find(uint32_t core) const {
  for (auto [number, group] : enumerate(groups))
    if (auto found = llvm::find(group, core); found != group.end())
      return std::pair(uint32_t(number), uint32_t(found - group.begin()));
  return std::nullopt;
}

std::vector<const Entry *> ObjectImage::entriesOf(StringRef name) const {
  if (name.empty() && !entries.empty())
    name = entries.front().name;
  const Entry *first = nullptr;
  std::vector<const Entry *> ofProgram(programs.size());
  for (const Entry &entry : entries) {
    if (entry.name != name)
      continue;
    if (!first)
      first = &entry;
    if (entry.program < ofProgram.size())
      ofProgram[entry.program] = &entry;
  }
  if (!first)
    return {};
  std::vector<const Entry *> result;
  for (uint32_t program : coreToProgram)
    result.push_back(program < ofProgram.size() ? ofProgram[program] : nullptr);
  if (all_of(result, [](const Entry *entry) { return !entry; }))
    result.assign(coreToProgram.size(), first);
  return result;
}

namespace object {

std::string textSectionName(size_t program, unsigned engine) {
  return (".text." + Twine(program) + "." + isa::name(isa::Engine(engine)))
      .str();
}

std::optional<std::pair<uint32_t, unsigned>>
parseTextSectionName(StringRef name) {
  uint32_t program = 0;
  if (!name.consume_front(".text."))
    return std::nullopt;
  auto [number, engineName] = name.split('.');
  std::optional<isa::Engine> engine = isa::parseEngine(engineName);
  if (!engine || number.getAsInteger(10, program) ||
      std::to_string(program) != number)
    return std::nullopt;
  return std::pair(program, unsigned(*engine));
}

uint64_t layOutWeights(std::vector<ConstantSpan> &constants) {
  uint64_t end = 0;
  for (ConstantSpan &constant : constants) {
    constant.fileOffset = alignTo(end, constantAlignment);
    end = constant.fileOffset + constant.bytes;
  }
  return end;
}

std::array<uint8_t, hashBytes> hashHead(ArrayRef<uint8_t> head, size_t hashAt) {
  static constexpr std::array<uint8_t, hashBytes> zeros{};
  SHA256 hash;
  hash.update(head.take_front(hashAt));
  hash.update(zeros);
  hash.update(head.drop_front(hashAt + hashBytes));
  return hash.final();
}

uint64_t hashChunk(ArrayRef<uint8_t> chunk) { return xxh3_64bits(chunk); }

} // namespace object
} // namespace glia
