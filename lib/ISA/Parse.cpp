//===- Parse.cpp - Assembly to instruction --------------------------------===//
//
// The inverse of Print.cpp: parse(print(x)) = x. Numbers are checked against
// their fields' types here and against their widths when encoded.
//
//===----------------------------------------------------------------------===//

#include "Tables.h"
#include "glia/Support/Error.h"
#include "glia/Support/LineLexer.h"
#include "llvm/ADT/SmallSet.h"
#include <bit>
#include <charconv>

using namespace llvm;

namespace glia::isa {

namespace {
/// What the generated parseFields of each instruction calls.
class FieldParser {
public:
  FieldParser(LineLexer &lexer, LabelResolver resolveLabel)
      : lexer(lexer), resolveLabel(resolveLabel) {}

  void operand(StringRef name, OnChipOperand &operand);
  void operand(StringRef name, HbmOperand &operand);
  void operand(StringRef name, ScalarOperand &operand);

  /// Moves to the next name=value.
  bool nextKey();
  bool isKey(StringRef name) const { return key == name; }
  void unknownKey() { lexer.fail("has no field `" + key + "`"); }
  void require(StringRef name) {
    if (!seen.count(name))
      lexer.fail("expects `" + name + "=`");
  }
  template <typename T>
  void value(T &value, StringRef prefix, bool isTarget);
  void stochastic(StochasticRounding &rounding);

  Error takeLabelError() { return std::move(labelError); }

private:
  void separate();
  ElementType type();
  void optionalRegister(char prefix, uint8_t highest, uint8_t &number);
  template <typename Count, typename Stride, size_t n>
  uint8_t pairs(std::array<Count, n> &count, std::array<Stride, n> &stride);
  void scalar(StringRef name, ScalarOperand &operand);
  void immediate(ScalarOperand &operand);
  void lanes(LanePermutation &lanes);

