//===- Fields.cpp - Instruction structs as native properties --------------===//

#include "dialects/ISA/Fields.h"
#include "llvm/Support/Endian.h"

using namespace mlir;

namespace glia::isa::ir {

/// The assembly behind the mnemonic.
static std::string operandText(const Instruction &instruction) {
  std::string text;
  llvm::raw_string_ostream os(text);
  print(instruction, os);
  return StringRef(text)
      .drop_front(mnemonic(opcode(instruction)).size())
      .ltrim()
      .str();
}

/// Reads the fields of an instruction whose kind is known.
static llvm::Error readText(Instruction &instruction, Engine stream,
                            StringRef text) {
  llvm::Expected<Instruction> parsed =
      parse((mnemonic(opcode(instruction)) + " " + text).str(), stream);
  if (!parsed)
    return parsed.takeError();
  instruction = *parsed;
  return llvm::Error::success();
}

void printInstructionFields(OpAsmPrinter &printer,
                            const Instruction &instruction) {
  printer << name(engine(instruction));
  std::string text = operandText(instruction);
  if (!text.empty())
    printer << " \"" << text << '"'; // assembly has nothing to escape
}

ParseResult parseInstructionFields(OpAsmParser &parser,
                                   Instruction &instruction) {
  StringRef keyword;
  SMLoc location = parser.getCurrentLocation();
  if (parser.parseKeyword(&keyword))
    return failure();
  std::optional<Engine> stream = parseEngine(keyword);
  if (!stream)
    return parser.emitError(location, "has no engine `") << keyword << "`";
  std::string text;
  location = parser.getCurrentLocation();
  (void)parser.parseOptionalString(&text);
  if (llvm::Error error = readText(instruction, *stream, text))
    return parser.emitError(location, llvm::toString(std::move(error)));
  return success();
}

Attribute instructionToAttribute(MLIRContext *context,
                                 const Instruction &instruction) {
  return StringAttr::get(context, name(engine(instruction)) + ": " +
                                      operandText(instruction));
}

LogicalResult
instructionFromAttribute(Attribute attribute, Instruction &instruction,
                         function_ref<InFlightDiagnostic()> diagnostic) {
  auto text = dyn_cast_or_null<StringAttr>(attribute);
  if (!text)
    return diagnostic() << "expects the fields as a string";
  auto [keyword, fields] = text.getValue().split(':');
  std::optional<Engine> stream = parseEngine(keyword);
  if (!stream)
    return diagnostic() << "has no engine `" << keyword << "`";
  if (llvm::Error error = readText(instruction, *stream, fields))
    return diagnostic() << llvm::toString(std::move(error));
  return success();
}

/// As 64-bit words, without trailing zeros; empty if it does not encode, which
/// the verifier reports.
static SmallVector<uint64_t, 32> encodedWords(const Instruction &instruction) {
  SmallVector<uint8_t, 256> bytes;
  if (llvm::Error error = encode(instruction, bytes)) {
    llvm::consumeError(std::move(error));
    return {};
  }
  SmallVector<uint64_t, 32> result;
  for (size_t i = 0; i < bytes.size(); i += 8)
    result.push_back(llvm::support::endian::read64le(bytes.data() + i));
  while (!result.empty() && result.back() == 0)
    result.pop_back();
  return result;
}

void writeInstruction(DialectBytecodeWriter &writer,
                      const Instruction &instruction) {
  SmallVector<uint64_t, 32> numbers = encodedWords(instruction);
  writer.writeVarInt(numbers.size());
  for (uint64_t number : numbers)
    writer.writeVarInt(number);
}

LogicalResult readInstruction(DialectBytecodeReader &reader,
                              Instruction &instruction) {
  uint64_t size = 0;
  std::array<uint8_t, 4 * wordBytes> bytes{};
  if (failed(reader.readVarInt(size)))
    return failure();
  if (size > bytes.size() / 8)
    return reader.emitError("expects at most ")
           << bytes.size() / 8 << " words, got " << size;
  for (uint64_t i = 0; i < size; ++i) {
    uint64_t number = 0;
    if (failed(reader.readVarInt(number)))
      return failure();
    llvm::support::endian::write64le(bytes.data() + i * 8, number);
  }
  llvm::Expected<Instruction> decoded = decode(bytes);
  if (!decoded)
    return reader.emitError(llvm::toString(decoded.takeError()));
  instruction = *decoded;
  return success();
}

llvm::hash_code hashInstruction(const Instruction &instruction) {
  SmallVector<uint64_t, 32> numbers = encodedWords(instruction);
  return llvm::hash_combine_range(numbers.begin(), numbers.end());
}

} // namespace glia::isa::ir
