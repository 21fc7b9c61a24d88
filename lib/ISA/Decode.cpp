//===- Decode.cpp - Bytes to instruction ----------------------------------===//
//
// What was decoded is encoded again and compared, so that a bit that no field
// covers, or that a field ignores, is an error and not lost silently.
//
//===----------------------------------------------------------------------===//

#include "Bits.h"
#include "Tables.h"
#include "glia/Support/Error.h"

using namespace llvm;

namespace glia::isa {

#include "glia/ISA/Decoder.cpp.inc"

static Header readHeader(ArrayRef<uint8_t> bytes) {
  Header header;
  header.opcode = uint16_t(readBits(bytes, 0, 16));
  header.engine = uint8_t(readBits(bytes, 16, 3));
  header.words = uint8_t(readBits(bytes, 19, 2) + 1);
  header.hasRoundingWord = readBits(bytes, 21, 1);
  header.saturate = readBits(bytes, 22, 1);
  return header;
}

template <typename X>
static void decodeInto(X &x, const Header &header, FieldReader &reader) {
  x.engine = Engine(header.engine);
  decodeFields(x, reader);
  if constexpr (X::rounds) {
    x.saturate = header.saturate;
    if (header.hasRoundingWord) {
      x.rounding = Rounding::stochastic;
      reader.readRounding((header.words - 1u) * wordBytes * 8, x.stochastic);
    }
  }
}

Expected<Instruction> decode(ArrayRef<uint8_t> bytes) {
  if (bytes.size() < wordBytes)
    return makeError(ErrorCode::E1202,
                     "expects a word of 64 bytes, got " + Twine(bytes.size()));
  Header header = readHeader(bytes);
  if (!isOpcode(header.opcode))
    return makeError(ErrorCode::E1203,
                     "no instruction has the opcode " + Twine(header.opcode));
  Opcode opcode = Opcode(header.opcode);
  auto withName = [&](ErrorCode code, const Twine &message) {
    return makeError(GliaError(code, message.str())
                         .with("instruction", mnemonic(opcode).str()));
  };
  if (header.engine >= numEngineCases)
    return withName(ErrorCode::E1204, "expects an engine below " +
                                          Twine(numEngineCases) + ", got " +
                                          Twine(unsigned(header.engine)));
  unsigned expected = wordsOfFormat(opcode) + header.hasRoundingWord;
  if (header.words != expected)
    return withName(ErrorCode::E1204, "expects " + Twine(expected) +
                                          " words, got " +
                                          Twine(unsigned(header.words)));
  if (bytes.size() < size_t(header.words) * wordBytes)
    return withName(ErrorCode::E1202,
                    "expects " + Twine(unsigned(header.words)) +
                        " words, got " + Twine(bytes.size() / wordBytes));
  bytes = bytes.take_front(size_t(header.words) * wordBytes);

  Instruction instruction = makeInstruction(opcode);
  FieldReader reader(bytes);
  std::visit([&](auto &x) { decodeInto(x, header, reader); }, instruction);
  if (reader.failed())
    return withName(ErrorCode::E1204, reader.message());
  SmallVector<uint8_t, maxInstructionWords * wordBytes> again;
  if (Error error = encode(instruction, again))
    return std::move(error);
  if (ArrayRef<uint8_t>(again) != bytes) {
    size_t at = 0;
    while (at < again.size() && again[at] == bytes[at])
      ++at;
    return withName(ErrorCode::E1205, "expects zero in reserved bits, got " +
                                          Twine(unsigned(bytes[at])) +
                                          " in byte " + Twine(at));
  }
  return instruction;
}

} // namespace glia::isa
