//===- Instructions.h - Instructions as structs, and what one can do ------===//
//
// The structs, and the functions over them, are generated from the
// instruction table; by hand stand only the operands that all of them share.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_ISA_INSTRUCTIONS_H
#define GLIA_ISA_INSTRUCTIONS_H

#include "glia/ISA/Enums.h"
#include "glia/Support/ElementType.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <array>
#include <bitset>
#include <optional>
#include <random>
#include <variant>

namespace glia::isa {

inline constexpr unsigned wordBytes = 64;
/// "None" in a 6-bit register field, in a 5-bit address register field, and
/// "this core" in an address.
inline constexpr uint8_t noRegister6 = 63;
inline constexpr uint8_t noRegister5 = 31;
inline constexpr uint32_t selfCore = 0xFFFFF;

/// The two have the same numbers.
inline ElementType elementType(MatmulType type) {
  static_assert(unsigned(MatmulType::f8e5m2) == unsigned(ElementType::f8e5m2));
  return static_cast<ElementType>(type);
}
/// Of a type that the Tensor engine reads.
inline MatmulType matmulType(ElementType type) {
  return static_cast<MatmulType>(type);
}

/// Partitions x elements in SBUF or PSUM. Every partition is walked by the
/// same pairs, outermost first. 192 bits: [0,4) space [4,9) type [9,16)
/// startPartition [16,24) partitions [24,27) rank [32,64) byteOffset, then 4 x
/// (u16 count, i16 stride). Unused pairs keep their initial values.
struct OnChipOperand {
  Space space = Space::sbuf;
  ElementType type = ElementType::f32;
  uint8_t startPartition = 0;
  uint8_t partitions = 1;  // 1 to 128
  uint8_t rank = 1;        // used pairs, 1 to 4
  uint32_t byteOffset = 0; // in the partition
  std::array<uint16_t, 4> count{1, 1, 1, 1};
  std::array<int16_t, 4> stride{1, 1, 1, 1}; // in elements

  uint64_t elementsPerPartition() const {
    uint64_t n = 1;
    for (unsigned i = 0; i < rank && i < count.size(); ++i)
      n *= count[i];
    return n;
  }
  bool operator==(const OnChipOperand &) const = default;
};

/// A strided range of HBM. 576 bits: [0,5) type [5,8) rank [8,13)
/// baseRegister [16,56) offset [64,84) core, from 96: 5 x (u32 count, i64
/// stride).
struct HbmOperand {
  ElementType type = ElementType::f32;
  uint8_t rank = 1; // used pairs, 1 to 5
  uint8_t baseRegister = noRegister5;
  uint64_t offset = 0; // 40 bits, bytes
  uint32_t core = selfCore;
  std::array<uint32_t, 5> count{1, 1, 1, 1, 1};
  std::array<int64_t, 5>
      stride{}; // bytes, outermost first; a source's may be 0

  /// Saturates at 2^64 - 1.
  uint64_t elements() const {
    unsigned __int128 n = 1;
    for (unsigned i = 0; i < rank && i < count.size() && n <= UINT64_MAX; ++i)
      n *= count[i];
    return n > UINT64_MAX ? UINT64_MAX : uint64_t(n);
  }
  bool operator==(const HbmOperand &) const = default;
};

/// An immediate, or one value per partition in SBUF. 64 bits: [0,1) isPointer
/// [1,6) type [6,13) startPartition [32,64) bits.
struct ScalarOperand {
  bool isPointer = false;
  ElementType type = ElementType::f32;
  uint8_t startPartition = 0;
  uint32_t bits = 0; // fp32 or int32 bits, or the byte offset

  bool operator==(const ScalarOperand &) const = default;
};

/// Optional last word of an instruction whose store may round; present iff
/// rounding is stochastic (docs/Machine.md, 4.9).
struct StochasticRounding {
  uint32_t stream = 0;
  uint8_t streamRegister = noRegister6;
  uint64_t indexOffset = 0;
  uint8_t indexRegister = noRegister5;
  std::array<int64_t, 5> indexStride{}; // partition, then the 4 pairs
  uint32_t ordinal = 0;
  uint8_t ordinalRegister = noRegister6;

