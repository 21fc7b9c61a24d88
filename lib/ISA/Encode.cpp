//===- Encode.cpp - Instruction to bytes ----------------------------------===//
//
// Every field is checked against its width, so that decode(encode(x)) = x
// holds or the encoder refuses.
//
//===----------------------------------------------------------------------===//

#include "Bits.h"
#include "Tables.h"
#include "glia/Support/Error.h"

using namespace llvm;

namespace glia::isa {

#include "glia/ISA/Encoder.cpp.inc"

static void writeHeader(MutableArrayRef<uint8_t> bytes, const Header &header) {
  writeBits(bytes, 0, 16, header.opcode);
  writeBits(bytes, 16, 3, header.engine);
  writeBits(bytes, 19, 2, header.words - 1u);
  writeBits(bytes, 21, 1, header.hasRoundingWord);
  writeBits(bytes, 22, 1, header.saturate);
}

template <typename X>
static void encodeInto(const X &x, MutableArrayRef<uint8_t> bytes,
                       FieldWriter &writer) {
  Header header;
  header.opcode = uint16_t(x.opcode);
  header.engine = uint8_t(x.engine);
  header.words = uint8_t(bytes.size() / wordBytes);
  if (!isKnown(x.engine))
    writer.fail("engine", "has no meaning for " + Twine(unsigned(x.engine)));
  encodeFields(x, writer);
  if constexpr (X::rounds) {
    header.saturate = x.saturate;
    header.hasRoundingWord = x.rounding == Rounding::stochastic;
    if (!isKnown(x.rounding))
      writer.fail("rounding",
                  "has no meaning for " + Twine(unsigned(x.rounding)));
    else if (header.hasRoundingWord)
      writer.writeRounding((header.words - 1u) * wordBytes * 8, x.stochastic);
    else if (!(x.stochastic == StochasticRounding{}))
      writer.fail("stochastic",
                  "expects initial values where rounding is to nearest");
  }
  writeHeader(bytes, header);
}

Error encode(const Instruction &instruction, SmallVectorImpl<uint8_t> &bytes) {
  std::array<uint8_t, maxInstructionWords * wordBytes> buffer{};
  MutableArrayRef<uint8_t> used = MutableArrayRef<uint8_t>(buffer).take_front(
      words(instruction) * wordBytes);
  FieldWriter writer(used);
  std::visit([&](const auto &x) { encodeInto(x, used, writer); }, instruction);
  if (writer.failed())
    return makeError(
        GliaError(ErrorCode::E1201, writer.message().str())
            .with("instruction", mnemonic(opcode(instruction)).str()));
  bytes.append(used.begin(), used.end());
  return Error::success();
}

} // namespace glia::isa