  LineLexer &lexer;
  LabelResolver resolveLabel;
  Error labelError = Error::success();
  bool first = true;
  StringRef key;
  SmallSet<StringRef, 8> seen;
};
} // namespace

void FieldParser::separate() {
  if (!first)
    lexer.expect(',');
  first = false;
}

ElementType FieldParser::type() {
  StringRef text = lexer.word();
  if (std::optional<ElementType> type = parseElementType(text))
    return *type;
  lexer.fail("has no element type `" + text + "`");
  return ElementType::f32;
}

template <typename Count, typename Stride, size_t n>
uint8_t FieldParser::pairs(std::array<Count, n> &count,
                           std::array<Stride, n> &stride) {
  lexer.expect('(');
  uint8_t rank = 0;
  while (!lexer.failed() && !lexer.consume(')')) {
    if (rank != 0)
      lexer.expect(',');
    if (rank == n) {
      lexer.fail("expects at most " + Twine(n) + " pairs");
      break;
    }
    count[rank] = lexer.number<Count>();
    lexer.expect(':');
    stride[rank] = lexer.number<Stride>();
    ++rank;
  }
  return rank;
}

void FieldParser::operand(StringRef name, OnChipOperand &operand) {
  separate();
  StringRef text = lexer.word();
  std::optional<Space> space = parseSpace(text);
  if (!space) // hbm is the validator's to refuse
    lexer.fail(name + ": expects an operand in sbuf or psum, got `" + text +
               "`");
  operand.space = space.value_or(Space::sbuf);
  lexer.expect('.');
  operand.type = type();
  lexer.expect('[');
  operand.startPartition = lexer.number<uint8_t>();
  lexer.expect('+');
  operand.partitions = lexer.number<uint8_t>();
  lexer.expect(',');
  operand.byteOffset = lexer.number<uint32_t>();
  lexer.expect(']');
  operand.rank = pairs(operand.count, operand.stride);
}

void FieldParser::operand(StringRef name, HbmOperand &operand) {
  separate();
  if (StringRef text = lexer.word(); text != "hbm")
    lexer.fail(name + ": expects an operand in hbm, got `" + text + "`");
  lexer.expect('.');
  operand.type = type();
  lexer.expect('[');
  if (lexer.consume('a')) {
    operand.baseRegister = lexer.number<uint8_t>(0, noRegister5 - 1);
    lexer.expect('+');
  }
  operand.offset = lexer.number<uint64_t>();
  if (lexer.consume(',')) {
    lexer.expectWord("core");
    operand.core = lexer.number<uint32_t>();
  }
  lexer.expect(']');
  operand.rank = pairs(operand.count, operand.stride);
}

/// 1.5 or TYPE:BITS, behind the #.
void FieldParser::immediate(ScalarOperand &operand) {
  StringRef text = lexer.word(".-+:");
  auto [prefix, bits] = text.split(':');
  if (std::optional<ElementType> type = parseElementType(prefix);
      type && text.contains(':')) {
    operand.type = *type;
    int64_t value = 0;
    if (bits.getAsInteger(0, value) || value < INT32_MIN ||
        value > int64_t(UINT32_MAX))
      lexer.fail("expects 32 bits, got `" + bits + "`");
    operand.bits = uint32_t(value);
    return;
  }
  float value = 0;
  auto result = std::from_chars(text.begin(), text.end(), value);
  if (text.empty() || result.ec != std::errc() || result.ptr != text.end() ||
      !std::isfinite(value))
    lexer.fail("expects an fp32 number or TYPE:BITS, got `" + text + "`");
  operand.bits = std::bit_cast<uint32_t>(value);
}

void FieldParser::operand(StringRef name, ScalarOperand &operand) {
  separate();
  scalar(name, operand);
}

void FieldParser::scalar(StringRef name, ScalarOperand &operand) {
  operand = ScalarOperand();
  if (lexer.consume('#')) {
    immediate(operand);
    return;
  }
  if (StringRef text = lexer.word(); text != "ptr")
    lexer.fail(name +
               ": expects an immediate #... or a pointer ptr.TYPE[partition, "
               "offset], got `" +
               text + "`");
  lexer.expect('.');
  operand.isPointer = true;
  operand.type = type();
  lexer.expect('[');
  operand.startPartition = lexer.number<uint8_t>();
  lexer.expect(',');
  operand.bits = lexer.number<uint32_t>();
  lexer.expect(']');
}

bool FieldParser::nextKey() {
  if (lexer.failed() || lexer.atEnd())
    return false;
  separate();
  key = lexer.word();
  lexer.expect('=');
  if (!seen.insert(key).second)
    lexer.fail("has `" + key + "=` twice");
  return !lexer.failed();
}

template <typename T>
void FieldParser::value(T &value, StringRef prefix, bool isTarget) {
  if constexpr (std::is_same_v<T, bool>) {
    StringRef text = lexer.word();
    if (text != "true" && text != "false")
      lexer.fail("expects true or false, got `" + text + "`");
    value = text == "true";
  } else if constexpr (std::is_same_v<T, LanePermutation>) {
    lanes(value);
  } else if constexpr (std::is_same_v<T, ScalarOperand>) {
    scalar(key, value);
  } else if constexpr (std::is_enum_v<T>) {
    StringRef text = lexer.word();
    std::optional<T> parsed;
    for (T candidate : allCases(T()))
      if (isa::name(candidate) == text)
        parsed = candidate;
    if (!parsed)
      lexer.fail("has no value `" + text + "` for `" + key + "`");
    value = parsed.value_or(T());
  } else {
    if (isTarget && !isDigit(lexer.peek())) {
      StringRef label = lexer.word(".$");
      Expected<uint32_t> pc = resolveLabel(label);
      if (pc) {
        value = T(*pc);
        return;
      }
      labelError = joinErrors(std::move(labelError), pc.takeError());
      return;
    }
    for (char c : prefix)
      lexer.expect(c);
    value = lexer.number<T>();
  }
}

/// (1 0 3 2 ... _)
void FieldParser::lanes(LanePermutation &lanes) {
  lexer.expect('(');
  for (uint8_t &source : lanes.source)
    source =
        lexer.consume('_') ? LanePermutation::leave : lexer.number<uint8_t>();
  lexer.expect(')');
}

void FieldParser::optionalRegister(char prefix, uint8_t highest,
                                   uint8_t &number) {
  if (!lexer.consume('+'))
    return;
  lexer.expect(prefix);
  number = lexer.number<uint8_t>(0, highest);
}

void FieldParser::stochastic(StochasticRounding &rounding) {
  lexer.expect('(');
  lexer.expectWord("stream");
  rounding.stream = lexer.number<uint32_t>();
  optionalRegister('r', noRegister6 - 1, rounding.streamRegister);
  lexer.expect(',');
  lexer.expectWord("index");
  rounding.indexOffset = lexer.number<uint64_t>();
  optionalRegister('a', 15, rounding.indexRegister);
  lexer.expect(',');
  lexer.expectWord("strides");
  for (int64_t &stride : rounding.indexStride)
    stride = lexer.number<int64_t>();
  lexer.expect(',');
  lexer.expectWord("ordinal");
  rounding.ordinal = lexer.number<uint32_t>();
  optionalRegister('r', noRegister6 - 1, rounding.ordinalRegister);
  lexer.expect(')');
}

#include "glia/ISA/Parser.cpp.inc"

Expected<Instruction> parse(StringRef line, Engine stream,
                            LabelResolver resolveLabel) {
  LineLexer lexer(line);
  StringRef text = lexer.word();
  std::optional<Opcode> opcode = parseMnemonic(text);
  if (!opcode)
    return makeError(ErrorCode::E1206,
                     "no instruction is named `" + text + "`");
  Instruction instruction = makeInstruction(*opcode);
  FieldParser parser(lexer, resolveLabel);
  std::visit(
      [&](auto &x) {
        x.engine = stream;
        parseFields(x, parser);
      },
      instruction);
  if (!lexer.failed() && !lexer.atEnd())
    lexer.fail("expects the end of the line");
  if (Error error = parser.takeLabelError())
    return std::move(error);
  if (lexer.failed())
    return makeError(GliaError(ErrorCode::E1206, lexer.message())
                         .with("instruction", text.str()));
  return instruction;
}

Expected<Instruction> parse(StringRef line, Engine stream) {
  return parse(line, stream, [](StringRef label) -> Expected<uint32_t> {
    return makeError(ErrorCode::E1206, "has no label `" + label + "`");
  });
}

} // namespace glia::isa
