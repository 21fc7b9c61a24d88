//===- Disassembler.cpp - Object file to assembly -------------------------===//
//
// Everything in the object, so that its output assembles back to the same
// bytes. The syntax is described in Assembler.cpp.
//
//===----------------------------------------------------------------------===//

#include "Buckets.h"
#include "Placement.h"
#include "glia/ISA/Instructions.h"
#include "glia/Object/Object.h"
#include "llvm/ADT/StringExtras.h"
#include <set>

using namespace llvm;
using namespace glia::isa;

namespace glia {

static void quote(raw_ostream &os, StringRef text) {
  os << '"';
  os.write_escaped(text, /*UseHexEscapes=*/true);
  os << '"';
}

static void printBindings(const ObjectImage &image, raw_ostream &os) {
  for (const Binding &binding : image.bindings) {
    os << '.' << name(binding.kind) << ' ';
    quote(os, binding.name);
    os << ' ' << name(binding.type) << " [";
    llvm::interleaveComma(binding.shape, os);
    os << "] at " << binding.hbmOffset;
    object::printPlacement(binding, os);
    os << '\n';
  }
}

/// 32 bytes a line.
static Error printConstants(const Object &object, raw_ostream &os) {
  for (auto [index, constant] : enumerate(object.image().constants)) {
    os << ".constant ";
    quote(os, constant.name);
    os << " at " << constant.hbmOffset;
    object::printPlacement(constant, os);
    os << '\n';
    std::array<uint8_t, 32> buffer;
    for (uint64_t at = 0; at < constant.bytes; at += buffer.size()) {
      MutableArrayRef<uint8_t> part =
          MutableArrayRef<uint8_t>(buffer).take_front(
              std::min<uint64_t>(buffer.size(), constant.bytes - at));
      if (Error error = object.readWeights(index, at, part))
        return error;
      os << "  .bytes " << toHex(part, /*LowerCase=*/true) << '\n';
    }
  }
  return Error::success();
}

/// A pc of the instruction's own stream, if it names one.
static std::optional<uint32_t> targetOf(const Instruction &instruction) {
  if (const auto *begin = std::get_if<LoopBegin>(&instruction))
    return begin->end;
  if (const auto *end = std::get_if<LoopEnd>(&instruction))
    return end->begin;
  if (const auto *call = std::get_if<Call>(&instruction))
    return call->target;
  if (const auto *branch = std::get_if<Branch>(&instruction))
    return branch->target;
  return std::nullopt;
}

static Error printStream(const ObjectImage &image, uint32_t program,
                         unsigned engine, ArrayRef<DebugEntry> debug,
                         raw_ostream &os) {
  ArrayRef<uint8_t> text = image.programs[program].text[engine];
  if (text.empty())
    return Error::success();
  os << '.' << name(Engine(engine)) << '\n';
  std::vector<std::pair<uint32_t, Instruction>> code;
  std::set<uint32_t> marked;
  for (size_t at = 0; at < text.size();) {
    Expected<Instruction> instruction = decode(text.drop_front(at));
    if (!instruction)
      return instruction.takeError();
    code.emplace_back(uint32_t(at / wordBytes), *instruction);
    if (std::optional<uint32_t> target = targetOf(*instruction))
      marked.insert(*target);
    at += words(*instruction) * wordBytes;
  }
  for (const auto &[pc, instruction] : code) {
    while (!debug.empty() && debug.front().pc == pc) {
      os << "  .at ";
      if (debug.front().node == DebugEntry::noNode)
        os << "none\n";
      else
        os << debug.front().node << '\n';
      debug = debug.drop_front();
    }
    if (marked.count(pc))
      os << "; pc " << pc << '\n';
    os << "  ";
    print(instruction, os);
    os << '\n';
  }
  return Error::success();
}

static void printEntry(const Entry &entry, raw_ostream &os) {
  os << ".entry ";
  quote(os, entry.name);
  os << " program=" << entry.program;
  for (unsigned engine = 0; engine < numEngines; ++engine)
    if (entry.pc[engine] != 0)
      os << ' ' << name(Engine(engine)) << '=' << entry.pc[engine];
  for (const auto &[dim, size] : entry.dims) {
    os << " dim ";
    quote(os, dim);
    os << '=' << size;
  }
  os << '\n';
}

Error disassemble(const Object &object, raw_ostream &os) {
  const ObjectImage &image = object.image();
  os << ".target " << image.target << "\n.producer ";
  quote(os, image.producer);
  os << "\n.hbm " << image.hbmBytes << "\n.cores";
  for (uint32_t program : image.coreToProgram)
    os << ' ' << program;
  os << '\n';
  for (const ReplicaGroups &set : image.replicaGroups) {
    os << ".groups";
    object::printPlacement(set, os);
    os << '\n';
  }
  printBindings(image, os);
  if (Error error = printConstants(object, os))
    return error;
  if (!image.buckets.dim.empty()) {
    os << ".buckets ";
    object::printBuckets(image.buckets, os);
    os << '\n';
  }
  for (const NodeReference &node : image.nodes) {
    os << ".node ";
    quote(os, node.path);
    os << ' ';
    quote(os, node.opType);
    os << ' ';
    quote(os, node.name);
    os << '\n';
  }
  for (uint32_t program = 0; program < image.programs.size(); ++program) {
    os << ".program\n";
    for (unsigned engine = 0; engine < numEngines; ++engine) {
      auto key = std::pair(program, engine);
      auto isBefore = [](const DebugEntry &entry, const auto &key) {
        return std::pair(entry.program, unsigned(entry.engine)) < key;
      };
      auto isAfter = [](const auto &key, const DebugEntry &entry) {
        return key < std::pair(entry.program, unsigned(entry.engine));
      };
      auto begin = std::lower_bound(image.debug.begin(), image.debug.end(), key,
                                    isBefore);
      auto end = std::upper_bound(begin, image.debug.end(), key, isAfter);
      if (Error error =
              printStream(image, program, engine,
                          ArrayRef(image.debug)
                              .slice(size_t(begin - image.debug.begin()),
                                     size_t(end - begin)),
                          os))
        return error;
    }
  }
  for (const Entry &entry : image.entries)
    printEntry(entry, os);
  return Error::success();
}

} // namespace glia
