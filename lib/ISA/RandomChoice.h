//===- RandomChoice.h - Random fields that fit each other -----------------===//
//
// What the `random` expressions of the instruction table call. Everything is
// drawn with plain remainders, never with the standard distributions, whose
// results differ between libraries.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_LIB_ISA_RANDOMCHOICE_H
#define GLIA_LIB_ISA_RANDOMCHOICE_H

#include "Predicates.h"

namespace glia::isa {

class RandomChoice {
public:
  RandomChoice(std::mt19937_64 &generator, const Target &target)
      : generator(generator), target(target) {}

  // Numbers.
  uint64_t below(uint64_t limit) { return generator() % limit; }
  uint64_t between(uint64_t low, uint64_t high) {
    return low + below(high - low + 1);
  }
  bool flag() { return below(2); }
  uint64_t bits(unsigned width) {
    return width >= 64 ? generator()
                       : generator() & ((uint64_t(1) << width) - 1);
  }
  uint8_t registerOrNone() {
    return flag() ? noRegister6 : uint8_t(below(noRegister6));
  }
  uint8_t axes() { return uint8_t(between(1, 4)); }
  void rounding(Rounding &rounding, bool &saturate,
                StochasticRounding &stochastic);

  // Enumerations.
  Engine engine(std::initializer_list<Engine> engines) {
    return pick(llvm::ArrayRef<Engine>(engines.begin(), engines.size()));
  }
  AluOp aluOp(Engine engine, ElementType left, ElementType destination);
  AluOp secondAluOp(Engine engine, AluOp first, ElementType left,
                    ElementType destination);
  AluOp arithmeticOp(Engine engine);
  AluOp comparison();
  AluOp runningOp();
  AluOp activationOp0();
  AluOp activationOp1(AluOp op0);
  ReduceOp reduceOp() { return pick(allCases(ReduceOp())); }
  ReduceOp accumulatorOp();
  ReduceOp activationReduceOp();
  AccumulatorCommand accumulatorCommand() {
    return pick(allCases(AccumulatorCommand()));
  }
  AccumulatorCommand runningCommand() {
    return flag() ? AccumulatorCommand::reduce
                  : AccumulatorCommand::reset_reduce;
  }
  AluOp integerAluOp() {
    while (true)
      if (AluOp op = pick(allCases(AluOp())); !isOnlyFloat(op))
        return op;
  }
  BranchCondition branchCondition() {
    return pick(allCases(BranchCondition()));
  }
  PartitionReduceOp partitionReduceOp() {
    return pick(allCases(PartitionReduceOp()));
  }
  MatmulType stationaryType(ElementType moving, bool doubleRow);
  Nibble nibble() { return pick(allCases(Nibble())); }
  uint8_t addressRegisterOrNone() {
    return flag() ? noRegister5 : uint8_t(below(16));
  }
  uint32_t core() {
    return flag() ? selfCore : uint32_t(below(target.coresPerChip));
  }
  ActivationFunction activationFunction() {
    return pick(allCases(ActivationFunction()));
  }

  // Operands of engines.
  OnChipOperand engineOperand(Engine engine);
  OnChipOperand memsetOperand(Engine engine);
  /// Same shape, any type that the step allows.
  OnChipOperand aluInput(Engine engine, const OnChipOperand &destination);
  OnChipOperand castInput(Engine engine, const OnChipOperand &destination);
  /// Same shape and type.
  OnChipOperand like(const OnChipOperand &other, Space space);
  OnChipOperand predicate(const OnChipOperand &destination);
  OnChipOperand reduceSource(unsigned axes, ReduceOp op);
  OnChipOperand reduceResult(const OnChipOperand &source, unsigned axes,
                             ReduceOp op);
  /// The second input, where one may be in PSUM.
  OnChipOperand sbufInput(const OnChipOperand &destination) {
    return make(Space::sbuf, type(false), destination.partitions,
                destination.elementsPerPartition());
  }
  /// Floats, or integers of at most 16 bits.
  OnChipOperand narrowInput(const OnChipOperand &destination);
  /// [P, 1] and [P, n] with the other's partitions.
  OnChipOperand column(Engine engine);
  OnChipOperand columnsLike(const OnChipOperand &other, unsigned columns);
  OnChipOperand indexColumns(const OnChipOperand &other);
  OnChipOperand rowOperand(unsigned fewest, unsigned most);
  OnChipOperand tripleOperand();
  OnChipOperand shuffleOperand();
  LanePermutation lanePermutation(unsigned partitions);
  OnChipOperand tiles32();
  Space vectorSpace() { return space(Engine::vector); }

