//===- Predicates.h - What the table's checks and costs ask ---------------===//
//
// The vocabulary of the C++ expressions in include/glia/ISA/*.td. All
// arithmetic is wide enough for any operand that decodes.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_LIB_ISA_PREDICATES_H
#define GLIA_LIB_ISA_PREDICATES_H

#include "glia/ISA/Instructions.h"
#include <algorithm>

namespace glia::isa {

// -- On-chip operands --------------------------------------------------------

/// Of a type of whole bytes.
uint64_t elementBytes(ElementType type);
bool allCountsPositive(const OnChipOperand &o);
/// The lowest and highest byte of a partition that the operand touches.
int64_t lowestByte(const OnChipOperand &o);
int64_t highestByte(const OnChipOperand &o);
uint64_t partitionBytes(Space space, const Target &target);
bool isInBounds(const OnChipOperand &o, const Target &target);
bool isInOneBank(const OnChipOperand &o, const Target &target);
/// The start rule: up to 32 partitions at 0, 32, 64 or 96; up to 64 at 0 or
/// 64; more at 0.
bool isAllowedStart(unsigned start, unsigned partitions);
llvm::StringRef allowedStarts(unsigned partitions);
uint64_t elements(const OnChipOperand &o);
/// Elements of the walk's first and last axis; on chip, partitions come first.
uint64_t outermostCount(const OnChipOperand &o);
uint64_t outermostCount(const HbmOperand &o);
uint64_t innermostCount(const OnChipOperand &o);
uint64_t innermostCount(const HbmOperand &o);
bool isSameShape(const OnChipOperand &a, const OnChipOperand &b);
/// Elements per partition of one of the rows that a partition holds: of two
/// with double rows.
uint64_t rowElements(const OnChipOperand &o, bool doubleRow);
/// Elements per partition that a reduction over the last `axes` pairs keeps.
uint64_t keptElements(const OnChipOperand &o, unsigned axes);

// -- HBM and scalars ---------------------------------------------------------

bool allCountsPositive(const HbmOperand &o);
bool isAligned(const HbmOperand &o);
uint64_t elements(const HbmOperand &o);
/// Elements inside one index of the outermost pair.
uint64_t rowElements(const HbmOperand &o);
bool isInBounds(const HbmOperand &o, const Target &target);
bool hasNoZeroStride(const OnChipOperand &o);
bool hasNoZeroStride(const HbmOperand &o);
bool isScalarInBounds(const ScalarOperand &o, const Target &target);
bool isSignalInRange(unsigned base, unsigned mask);

// -- Types -------------------------------------------------------------------

bool isBitwiseReduction(PartitionReduceOp op);
bool isIndexType(ElementType type);
bool isSegmentType(ElementType type);
bool isMatmulType(ElementType type, const Target &target);
/// fp32 takes passes of its own, and the two e4m3 are one format with two
/// meanings; double rows are a mode of fp8.
bool mayMultiply(MatmulType stationary, ElementType moving, bool doubleRow,
                 const Target &target);
bool isPredicateType(ElementType type);
/// GpSimd computes exactly on them.
bool isExactInteger(ElementType type);
bool areAluTypesAllowed(Engine engine, AluOp op, ElementType left,
                        ElementType right, ElementType destination);
bool isScalarTypeAllowed(Engine engine, AluOp op, ElementType tensor,
                         const ScalarOperand &scalar);

bool hasAluOp(Engine engine, AluOp op, ElementType type);
/// Of tensor_scalar_cumulative.
bool isRunningOp(AluOp op);
bool areActivationSteps(AluOp op0, AluOp op1);
bool areTransposeTypes(ElementType source, ElementType destination);

// -- Lanes and tiles ---------------------------------------------------------

/// Partitions that a permutation of each 32 lanes writes.
std::bitset<128> movedLanes(const LanePermutation &lanes, unsigned partitions);
bool arePermutedLanes(const LanePermutation &lanes, unsigned partitions);
bool isTileSize(unsigned size, const Target &target);
bool isTilePosition(unsigned position, unsigned size);
/// Are the operand's partitions those of the tile? The whole array has no such
/// rule.
bool fitsTile(const OnChipOperand &o, unsigned position, unsigned size);
bool isDoubleRow(const OnChipOperand &o, unsigned columnSize,
                 const Target &target);

// -- Microscaling ------------------------------------------------------------

bool isMxType(ElementType type);
bool isMxScaleOf(const OnChipOperand &scale, const OnChipOperand &elements);
/// Partitions of `scale` that hold scales of so many partitions of elements.
std::bitset<128> mxScaleRows(unsigned partitions, unsigned scalePartitions);

// -- Costs -------------------------------------------------------------------

/// Cycles of n elements a partition at `factor` cycles each.
double elementwiseInterval(Engine engine, uint64_t n, double factor,
                           const Target &target);
/// All in SBUF, of 16-bit floats.
bool is16Bit(const OnChipOperand &a, const OnChipOperand &b,
             const OnChipOperand &c);
/// Part of the array that a tile takes.
double tileShare(unsigned rows, unsigned columns);
/// Elements a cycle of Vector's copy and tensor_scalar.
double fastMode(Engine engine, const OnChipOperand &destination,
                const OnChipOperand &source, const Target &target);
double dmaNanoseconds(const OnChipOperand &a, const OnChipOperand &b,
                      const Target &target);
double dmaNanoseconds(const OnChipOperand &a, const HbmOperand &b,
                      const Target &target);
double dmaNanoseconds(const HbmOperand &a, const HbmOperand &b,
                      const Target &target);

/// How much longer a transfer takes that adds.
double dmaSumFactor(bool accumulate, const Target &target);
/// 2-byte elements at 90 % of the rate of a copy, others at 50 %.
double dmaTransposeNanoseconds(uint64_t n, ElementType type, bool isHbm,
                               const Target &target);
/// Partitions that one processor of GpSimd works on in turn.
double partitionTurns(const OnChipOperand &o);
double localGatherInterval(const OnChipOperand &destination, unsigned run,
                           const Target &target);

} // namespace glia::isa

#endif
