//===- Patterns.h - Static access patterns of tile ops --------------------===//
//
// Every operand that a tile op reads or writes carries one of these as a
// native property, not as an attribute: programs have 10^5 ops. They are what
// isa::OnChipOperand and isa::HbmOperand say, minus the addresses, which the
// allocator adds.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_DIALECTS_TILE_PATTERNS_H
#define GLIA_DIALECTS_TILE_PATTERNS_H

#include "dialects/Tile/InstructionEnums.h"
#include "mlir/Bytecode/BytecodeImplementation.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/OpImplementation.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/SmallVector.h"
#include <array>

namespace glia::tile {

/// Elements of a tile: lanes [startPartition, startPartition + partitions), and
/// in each lane the elements offset + sum(i_j * stride[j]), pairs outermost
/// first. Text: `[0:128, 64, 4*512, 512*1]` = start : partitions, offset, count
/// * stride ...
struct AccessPattern {
  uint8_t startPartition = 0;
  uint8_t partitions = 1; // 1..128
  uint8_t rank = 1;       // used pairs, 1..4
  uint32_t offset = 0;    // elements from the tile's start, in the partition
  std::array<uint16_t, 4> count{1, 1, 1, 1};
  std::array<int16_t, 4> stride{1, 1, 1, 1}; // elements

  /// `elements` neighbours from `offset` on.
  static AccessPattern contiguous(unsigned partitions, unsigned elements,
                                  unsigned startPartition = 0,
                                  unsigned offset = 0);
  static AccessPattern
  strided(unsigned partitions,
          llvm::ArrayRef<std::pair<int64_t, int64_t>> pairs,
          unsigned startPartition = 0, unsigned offset = 0);

  /// The same elements in the same order in as few pairs as possible.
  AccessPattern merged() const;
  uint64_t elementsPerPartition() const;
  /// Smallest and largest element index reached.
  std::pair<int64_t, int64_t> range() const;
  /// Whether two patterns on the same tile may touch a common element (exact
  /// per lane, by range in a lane).
  bool mayOverlap(const AccessPattern &other) const;
  bool operator==(const AccessPattern &) const = default;
};

/// Bytes of a buffer: elements at offset + sum(i_j * stride[j]), all in bytes,
/// pairs outermost first. Text: `[4096, 128*2048, 512*4]`. A source's stride
/// may be 0 (broadcast).
struct BufferPattern {
  uint8_t rank = 1; // used pairs, 1..5
  int64_t offset = 0;
  std::array<uint32_t, 5> count{1, 1, 1, 1, 1};
  std::array<int64_t, 5> stride{0, 0, 0, 0, 0};

  static BufferPattern
  strided(int64_t offset, llvm::ArrayRef<std::pair<int64_t, int64_t>> pairs);

  /// The same elements in the same order in as few pairs as possible.
  BufferPattern merged() const;
  uint64_t elements() const;
  /// First byte offset of the lowest and of the highest element.
  std::pair<int64_t, int64_t> range() const;
  bool operator==(const BufferPattern &) const = default;
};

/// A scalar operand of tensor_scalar and activate: an immediate, or one value
/// per lane of a [P, 1] tile operand. Text: `imm 0x3F800000` or `ptr [start,
/// offset]`.
struct ScalarSource {
  bool isPointer = false;
  uint8_t startPartition = 0;
  uint32_t bits = 0; // fp32 bits (an int32 for integer arithmetic on gpsimd),
                     // or the element offset in the tile

  static ScalarSource immediate(float value);
  static ScalarSource integer(int32_t value);
  static ScalarSource pointer(unsigned startPartition = 0, unsigned offset = 0);
  bool operator==(const ScalarSource &) const = default;
};

/// How a DMA is issued; decided by scheduling (queue) and synchronisation
/// (signals: bit i of the mask adds 16 to semaphore signalBase + i for consumer
/// stream i). Text: `queue 3 signals 16 mask 5`.
struct DmaIssue {
  int8_t queue = -1; // -1: not assigned yet
  uint8_t signalBase = 0, signalMask = 0;
  bool operator==(const DmaIssue &) const = default;
};

// What the property definitions of TileOps.td call.
void toIntegers(const AccessPattern &value,
                llvm::SmallVectorImpl<int64_t> &out);
void toIntegers(const BufferPattern &value,
                llvm::SmallVectorImpl<int64_t> &out);
void toIntegers(const ScalarSource &value, llvm::SmallVectorImpl<int64_t> &out);
void toIntegers(const DmaIssue &value, llvm::SmallVectorImpl<int64_t> &out);
bool fromIntegers(llvm::ArrayRef<int64_t> in, AccessPattern &value);
bool fromIntegers(llvm::ArrayRef<int64_t> in, BufferPattern &value);
bool fromIntegers(llvm::ArrayRef<int64_t> in, ScalarSource &value);
bool fromIntegers(llvm::ArrayRef<int64_t> in, DmaIssue &value);
mlir::ParseResult parseProperty(mlir::OpAsmParser &parser,
                                AccessPattern &value);
mlir::ParseResult parseProperty(mlir::OpAsmParser &parser,
                                BufferPattern &value);
mlir::ParseResult parseProperty(mlir::OpAsmParser &parser, ScalarSource &value);
mlir::ParseResult parseProperty(mlir::OpAsmParser &parser, DmaIssue &value);
void printProperty(mlir::OpAsmPrinter &printer, const AccessPattern &value);
void printProperty(mlir::OpAsmPrinter &printer, const BufferPattern &value);
void printProperty(mlir::OpAsmPrinter &printer, const ScalarSource &value);
void printProperty(mlir::OpAsmPrinter &printer, const DmaIssue &value);

template <typename T>
mlir::Attribute propertyToAttribute(mlir::MLIRContext *context,
                                    const T &value) {
  llvm::SmallVector<int64_t, 12> integers;
  toIntegers(value, integers);
  return mlir::DenseI64ArrayAttr::get(context, integers);
}
template <typename T>
bool propertyFromAttribute(mlir::Attribute attribute, T &value) {
  auto array = llvm::dyn_cast_or_null<mlir::DenseI64ArrayAttr>(attribute);
  return array && fromIntegers(array.asArrayRef(), value);
}
template <typename T>
llvm::hash_code hashProperty(const T &value) {
  llvm::SmallVector<int64_t, 12> integers;
  toIntegers(value, integers);
  return llvm::hash_combine_range(integers.begin(), integers.end());
}
template <typename T>
void writeProperty(mlir::DialectBytecodeWriter &writer, const T &value) {
  llvm::SmallVector<int64_t, 12> integers;
  toIntegers(value, integers);
  writer.writeSignedVarInts(integers);
}
template <typename T>
mlir::LogicalResult readProperty(mlir::DialectBytecodeReader &reader,
                                 T &value) {
  llvm::SmallVector<int64_t> integers;
  return mlir::success(mlir::succeeded(reader.readSignedVarInts(integers)) &&
                       fromIntegers(integers, value));
}

template <typename E>
mlir::ParseResult parseEnum(mlir::OpAsmParser &parser, E &value) {
  llvm::StringRef text;
  llvm::SMLoc location = parser.getCurrentLocation();
  if (parser.parseKeyword(&text))
    return mlir::failure();
  std::optional<E> parsed = parseKeyword(text, E());
  if (!parsed)
    return parser.emitError(location) << "unknown keyword `" << text << "`";
  value = *parsed;
  return mlir::success();
}

} // namespace glia::tile

#endif
