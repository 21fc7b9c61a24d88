//===- Tables.cpp - The object file's tables as bytes ---------------------===//

#include "Buckets.h"
#include "Bytes.h"
#include "Format.h"
#include "glia/Support/Error.h"
#include "glia/Support/Limits.h"

using namespace llvm;

namespace glia::object {

static Error finish(const ByteReader &reader, StringRef name) {
  if (reader.failed())
    return makeError(ErrorCode::E0208,
                     "the table `" + name + "` ends too early");
  if (!reader.atEnd())
    return makeError(ErrorCode::E0208,
                     "the table `" + name + "` has bytes behind its end");
  if (reader.hasBadText())
    return makeError(ErrorCode::E0203,
                     "the table `" + name +
                         "` has a name that is no UTF-8 of at most 64 KiB");
  return Error::success();
}

// -- .cores ------------------------------------------------------------------

static std::vector<uint8_t> writeCores(const ObjectImage &image) {
  ByteWriter writer;
  writer.number<uint32_t>(uint32_t(image.programs.size()));
  writer.number<uint32_t>(uint32_t(image.coreToProgram.size()));
  for (uint32_t program : image.coreToProgram)
    writer.number(program);
  return std::move(writer.bytes);
}

static Error readCores(ArrayRef<uint8_t> section, ObjectImage &image) {
  ByteReader reader(section);
  uint32_t programs = reader.number<uint32_t>();
  uint32_t cores = reader.count(4);
  image.coreToProgram.resize(cores);
  for (uint32_t &program : image.coreToProgram)
    program = reader.number<uint32_t>();
  // Text sections come later; a program whose streams are all empty has none.
  if (programs > 65536)
    return makeError(ErrorCode::E4200,
                     "expects at most 65536 programs, got " + Twine(programs));
  image.programs.resize(programs);
  return finish(reader, ".cores");
}

// -- .entries ----------------------------------------------------------------

static std::vector<uint8_t> writeEntries(const ObjectImage &image) {
  ByteWriter writer;
  writer.number<uint32_t>(uint32_t(image.entries.size()));
  for (const Entry &entry : image.entries) {
    writer.string(entry.name);
    writer.number(entry.program);
    for (uint32_t pc : entry.pc)
      writer.number(pc);
    writer.number<uint32_t>(uint32_t(entry.dims.size()));
    for (const auto &[name, size] : entry.dims) {
      writer.string(name);
      writer.number(size);
    }
  }
  return std::move(writer.bytes);
}

static Error readEntries(ArrayRef<uint8_t> section, ObjectImage &image) {
  ByteReader reader(section);
  image.entries.resize(reader.count(32));
  for (Entry &entry : image.entries) {
    entry.name = reader.string();
    entry.program = reader.number<uint32_t>();
    for (uint32_t &pc : entry.pc)
      pc = reader.number<uint32_t>();
    entry.dims.resize(reader.count(12));
    for (auto &[name, size] : entry.dims) {
      name = reader.string();
      size = reader.number<int64_t>();
    }
  }
  return finish(reader, ".entries");
}

// -- .bindings ---------------------------------------------------------------

/// Which core has which part, and how a state lies.
static void writePlacement(const Binding &binding, ByteWriter &writer) {
  writer.number<uint32_t>(uint32_t(binding.shards.size()));
  if (!binding.shards.empty())
    for (int64_t size : binding.partShape)
      writer.number(size);
  for (const Shard &shard : binding.shards) {
    writer.number(shard.core);
    for (uint32_t part : shard.part)
      writer.number(part);
  }
  writer.number<uint32_t>(uint32_t(binding.layout.size()));
  for (const LayoutStep &step : binding.layout) {
    writer.number<uint8_t>(step.kind);
    writer.number<uint8_t>(uint8_t(step.values.size()));
    for (int64_t value : step.values)
      writer.number(value);
  }
}

static std::vector<uint8_t> writeBindings(const ObjectImage &image) {
  ByteWriter writer;
  writer.number<uint32_t>(uint32_t(image.bindings.size()));
  for (const Binding &binding : image.bindings) {
    writer.string(binding.name);
    writer.number<uint8_t>(uint8_t(binding.kind));
    writer.number<uint8_t>(uint8_t(binding.type));
    writer.number<uint16_t>(uint16_t(binding.shape.size()));
    writer.number(binding.hbmOffset);
    writer.number(binding.bytes);
    for (int64_t size : binding.shape)
      writer.number(size);
    writePlacement(binding, writer);
  }
  return std::move(writer.bytes);
}

static Error readPlacement(ByteReader &reader, Binding &binding) {
  size_t rank = binding.shape.size();
  binding.shards.resize(reader.count(4 + 4 * rank));
  if (!binding.shards.empty())
    for (size_t i = 0; i < rank; ++i)
      binding.partShape.push_back(reader.number<int64_t>());
  for (Shard &shard : binding.shards) {
    shard.core = reader.number<uint32_t>();
    for (size_t i = 0; i < rank; ++i)
      shard.part.push_back(reader.number<uint32_t>());
  }
  uint32_t steps = reader.count(2);
  if (steps > limits::layoutSteps)
    return makeError(ErrorCode::E1211,
                     "expects at most " + Twine(limits::layoutSteps) +
                         " layout steps, got " + Twine(steps));
  binding.layout.resize(steps);
  for (LayoutStep &step : binding.layout) {
    uint8_t kind = reader.number<uint8_t>(), count = reader.number<uint8_t>();
    if (kind > LayoutStep::tile || count > limits::tensorRank)
      return makeError(ErrorCode::E1211,
                       "expects a layout step of kind 0 to 2 with at most " +
                           Twine(limits::tensorRank) + " values, got kind " +
                           Twine(unsigned(kind)) + " with " +
                           Twine(unsigned(count)));
    step.kind = LayoutStep::Kind(kind);
    for (unsigned i = 0; i < count; ++i)
      step.values.push_back(reader.number<int64_t>());
  }
  return Error::success();
}

static Error readBindings(ArrayRef<uint8_t> section, ObjectImage &image) {
  ByteReader reader(section);
  image.bindings.resize(reader.count(32));
  for (Binding &binding : image.bindings) {
    binding.name = reader.string();
    uint8_t kind = reader.number<uint8_t>(), type = reader.number<uint8_t>();
    uint16_t rank = reader.number<uint16_t>();
    binding.hbmOffset = reader.number<uint64_t>();
    binding.bytes = reader.number<uint64_t>();
    if (kind > uint8_t(BindingKind::state))
      return makeError(ErrorCode::E1211,
                       "has no kind " + Twine(unsigned(kind)) + " of bindings");
    if (type >= numElementTypes)
      return makeError(ErrorCode::E1211,
                       "has no element type " + Twine(unsigned(type)));
    if (rank > limits::tensorRank)
      return makeError(ErrorCode::E1211, "expects a rank of at most 16, got " +
                                             Twine(unsigned(rank)));
    binding.kind = BindingKind(kind);
    binding.type = ElementType(type);
    for (unsigned i = 0; i < rank; ++i)
      binding.shape.push_back(reader.number<int64_t>());
    if (Error error = readPlacement(reader, binding))
      return error;
  }
  return finish(reader, ".bindings");
}

// -- .constants --------------------------------------------------------------

static std::vector<uint8_t> writeConstants(const ObjectImage &image) {
  ByteWriter writer;
  writer.number<uint32_t>(uint32_t(image.constants.size()));
  for (const ConstantSpan &constant : image.constants) {
    writer.string(constant.name);
    writer.number(constant.hbmOffset);
    writer.number(constant.bytes);
    writer.number(constant.fileOffset);
    writer.number<uint32_t>(constant.isInitial);
    writer.number<uint32_t>(uint32_t(constant.cores.size()));
    for (uint32_t core : constant.cores)
      writer.number(core);
  }
  return std::move(writer.bytes);
}

static Error readConstants(ArrayRef<uint8_t> section, ObjectImage &image) {
  ByteReader reader(section);
  image.constants.resize(reader.count(36));
  for (ConstantSpan &constant : image.constants) {
    constant.name = reader.string();
    constant.hbmOffset = reader.number<uint64_t>();
    constant.bytes = reader.number<uint64_t>();
    constant.fileOffset = reader.number<uint64_t>();
    uint32_t flags = reader.number<uint32_t>();
    if (flags > 1)
      return makeError(ErrorCode::E1211,
                       "expects a constant's flags of 0 or 1, got " +
                           Twine(flags));
    constant.isInitial = flags;
    constant.cores.resize(reader.count(4));
    for (uint32_t &core : constant.cores)
      core = reader.number<uint32_t>();
  }
  return finish(reader, ".constants");
}

// -- .groups -----------------------------------------------------------------

static std::vector<uint8_t> writeGroups(const ObjectImage &image) {
  ByteWriter writer;
  writer.number<uint32_t>(uint32_t(image.replicaGroups.size()));
  for (const ReplicaGroups &set : image.replicaGroups) {
    writer.number<uint32_t>(uint32_t(set.groups.size()));
    for (const std::vector<uint32_t> &group : set.groups) {
      writer.number<uint32_t>(uint32_t(group.size()));
      for (uint32_t rank : group)
        writer.number(rank);
    }
  }
  return std::move(writer.bytes);
}

static Error readGroups(ArrayRef<uint8_t> section, ObjectImage &image) {
  ByteReader reader(section);
  image.replicaGroups.resize(reader.count(4));
  for (ReplicaGroups &set : image.replicaGroups) {
    set.groups.resize(reader.count(4));
    for (std::vector<uint32_t> &group : set.groups) {
      group.resize(reader.count(4));
      for (uint32_t &rank : group)
        rank = reader.number<uint32_t>();
    }
  }
  return finish(reader, ".groups");
}

// -- .buckets ----------------------------------------------------------------

static Error readBucketSection(ArrayRef<uint8_t> section, ObjectImage &image) {
  ByteReader reader(section);
  readBuckets(reader, image.buckets);
  return finish(reader, ".buckets");
}

// -- .nodes and .debug_map ---------------------------------------------------

static std::vector<uint8_t> writeNodes(const ObjectImage &image) {
  ByteWriter writer;
  writer.number<uint32_t>(uint32_t(image.nodes.size()));
  for (const NodeReference &node : image.nodes) {
    writer.string(node.path);
    writer.string(node.opType);
    writer.string(node.name);
  }
  return std::move(writer.bytes);
}

static Error readNodes(ArrayRef<uint8_t> section, ObjectImage &image) {
  ByteReader reader(section);
  image.nodes.resize(reader.count(12));
  for (NodeReference &node : image.nodes) {
    node.path = reader.string();
    node.opType = reader.string();
    node.name = reader.string();
  }
  return finish(reader, ".nodes");
}

static std::vector<uint8_t> writeDebugMap(const ObjectImage &image) {
  ByteWriter writer;
  writer.number<uint32_t>(uint32_t(image.debug.size()));
  for (const DebugEntry &entry : image.debug) {
    writer.number<uint32_t>(entry.program);
    writer.number<uint32_t>(entry.engine);
    writer.number<uint32_t>(entry.pc);
    writer.number<uint32_t>(entry.node);
  }
  return std::move(writer.bytes);
}

static Error readDebugMap(ArrayRef<uint8_t> section, ObjectImage &image) {
  ByteReader reader(section);
  image.debug.resize(reader.count(16));
  for (DebugEntry &entry : image.debug) {
    entry.program = reader.number<uint32_t>();
    uint32_t engine = reader.number<uint32_t>();
    entry.engine = uint8_t(
        std::min<uint32_t>(engine, 255)); // too large: checkDebugMap complains
    entry.pc = reader.number<uint32_t>();
    entry.node = reader.number<uint32_t>();
  }
  return finish(reader, ".debug_map");
}

ArrayRef<TableSection> tableSections() {
  static constexpr TableSection sections[] = {
      {".cores", writeCores, readCores, true, false},
      {".entries", writeEntries, readEntries, true, false},
      {".bindings", writeBindings, readBindings, true, false},
      {".constants", writeConstants, readConstants, true, false},
      {".groups", writeGroups, readGroups, true, false},
      {".buckets", writeBuckets, readBucketSection, false, false},
      {".nodes", writeNodes, readNodes, false, true},
      {".debug_map", writeDebugMap, readDebugMap, false, true},
  };
  return sections;
}

// -- The note ----------------------------------------------------------------

std::vector<uint8_t> writeNote(const Note &note) {
  ByteWriter descriptor;
  for (uint32_t version :
       {note.major, note.minor, note.readerMajor, note.readerMinor})
    descriptor.number(version);
  for (uint64_t value : {note.requiredFeatures, note.optionalFeatures,
                         note.fileBytes, note.hbmBytes})
    descriptor.number(value);
  descriptor.raw(note.hash);
  descriptor.string(note.target);
  descriptor.string(note.producer);
  ByteWriter writer;
  writer.number<uint32_t>(sizeof(noteName));
  writer.number<uint32_t>(uint32_t(descriptor.bytes.size()));
  writer.number(noteType);
  writer.raw(
      ArrayRef(reinterpret_cast<const uint8_t *>(noteName), sizeof(noteName)));
  writer.align(4);
  writer.raw(descriptor.bytes);
  writer.align(4);
  return std::move(writer.bytes);
}

Expected<Note> readNote(ArrayRef<uint8_t> section) {
  ByteReader reader(section);
  uint32_t nameSize = reader.number<uint32_t>(),
           size = reader.number<uint32_t>(), type = reader.number<uint32_t>();
  ArrayRef<uint8_t> name = reader.raw(8);
  if (reader.failed() || nameSize != sizeof(noteName) || type != noteType ||
      name.take_front(sizeof(noteName)) !=
          ArrayRef(reinterpret_cast<const uint8_t *>(noteName),
                   sizeof(noteName)))
    return makeError(ErrorCode::E0204, "expects a note of `Glia`");
  ByteReader descriptor(reader.raw(size));
  Note note;
  for (uint32_t *version :
       {&note.major, &note.minor, &note.readerMajor, &note.readerMinor})
    *version = descriptor.number<uint32_t>();
  for (uint64_t *value : {&note.requiredFeatures, &note.optionalFeatures,
                          &note.fileBytes, &note.hbmBytes})
    *value = descriptor.number<uint64_t>();
  llvm::copy(descriptor.raw(hashBytes), note.hash.begin());
  note.target = descriptor.string();
  note.producer = descriptor.string();
  if (reader.failed() || descriptor.failed())
    return makeError(ErrorCode::E0204, "the note ends too early");
  if (descriptor.hasBadText())
    return makeError(ErrorCode::E0203,
                     "expects target and producer as UTF-8 of at most 64 KiB");
  return note;
}

} // namespace glia::object