  // Operands of the Tensor engine.
  bool doubleRow() { return target.hasDoubleRow && below(4) == 0; }
  uint8_t tileSize();
  uint8_t tilePosition(unsigned size) {
    return uint8_t(size * below(128 / size));
  }
  OnChipOperand stationaryOperand(bool doubleRow, unsigned position,
                                  unsigned rows, unsigned columns);
  OnChipOperand matmulResult(unsigned position, unsigned size);
  OnChipOperand movingOperand(const OnChipOperand &destination, bool doubleRow,
                              unsigned position, unsigned rows);
  OnChipOperand mxElements() { return mxMatrix(64); }
  OnChipOperand mxMatrix(unsigned columns);
  OnChipOperand mxMoving(const OnChipOperand &destination);
  OnChipOperand mxScale(const OnChipOperand &elements);
  OnChipOperand mxSource(const OnChipOperand &elements);
  OnChipOperand transposeResult();
  OnChipOperand transposeSource(const OnChipOperand &destination);
  ScalarOperand aluScalar(Engine engine, AluOp op, const OnChipOperand &source);
  ScalarOperand floatScalar(const OnChipOperand &source) {
    return floatScalar(source.partitions);
  }
  ScalarOperand floatScalar(unsigned partitions);
  ScalarOperand parameter(ActivationFunction function,
                          const OnChipOperand &source) {
    return isParametric(function) ? floatScalar(source) : ScalarOperand();
  }
  uint8_t startOf(unsigned partitions) { return start(partitions, false); }

  // Operands of DMA.
  OnChipOperand dmaOperand();
  OnChipOperand dmaOperandLike(const HbmOperand &other);
  OnChipOperand dmaLike(const OnChipOperand &other);
  HbmOperand hbmOperand();
  template <typename Operand>
  HbmOperand hbmLike(const Operand &other, bool zeroStrides) {
    return makeHbm(elements(other), zeroStrides, 1);
  }
  /// Of this core, as a collective wants it; and one of as many elements of the
  /// same type.
  HbmOperand collectiveHbm();
  HbmOperand collectiveLike(const HbmOperand &other);
  OnChipOperand gatherIndex(const OnChipOperand &destination);
  HbmOperand gatherSource(const OnChipOperand &destination);
  template <typename Operand>
  HbmOperand hbmTerms(const Operand &destination) {
    return prepend(makeHbm(elements(destination), true, 1), between(1, 16));
  }
  HbmOperand packedHbm(const OnChipOperand &nibbles, bool zeroStrides);
  HbmOperand transposableHbm();
  OnChipOperand transposableOnChip();
  template <typename Operand>
  OnChipOperand transposedOnChip(const Operand &source) {
    return exchanged(source.type, innermostCount(source),
                     outermostCount(source), elements(source));
  }
  HbmOperand transposedHbm(const OnChipOperand &source);

  // Operands of registers and of GpSimd (RandomIndexed.cpp).
  OnChipOperand element(bool wide);
  OnChipOperand localGatherResult();
  uint8_t runOf(const OnChipOperand &destination);
  OnChipOperand localIndex(const OnChipOperand &destination, unsigned run);
  OnChipOperand tableLike(const OnChipOperand &destination);
  OnChipOperand indexLike(const OnChipOperand &destination);
  OnChipOperand rowsLike(const OnChipOperand &destination);
  OnChipOperand rowIndex(const OnChipOperand &destination);
  OnChipOperand partitionSource(PartitionReduceOp op);
  OnChipOperand partitionResult(const OnChipOperand &source,
                                PartitionReduceOp op);
  OnChipOperand integerSource(unsigned axes);
  OnChipOperand integerResult(const OnChipOperand &source, unsigned axes);
  OnChipOperand topResult(const OnChipOperand &source);
  OnChipOperand topIndices(const OnChipOperand &destination);
  OnChipOperand nonzeroResult(const OnChipOperand &source);
  OnChipOperand segmentIds();
  OnChipOperand boundsResult(const OnChipOperand &source);
  OnChipOperand randomResult();
  OnChipOperand randomState();

private:
  template <typename T>
  T pick(llvm::ArrayRef<T> values) {
    return values[below(values.size())];
  }
  ElementType type(bool wide);
  Space space(Engine engine) {
    return engine == Engine::gpsimd || flag() ? Space::sbuf : Space::psum;
  }
  /// Of at most 32 bits, as Vector has them.
  ElementType narrowIntegerType();
  OnChipOperand rows(ElementType type, bool doubleRow, unsigned position,
                     unsigned size, uint64_t columns);
  uint8_t start(unsigned partitions, bool dma);
  /// `n` as a product of `rank` factors.
  llvm::SmallVector<uint64_t, 5> factors(uint64_t n, unsigned rank);
  OnChipOperand make(Space space, ElementType type, unsigned partitions,
                     uint64_t n, unsigned minimumRank = 1, bool dma = false,
                     bool oneBank = false);
  HbmOperand makeHbm(uint64_t n, bool zeroStrides, unsigned minimumRank);
  HbmOperand makeHbm(ElementType type, llvm::ArrayRef<uint64_t> counts,
                     bool zeroStrides);
  /// Puts a pair around the others.
  HbmOperand prepend(HbmOperand operand, uint64_t count);
  /// [partitions, ..., last], `n` elements in all.
  OnChipOperand exchanged(ElementType type, uint64_t partitions, uint64_t last,
                          uint64_t n);
  ElementType indexType();
  ElementType integerType();
  ScalarOperand pointer(ElementType type, unsigned partitions);

  std::mt19937_64 &generator;
  const Target &target;
};

} // namespace glia::isa

#endif
