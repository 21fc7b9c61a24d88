//===- ElementType.h - Element types of tensors, tiles and operands -------===//
//
// The one list of element types that importer, dialects, object file and
// machine share. The numbers are part of the object format: append only.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_SUPPORT_ELEMENTTYPE_H
#define GLIA_SUPPORT_ELEMENTTYPE_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>

namespace glia {

enum class ElementType : uint8_t {
  f32 = 0,
  tf32 = 1,
  bf16 = 2,
  f16 = 3,
  f8e4m3 = 4,   // largest finite 240
  f8e4m3fn = 5, // largest finite 448
  f8e5m2 = 6,
  f8e8m0 = 7,
  f4e2m1 = 8,
  i8 = 9,
  u8 = 10,
  i16 = 11,
  u16 = 12,
  i32 = 13,
  u32 = 14,
  i64 = 15,
  u64 = 16,
  boolean = 17, // one byte, 0 or 1
  i4 = 18,
  u4 = 19,
};
inline constexpr unsigned numElementTypes = 20;

/// Bits of one element as stored (4 for the nibble types).
unsigned bitWidth(ElementType type);
/// Bytes that `count` elements take in a dense row-major buffer; nibble types
/// pack two a byte, low nibble first.
uint64_t storageBytes(ElementType type, uint64_t count);
bool isFloat(ElementType type);
bool isInteger(ElementType type); // true for boolean, too
/// The name as it is written in assembly, IR and JSON ("f32", "bool", ...).
llvm::StringRef name(ElementType type);
std::optional<ElementType> parseElementType(llvm::StringRef name);

} // namespace glia

#endif
