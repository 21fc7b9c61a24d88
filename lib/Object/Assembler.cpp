//===- Assembler.cpp - Assembly to object file ----------------------------===//
//
// One directive, label or instruction a line; `;` and `//` begin a comment.
//   .target trn2                          .producer "text"     .hbm BYTES
//   .cores 0 0                            program of each core (default: 0)
//   .input|.output|.state "x" f32 [1, 4] at BYTES       (at: next free page)
//     part [1, 2] on 0 (0, 0) on 1 (0, 1)               split over cores
//     permute (1, 0) pad (4, 8) tile (0, 2)              layout of a state
//   .constant "w" at BYTES initial on 0 on 1
//                                         then data: .bytes HEX, .zero BYTES,
//                                         .f32|.i32|.i64|.u8 VALUES
//   .groups (0, 1) (2, 3)                 replica groups, numbered in order
//   .buckets "n" least 1 axis 0 1 (1, 2)  entries for sizes of a dimension
//   .node "path" "operator" "name"        nodes are numbered in their order
//   .program                              begins the next program
//   .tensor|.vector|.scalar|.gpsimd|.sync then the stream's labels (name:),
//                                         instructions, .at NODE|none
//   .entry "main" program=0 tensor=PC|LABEL ... dim "n"=4   (default: main, 0)
//
//===----------------------------------------------------------------------===//

#include "Buckets.h"
#include "Format.h"
#include "Placement.h"
#include "glia/ISA/Instructions.h"
#include "glia/Object/Object.h"
#include "glia/Support/Error.h"
#include "glia/Support/Limits.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace glia::isa;

namespace glia {

namespace {
/// An instruction or an entry that waits for all labels to be known.
struct PendingInstruction {
  unsigned line;
  StringRef text;
  uint32_t program;
  Engine engine;
  uint32_t pc;
};
struct PendingEntryPc {
  unsigned line;
  std::string label;
  size_t entry;
  unsigned engine;
};

class Assembler {
public:
  explicit Assembler(StringRef fileName) : fileName(fileName) {}
  Expected<AssembledObject> run(StringRef text);

private:
  Error atLine(Error error) const;
  Error fail(const Twine &message) const {
    return atLine(makeError(ErrorCode::E1206, message));
  }
  Error readLine(StringRef line);
  Error readDirective(AssemblyCursor &cursor, StringRef name);
  Error readBinding(AssemblyCursor &cursor, BindingKind kind);
  Error readConstant(AssemblyCursor &cursor);
  Error readData(AssemblyCursor &cursor, StringRef name);
  Error readEntry(AssemblyCursor &cursor);
  Error readNodePosition(AssemblyCursor &cursor);
  Error readInstruction(StringRef line);
  Error resolve();
  Error finish();
  uint64_t place(AssemblyCursor &cursor);
  Program &program() {
    if (image.programs.empty())
      image.programs.emplace_back();
    return image.programs.back();
  }
  using LabelMap = StringMap<uint32_t>;
  LabelMap &labelsOf(uint32_t program, Engine engine) {
    if (labels.size() <= program)
      labels.resize(program + 1);
    return labels[program][unsigned(engine)];
  }

