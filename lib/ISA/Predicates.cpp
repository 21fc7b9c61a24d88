//===- Predicates.cpp - What the table's checks ask -----------------------===//

#include "Predicates.h"

using namespace llvm;

namespace glia::isa {

uint64_t elementBytes(ElementType type) {
  return std::max(1u, bitWidth(type) / 8);
}

bool allCountsPositive(const OnChipOperand &o) {
  return all_of(ArrayRef(o.count).take_front(o.rank),
                [](uint16_t count) { return count >= 1; });
}

int64_t lowestByte(const OnChipOperand &o) {
  int64_t lowest = 0;
  for (unsigned i = 0; i < o.rank; ++i)
    if (o.stride[i] < 0)
      lowest += (int64_t(o.count[i]) - 1) * o.stride[i];
  return o.byteOffset + lowest * int64_t(elementBytes(o.type));
}

int64_t highestByte(const OnChipOperand &o) {
  int64_t highest = 0;
  for (unsigned i = 0; i < o.rank; ++i)
    if (o.stride[i] > 0)
      highest += (int64_t(o.count[i]) - 1) * o.stride[i];
  return o.byteOffset + (highest + 1) * int64_t(elementBytes(o.type)) - 1;
}

uint64_t partitionBytes(Space space, const Target &target) {
  return space == Space::psum ? target.psumBanks * target.psumBankBytes
                              : target.sbufBytesPerPartition;
}

bool isInBounds(const OnChipOperand &o, const Target &target) {
  return lowestByte(o) >= 0 &&
         highestByte(o) < int64_t(partitionBytes(o.space, target));
}

bool isInOneBank(const OnChipOperand &o, const Target &target) {
  int64_t bank = int64_t(target.psumBankBytes);
  return lowestByte(o) / bank == highestByte(o) / bank;
}

bool isAllowedStart(unsigned start, unsigned partitions) {
  if (partitions <= 32)
    return start % 32 == 0 && start <= 96;
  return partitions <= 64 ? start % 64 == 0 && start <= 64 : start == 0;
}

StringRef allowedStarts(unsigned partitions) {
  return partitions <= 32   ? "0, 32, 64 or 96"
         : partitions <= 64 ? "0 or 64"
                            : "0";
}

uint64_t elements(const OnChipOperand &o) {
  return o.partitions * o.elementsPerPartition();
}

uint64_t outermostCount(const OnChipOperand &o) { return o.partitions; }
uint64_t outermostCount(const HbmOperand &o) { return o.count[0]; }
uint64_t innermostCount(const OnChipOperand &o) {
  return o.rank >= 1 && o.rank <= 4 ? o.count[o.rank - 1] : 1;
}
uint64_t innermostCount(const HbmOperand &o) {
  return o.rank >= 1 && o.rank <= 5 ? o.count[o.rank - 1] : 1;
}

bool isSameShape(const OnChipOperand &a, const OnChipOperand &b) {
  return a.partitions == b.partitions &&
         a.elementsPerPartition() == b.elementsPerPartition();
}

uint64_t rowElements(const OnChipOperand &o, bool doubleRow) {
  return o.elementsPerPartition() / (doubleRow ? 2 : 1);
}

uint64_t keptElements(const OnChipOperand &o, unsigned axes) {
  uint64_t n = 1;
  for (unsigned i = 0; i + axes < o.rank; ++i)
    n *= o.count[i];
  return n;
}

bool allCountsPositive(const HbmOperand &o) {
  return all_of(ArrayRef(o.count).take_front(o.rank),
                [](uint32_t count) { return count >= 1; });
}

bool isAligned(const HbmOperand &o) {
  int64_t size = int64_t(elementBytes(o.type));
  return o.offset % size == 0 &&
         all_of(ArrayRef(o.stride).take_front(o.rank),
                [&](int64_t stride) { return stride % size == 0; });
}

uint64_t elements(const HbmOperand &o) { return o.elements(); }

uint64_t rowElements(const HbmOperand &o) {
  HbmOperand row = o;
  row.count[0] = 1;
  return row.elements();
}

bool isInBounds(const HbmOperand &o, const Target &target) {
  __int128 lowest = o.offset, highest = o.offset;
  for (unsigned i = 0; i < o.rank; ++i) {
    __int128 reach = (__int128(o.count[i]) - 1) * o.stride[i];
    (reach < 0 ? lowest : highest) += reach;
  }
  __int128 size = highest - lowest + elementBytes(o.type);
  if (o.baseRegister != noRegister5) // where it lies is known when it runs
    return size <= __int128(target.hbmBytes);
  return lowest >= 0 && highest + elementBytes(o.type) <= target.hbmBytes;
}

template <typename Operand>
static bool walksEveryPair(const Operand &o) {
  for (unsigned i = 0; i < o.rank; ++i)
    if (o.stride[i] == 0 && o.count[i] > 1)
      return false;
  return true;
}

bool hasNoZeroStride(const OnChipOperand &o) { return walksEveryPair(o); }
bool hasNoZeroStride(const HbmOperand &o) { return walksEveryPair(o); }

bool isScalarInBounds(const ScalarOperand &o, const Target &target) {
  uint64_t size = elementBytes(o.type);
  return !o.isPointer || (bitWidth(o.type) >= 8 && o.bits % size == 0 &&
                          o.bits + size <= target.sbufBytesPerPartition);
}

bool isSignalInRange(unsigned base, unsigned mask) {
  for (unsigned i = 0; i < numEngineCases; ++i)
    if ((mask >> i & 1) && base + i > 255)
      return false;
  return mask >> numEngineCases == 0;
}

bool isBitwiseReduction(PartitionReduceOp op) {
  return op == PartitionReduceOp::bitwise_and ||
         op == PartitionReduceOp::bitwise_or;
}

bool isIndexType(ElementType type) {
  return type == ElementType::u16 || type == ElementType::i32 ||
         type == ElementType::u32 || type == ElementType::i64;
}

bool isSegmentType(ElementType type) {
  return type == ElementType::i32 || type == ElementType::f32;
}

bool isMatmulType(ElementType type, const Target &target) {
  switch (type) {
  case ElementType::f32:
  case ElementType::tf32:
  case ElementType::bf16:
  case ElementType::f16:
  case ElementType::f8e4m3:
  case ElementType::f8e5m2:
    return true;
  case ElementType::f8e4m3fn:
    return target.hasFp8e4m3fn;
  default:
    return false;
  }
}

bool mayMultiply(MatmulType stationary, ElementType moving, bool doubleRow,
                 const Target &target) {
  ElementType type = elementType(stationary);
  auto isWide = [](ElementType t) {
    return t == ElementType::f32 || t == ElementType::tf32;
  };
  auto areE4m3 = [](ElementType a, ElementType b) {
    return a == ElementType::f8e4m3 && b == ElementType::f8e4m3fn;
  };
  return isMatmulType(type, target) && isWide(type) == isWide(moving) &&
         !areE4m3(type, moving) && !areE4m3(moving, type) &&
         (!doubleRow || bitWidth(type) == 8);
}

bool isPredicateType(ElementType type) {
  return type == ElementType::u8 || type == ElementType::boolean ||
         type == ElementType::u16 || type == ElementType::u32;
}

bool isExactInteger(ElementType type) {
  return type == ElementType::i32 || type == ElementType::u32 ||
         type == ElementType::i64 || type == ElementType::u64;
}

bool areAluTypesAllowed(Engine engine, AluOp op, ElementType left,
                        ElementType right, ElementType destination) {
  if (isBitwise(op))
    return isInteger(left) && left == right && left == destination;
  if (engine == Engine::gpsimd &&
      (isExactInteger(left) || isExactInteger(right)))
    return left == right; // exact integers; any destination, converted once
  return true;
}

bool hasAluOp(Engine engine, AluOp op, ElementType type) {
  if (engine != Engine::gpsimd)
    return !isOnlyGpsimd(op);
  return !isOnlyFloat(op) || !isExactInteger(type);
}

bool isRunningOp(AluOp op) {
  return op == AluOp::add || op == AluOp::subtract || op == AluOp::multiply ||
         op == AluOp::max || op == AluOp::min;
}

bool areActivationSteps(AluOp op0, AluOp op1) {
  bool isSum = op1 == AluOp::add || op1 == AluOp::subtract;
  if (op0 == AluOp::multiply)
    return isSum || op1 == AluOp::bypass;
  return op1 == AluOp::bypass &&
         (op0 == AluOp::add || op0 == AluOp::subtract || op0 == AluOp::bypass);
}

bool areTransposeTypes(ElementType source, ElementType destination) {
  if (bitWidth(source) == 8)
    return destination == ElementType::u16;
  return source == destination &&
         (bitWidth(source) == 32 || bitWidth(source) == 16);
}

bool isScalarTypeAllowed(Engine engine, AluOp op, ElementType tensor,
                         const ScalarOperand &scalar) {
  if (isUnary(op))
    return scalar == ScalarOperand() || scalar.type == ElementType::f32 ||
           scalar.type == tensor;
  bool onIntegers =
      isBitwise(op) || (engine == Engine::gpsimd && isExactInteger(tensor));
  if (!onIntegers)
    return scalar.type == ElementType::f32;
  return scalar.isPointer ? scalar.type == tensor
                          : scalar.type == ElementType::i32;
}

} // namespace glia::isa
