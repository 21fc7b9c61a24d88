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
  AluOp aluOp(ElementType left, ElementType destination);
  AluOp secondAluOp(AluOp first, ElementType left, ElementType destination);
  ReduceOp reduceOp() { return pick(allCases(ReduceOp())); }
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
  OnChipOperand reduceSource(unsigned axes);
  OnChipOperand reduceResult(const OnChipOperand &source, unsigned axes);
  OnChipOperand matmulOperand(unsigned columns);
  OnChipOperand matmulResult();
  OnChipOperand matmulOperandLike(const OnChipOperand &destination);
  OnChipOperand transposeResult();
  OnChipOperand transposeSource(const OnChipOperand &destination);
  ScalarOperand aluScalar(Engine engine, AluOp op, const OnChipOperand &source);
  ScalarOperand floatScalar(const OnChipOperand &source);

  // Operands of DMA.
  OnChipOperand dmaOperand();
  OnChipOperand dmaOperandLike(const HbmOperand &other);
  OnChipOperand dmaLike(const OnChipOperand &other);
  HbmOperand hbmOperand();
  template <typename Operand>
  HbmOperand hbmLike(const Operand &other, bool zeroStrides) {
    return makeHbm(elements(other), zeroStrides, 1);
  }
  OnChipOperand gatherIndex(const OnChipOperand &destination);
  HbmOperand gatherSource(const OnChipOperand &destination);

private:
  template <typename T>
  T pick(llvm::ArrayRef<T> values) {
    return values[below(values.size())];
  }
  ElementType type(bool wide);
  Space space(Engine engine) {
    return engine == Engine::gpsimd || flag() ? Space::sbuf : Space::psum;
  }
  uint8_t start(unsigned partitions, bool dma);
  /// `n` as a product of `rank` factors.
  llvm::SmallVector<uint64_t, 5> factors(uint64_t n, unsigned rank);
  OnChipOperand make(Space space, ElementType type, unsigned partitions,
                     uint64_t n, unsigned minimumRank = 1, bool dma = false,
                     bool oneBank = false);
  HbmOperand makeHbm(uint64_t n, bool zeroStrides, unsigned minimumRank);
  ScalarOperand pointer(ElementType type, unsigned partitions);

  std::mt19937_64 &generator;
  const Target &target;
};

} // namespace glia::isa

#endif