  bool operator==(const StochasticRounding &) const = default;
};

/// The source lane of each of 32 lanes; `leave` keeps what the lane holds.
struct LanePermutation {
  static constexpr uint8_t leave = 255;
  std::array<uint8_t, 32> source;

  constexpr LanePermutation() : source() {
    for (unsigned i = 0; i < source.size(); ++i)
      source[i] = static_cast<uint8_t>(i);
  }
  bool operator==(const LanePermutation &) const = default;
};

#include "glia/ISA/Instructions.h.inc"
#include "glia/ISA/TargetStruct.h.inc"

/// Null for an unknown name.
const Target *findTarget(llvm::StringRef name);
llvm::ArrayRef<const Target *> allTargets();
/// Of the engine's stream; the sync engine runs at the scalar engine's.
double clockGHz(const Target &target, Engine engine);

Opcode opcode(const Instruction &instruction);
Engine engine(const Instruction &instruction);
llvm::StringRef mnemonic(Opcode opcode);
/// One line of assembly, the one of docs/ISA.md.
llvm::StringRef example(Opcode opcode);
std::optional<Opcode> parseMnemonic(llvm::StringRef text);
/// All opcodes, in table order.
llvm::ArrayRef<Opcode> allOpcodes();
/// May the instruction stand in the stream?
bool isAllowedOn(Opcode opcode, Engine engine);
/// Does the target have the instruction?
bool isOn(Opcode opcode, const Target &target);
/// 64-byte words of the encoding, 1 to 4.
unsigned words(const Instruction &instruction);

/// Appends the encoding; range-checks every field (E1201).
llvm::Error encode(const Instruction &instruction,
                   llvm::SmallVectorImpl<uint8_t> &bytes);
/// Decodes the instruction that starts at the first byte; more may follow.
/// E1202 to E1205: cut off, unknown opcode, unknown enumerator, reserved bits.
llvm::Expected<Instruction> decode(llvm::ArrayRef<uint8_t> bytes);

/// One line of assembly, without a line end.
void print(const Instruction &instruction, llvm::raw_ostream &os);
/// `resolveLabel` maps a label to a pc; by default there are none. E1206.
using LabelResolver =
    llvm::function_ref<llvm::Expected<uint32_t>(llvm::StringRef)>;
llvm::Expected<Instruction> parse(llvm::StringRef line, Engine stream);
llvm::Expected<Instruction> parse(llvm::StringRef line, Engine stream,
                                  LabelResolver resolveLabel);

/// The labelled checks of the table (E1207, with the label as a fact).
llvm::Error validate(const Instruction &instruction, const Target &target);
/// Every label of the table.
llvm::ArrayRef<llvm::StringRef> allCheckLabels();

/// Docs/Machine.md, section 6. Of a DMA: fixed cost as latency, the bytes' and
/// descriptors' time on all DMA engines as interval.
struct Cost {
  double interval_ns = 0, latency_ns = 0;
};
Cost cost(const Instruction &instruction, const Target &target);

/// One operand that is read or written; exactly one pointer is set.
struct Access {
  llvm::StringRef name;
  bool isWrite = false;
  const OnChipOperand *onChip = nullptr;
  const HbmOperand *hbm = nullptr;
  const ScalarOperand *scalar = nullptr; // only if a pointer
  /// Partitions of the operand that are touched, counted from its first; none:
  /// all of them.
  std::optional<std::bitset<128>> rows = std::nullopt;
};
void forEachAccess(const Instruction &instruction,
                   llvm::function_ref<void(Access)> callback);

/// What the instruction does with its engine's row accumulators.
struct AccumulatorUse {
  bool reads = false, writes = false;
  uint8_t startPartition = 0, partitions = 0;
};
AccumulatorUse accumulatorUse(const Instruction &instruction);

/// A valid instruction, for tests; the same on every host for one seed.
Instruction random(Opcode opcode, std::mt19937_64 &generator,
                   const Target &target);

} // namespace glia::isa

#endif