  std::string fileName;
  unsigned line = 0;
  AssembledObject result;
  ObjectImage &image = result.image;
  std::vector<std::array<LabelMap, numEngines>> labels;
  std::vector<PendingInstruction> instructions;
  std::vector<PendingEntryPc> entryPcs;
  std::optional<Engine> stream;
  std::array<uint32_t, numEngines> pc{};
  bool hasHbm = false;
  uint64_t dataBytes = 0; // of .zero; other data is as long as the text
  uint64_t nextFree = 0;  // in HBM
};
} // namespace

Error Assembler::atLine(Error error) const {
  return handleErrors(
      std::move(error), [&](std::unique_ptr<GliaError> coded) -> Error {
        coded->with("file", fileName).with("line", std::to_string(line));
        return Error(std::move(coded));
      });
}

/// `at BYTES`, or the next free page.
uint64_t Assembler::place(AssemblyCursor &cursor) {
  if (cursor.consumeWord("at"))
    return cursor.number<uint64_t>();
  return alignTo(nextFree, 4096);
}

Error Assembler::readBinding(AssemblyCursor &cursor, BindingKind kind) {
  Binding binding;
  binding.kind = kind;
  binding.name = cursor.string();
  StringRef type = cursor.word();
  std::optional<ElementType> parsed = parseElementType(type);
  if (!parsed)
    return fail("has no element type `" + type + "`");
  binding.type = *parsed;
  cursor.expect('[');
  while (!cursor.failed() && !cursor.consume(']')) {
    if (!binding.shape.empty())
      cursor.expect(',');
    binding.shape.push_back(cursor.number<int64_t>());
  }
  uint64_t count = 0;
  if (!object::countElements(binding.shape, count))
    return fail("expects sizes of 0 or more with at most 2^40 elements");
  binding.hbmOffset = place(cursor);
  object::readPlacement(cursor, binding);
  if (cursor.failed())
    return fail(cursor.message());
  Expected<SmallVector<int64_t, 6>> laidOut =
      layOutShape(binding.shapeOfPart(), binding.layout);
  if (!laidOut)
    return atLine(laidOut.takeError());
  if (!object::countElements(*laidOut, count))
    return fail("expects sizes of 0 or more with at most 2^40 elements");
  binding.bytes = storageBytes(binding.type, count);
  nextFree = std::max(nextFree, binding.hbmOffset + binding.bytes);
  image.bindings.push_back(std::move(binding));
  return Error::success();
}

Error Assembler::readConstant(AssemblyCursor &cursor) {
  ConstantSpan constant;
  constant.name = cursor.string();
  constant.hbmOffset = place(cursor);
  object::readPlacement(cursor, constant);
  image.constants.push_back(std::move(constant));
  result.weights.emplace_back();
  stream.reset();
  return Error::success();
}

Error Assembler::readData(AssemblyCursor &cursor, StringRef name) {
  if (image.constants.empty())
    return fail("expects data behind `.constant`");
  std::vector<uint8_t> &bytes = result.weights.back();
  auto append = [&](auto value) {
    size_t at = bytes.size();
    bytes.resize(at + sizeof(value));
    support::endian::write<decltype(value), llvm::endianness::little>(
        bytes.data() + at, value);
  };
  if (name == "bytes") {
    std::string decoded;
    StringRef digits = cursor.word();
    if (digits.size() % 2 != 0 || !tryGetFromHex(digits, decoded))
      return fail("expects an even number of hex digits");
    bytes.insert(bytes.end(), decoded.begin(), decoded.end());
  } else if (name == "zero") {
    uint64_t count = cursor.number<uint64_t>(0, limits::assembledBytes);
    if (dataBytes + count <= limits::assembledBytes)
      bytes.resize(bytes.size() + count);
    dataBytes += count;
  } else {
    while (!cursor.failed() && !cursor.atEnd()) {
      if (name == "f32")
        append(cursor.floating());
      else if (name == "i32")
        append(cursor.number<int32_t>());
      else if (name == "i64")
        append(cursor.number<int64_t>());
      else
        append(cursor.number<uint8_t>());
      (void)cursor.consume(',');
    }
  }
  if (dataBytes > limits::assembledBytes)
    return atLine(makeError(ErrorCode::E4200,
                            "expects at most " + Twine(limits::assembledBytes) +
                                " bytes of zeros in a file"));
  image.constants.back().bytes = bytes.size();
  nextFree =
      std::max(nextFree, image.constants.back().hbmOffset + bytes.size());
  return Error::success();
}

Error Assembler::readEntry(AssemblyCursor &cursor) {
  Entry entry;
  entry.name = cursor.string();
  while (!cursor.failed() && !cursor.atEnd()) {
    StringRef key = cursor.word();
    if (key == "dim") {
      std::string name = cursor.string();
      cursor.expect('=');
      entry.dims.emplace_back(name, cursor.number<int64_t>());
      continue;
    }
    cursor.expect('=');
    std::optional<Engine> engine = parseEngine(key);
    if (key == "program")
      entry.program = cursor.number<uint32_t>();
    else if (!engine)
      return fail("expects program=, dim or an engine, got `" + key + "`");
    else if (isDigit(cursor.peek()))
      entry.pc[unsigned(*engine)] = cursor.number<uint32_t>();
    else
      entryPcs.push_back({line, cursor.word(".$").str(), image.entries.size(),
                          unsigned(*engine)});
  }
  image.entries.push_back(std::move(entry));
  return Error::success();
}

Error Assembler::readNodePosition(AssemblyCursor &cursor) {
  if (!stream)
    return fail("expects `.at` in a stream");
  uint32_t node = cursor.consumeWord("none") ? DebugEntry::noNode
                                             : cursor.number<uint32_t>();
  image.debug.push_back({uint8_t(*stream), pc[unsigned(*stream)], node,
                         uint32_t(image.programs.size() - 1)});
  return Error::success();
}

Error Assembler::readDirective(AssemblyCursor &cursor, StringRef name) {
  if (std::optional<Engine> engine = parseEngine(name)) {
    (void)program();
    stream = engine;
    return Error::success();
  }
  if (name == "program") {
    if (image.programs.size() == limits::programs)
      return atLine(makeError(ErrorCode::E4200, "expects at most " +
                                                    Twine(limits::programs) +
                                                    " programs"));
    image.programs.emplace_back();
    pc.fill(0);
    stream.reset();
    return Error::success();
  }
  for (BindingKind kind :
       {BindingKind::input, BindingKind::output, BindingKind::state})
    if (glia::name(kind) == name)
      return readBinding(cursor, kind);
  if (name == "at")
    return readNodePosition(cursor);
  if (name == "constant")
    return readConstant(cursor);
  if (name == "entry")
    return readEntry(cursor);
  if (is_contained({"bytes", "zero", "f32", "i32", "i64", "u8"}, name))
    return readData(cursor, name);
  if (name == "target") {
    image.target = cursor.word().str();
  } else if (name == "producer") {
    image.producer = cursor.string();
  } else if (name == "hbm") {
    image.hbmBytes = cursor.number<uint64_t>();
    hasHbm = true;
  } else if (name == "groups") {
    object::readPlacement(cursor, image.replicaGroups.emplace_back());
  } else if (name == "buckets") {
    object::readBuckets(cursor, image.buckets);
  } else if (name == "cores") {
    image.coreToProgram.clear();
    while (!cursor.failed() && !cursor.atEnd())
      image.coreToProgram.push_back(cursor.number<uint32_t>());
  } else if (name == "node") {
    NodeReference node;
    node.path = cursor.string();
    node.opType = cursor.string();
    node.name = cursor.string();
    image.nodes.push_back(std::move(node));
  } else {
    return fail("has no directive `." + name + "`");
  }
  return Error::success();
}

Error Assembler::readInstruction(StringRef text) {
  if (!stream)
    return fail("expects `.tensor`, `.vector`, `.scalar`, `.gpsimd` or `.sync` "
                "before an instruction");
  // The size does not depend on labels.
  Expected<Instruction> parsed =
      parse(text, *stream, [](StringRef) -> Expected<uint32_t> { return 0; });
  if (!parsed)
    return atLine(parsed.takeError());
  uint32_t &at = pc[unsigned(*stream)];
  instructions.push_back(
      {line, text, uint32_t(image.programs.size() - 1), *stream, at});
  at += words(*parsed);
  return Error::success();
}

Error Assembler::readLine(StringRef text) {
  AssemblyCursor cursor(text);
  if (cursor.atEnd())
    return Error::success();
  if (cursor.consume('.')) {
    if (Error error = readDirective(cursor, cursor.word()))
      return error;
    if (!cursor.failed() && !cursor.atEnd())
      cursor.fail("expects the end of the line");
    return cursor.failed() ? fail(cursor.message()) : Error::success();
  }
  StringRef label = cursor.word(".$");
  if (!cursor.consume(':'))
    return readInstruction(text.trim());
  if (!stream || label.empty() || isDigit(label.front()))
    return fail("expects a label in a stream, not beginning with a digit");
  if (!labelsOf(uint32_t(image.programs.size() - 1), *stream)
           .try_emplace(label, pc[unsigned(*stream)])
           .second)
    return fail("the label `" + label + "` is there twice");
  return cursor.atEnd()
             ? Error::success()
             : readInstruction(text.drop_front(text.find(':') + 1).trim());
}

Error Assembler::resolve() {
  for (const PendingInstruction &pending : instructions) {
    line = pending.line;
    auto resolver = [&](StringRef label) -> Expected<uint32_t> {
      LabelMap &map = labelsOf(pending.program, pending.engine);
      auto found = map.find(label);
      if (found == map.end())
        return makeError(ErrorCode::E1206,
                         "the stream has no label `" + label + "`");
      return found->second;
    };
    Expected<Instruction> parsed =
        parse(pending.text, pending.engine, resolver);
    if (!parsed)
      return atLine(parsed.takeError());
    SmallVector<uint8_t, 256> bytes;
    if (Error error = encode(*parsed, bytes))
      return atLine(std::move(error));
    std::vector<uint8_t> &text =
        image.programs[pending.program].text[unsigned(pending.engine)];
    text.insert(text.end(), bytes.begin(), bytes.end());
  }
  for (const PendingEntryPc &pending : entryPcs) {
    line = pending.line;
    Entry &entry = image.entries[pending.entry];
    if (entry.program >= image.programs.size())
      return fail("has no program " + Twine(entry.program));
    LabelMap &map = labelsOf(entry.program, Engine(pending.engine));
    auto found = map.find(pending.label);
    if (found == map.end())
      return fail("the stream has no label `" + pending.label + "`");
    entry.pc[pending.engine] = found->second;
  }
  return Error::success();
}

Error Assembler::finish() {
  (void)program();
  if (image.target.empty())
    image.target = "trn2";
  if (!hasHbm)
    image.hbmBytes = alignTo(nextFree, 4096);
  if (image.entries.empty())
    image.entries.push_back({"main", {}, 0, {}});
  // Blocks of a stream may be interleaved with others in the text.
  llvm::sort(image.debug, [](const DebugEntry &a, const DebugEntry &b) {
    return std::tuple(a.program, a.engine, a.pc) <
           std::tuple(b.program, b.engine, b.pc);
  });
  return resolve();
}

Expected<AssembledObject> Assembler::run(StringRef text) {
  while (!text.empty()) {
    auto [first, rest] = text.split('\n');
    ++line;
    if (Error error = readLine(first))
      return std::move(error);
    text = rest;
  }
  if (Error error = finish())
    return std::move(error);
  return std::move(result);
}

Expected<AssembledObject> assemble(StringRef text, StringRef fileName) {
  return Assembler(fileName).run(text);
}

} // namespace glia
