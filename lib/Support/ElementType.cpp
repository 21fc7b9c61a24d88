//===- ElementType.cpp - Element types of tensors, tiles and operands -----===//
//
// Names and widths of the element types, as one table.
//
//===----------------------------------------------------------------------===//
#include "glia/Support/ElementType.h"
#include <array>

namespace glia {

namespace {
struct TypeInfo {
  llvm::StringLiteral name;
  uint8_t bits;
  bool isFloat;
};
} // namespace

static constexpr std::array<TypeInfo, numElementTypes> typeTable{{
    {"f32", 32, true},   {"tf32", 32, true},  {"bf16", 16, true},
    {"f16", 16, true},   {"f8e4m3", 8, true}, {"f8e4m3fn", 8, true},
    {"f8e5m2", 8, true}, {"f8e8m0", 8, true}, {"f4e2m1", 4, true},
    {"i8", 8, false},    {"u8", 8, false},    {"i16", 16, false},
    {"u16", 16, false},  {"i32", 32, false},  {"u32", 32, false},
    {"i64", 64, false},  {"u64", 64, false},  {"bool", 8, false},
    {"i4", 4, false},    {"u4", 4, false},
}};

static const TypeInfo &infoOf(ElementType type) {
  return typeTable[static_cast<unsigned>(type)];
}

unsigned bitWidth(ElementType type) { return infoOf(type).bits; }

uint64_t storageBytes(ElementType type, uint64_t count) {
  unsigned bits = bitWidth(type);
  return bits == 4 ? count / 2 + count % 2 : count * (bits / 8);
}

bool isFloat(ElementType type) { return infoOf(type).isFloat; }

bool isInteger(ElementType type) { return !isFloat(type); }

llvm::StringRef name(ElementType type) { return infoOf(type).name; }

std::optional<ElementType> parseElementType(llvm::StringRef name) {
  for (unsigned i = 0; i < numElementTypes; ++i)
    if (typeTable[i].name == name)
      return static_cast<ElementType>(i);
  return std::nullopt;
}

} // namespace glia
