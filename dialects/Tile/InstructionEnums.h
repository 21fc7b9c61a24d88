//===- InstructionEnums.h - The ISA's enums as the tile dialect uses them -===//
//
// Tile ops carry the instruction table's own enums as native properties, so
// that a new row of the table needs nothing here. Their words in tile IR are
// the table's names.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_DIALECTS_TILE_INSTRUCTIONENUMS_H
#define GLIA_DIALECTS_TILE_INSTRUCTIONENUMS_H

#include "glia/ISA/Enums.h"

namespace glia::tile {

/// Where a buffer's bytes come from and go to.
enum class BufferKind : uint8_t {
  input = 0,
  output = 1,
  constant = 2,
  scratch = 3,
  state = 4
};
inline constexpr llvm::StringLiteral bufferKindNames[] = {
    "input", "output", "constant", "scratch", "state"};

/// Empty for a value that the table does not have.
inline llvm::StringRef keyword(isa::Engine value) {
  return isKnown(value) ? name(value) : "";
}
inline llvm::StringRef keyword(isa::AluOp value) {
  return isKnown(value) ? name(value) : "";
}
inline llvm::StringRef keyword(isa::ReduceOp value) {
  return isKnown(value) ? name(value) : "";
}
inline llvm::StringRef keyword(isa::ActivationFunction value) {
  return isKnown(value) ? name(value) : "";
}
inline llvm::StringRef keyword(BufferKind value) {
  return size_t(value) < std::size(bufferKindNames)
             ? llvm::StringRef(bufferKindNames[size_t(value)])
             : "";
}
inline std::optional<isa::Engine> parseKeyword(llvm::StringRef text,
                                               isa::Engine) {
  return isa::parseEngine(text);
}
inline std::optional<isa::AluOp> parseKeyword(llvm::StringRef text,
                                              isa::AluOp) {
  return isa::parseAluOp(text);
}
inline std::optional<isa::ReduceOp> parseKeyword(llvm::StringRef text,
                                                 isa::ReduceOp) {
  return isa::parseReduceOp(text);
}
inline std::optional<isa::ActivationFunction>
parseKeyword(llvm::StringRef text, isa::ActivationFunction) {
  return isa::parseActivationFunction(text);
}
inline std::optional<BufferKind> parseKeyword(llvm::StringRef text,
                                              BufferKind) {
  for (size_t i = 0; i < std::size(bufferKindNames); ++i)
    if (bufferKindNames[i] == text)
      return static_cast<BufferKind>(i);
  return std::nullopt;
}

} // namespace glia::tile

#endif
