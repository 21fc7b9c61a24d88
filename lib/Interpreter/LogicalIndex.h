//===- LogicalIndex.h - Where an element stands in its tensor -------------===//
//
// Stochastic rounding and random numbers depend on an element's place in the
// logical tensor, an affine function of the operand's walk (docs/Machine.md,
// 4.9). All sums wrap.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_LIB_INTERPRETER_LOGICALINDEX_H
#define GLIA_LIB_INTERPRETER_LOGICALINDEX_H

#include "Core.h"
#include "glia/Support/StochasticRounding.h"

namespace glia::interpreter {

/// What the random bits of a store depend on beside the element.
inline numerics::StochasticKey
roundingKey(const Core &core, const isa::StochasticRounding &word) {
  auto registerOr0 = [&](uint8_t number) {
    return number == isa::noRegister6 ? 0 : core.stream->registers[number];
  };
  return {core.options.roundingSeed,
          word.stream + registerOr0(word.streamRegister), core.step,
          word.ordinal + registerOr0(word.ordinalRegister)};
}
/// The place of the operand's first element.
inline uint64_t roundingBase(const Core &core,
                             const isa::StochasticRounding &word) {
  return word.indexOffset + (word.indexRegister == isa::noRegister5
                                 ? 0
                                 : core.stream->addresses[word.indexRegister]);
}

/// A walk over loops, outermost first, with a number at each element.
class AffineWalk {
public:
  explicit AffineWalk(uint64_t base) : value(base) {}
  /// Adds a loop inside the others.
  void push(uint64_t count, int64_t stride) {
    loops.push_back({count, static_cast<uint64_t>(stride), 0});
  }
  /// The number at the element, which the walk then leaves.
  uint64_t next() {
    uint64_t result = value;
    for (size_t i = loops.size(); i-- > 0;) {
      Loop &loop = loops[i];
      value += loop.stride;
      if (++loop.index < loop.count)
        break;
      value -= loop.stride * loop.count;
      loop.index = 0;
    }
    return result;
  }

private:
  struct Loop {
    uint64_t count, stride, index;
  };
  uint64_t value;
  llvm::SmallVector<Loop, 6> loops;
};

/// The walk over an operand, with one stride for partitions (or the outermost
/// pair of HBM) and one for each pair inside.
inline AffineWalk affineWalk(const isa::OnChipOperand &operand, uint64_t base,
                             llvm::ArrayRef<int64_t> strides) {
  AffineWalk walk(base);
  walk.push(operand.partitions, strides[0]);
  for (unsigned i = 0; i < operand.rank; ++i)
    walk.push(operand.count[i], strides[i + 1]);
  return walk;
}
inline AffineWalk affineWalk(const isa::HbmOperand &operand, uint64_t base,
                             llvm::ArrayRef<int64_t> strides) {
  AffineWalk walk(base);
  for (unsigned i = 0; i < operand.rank; ++i)
    walk.push(operand.count[i], strides[i]);
  return walk;
}

} // namespace glia::interpreter

#endif
