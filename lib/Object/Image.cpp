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
