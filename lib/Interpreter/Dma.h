//===- Dma.h - Moving elements between two walks --------------------------===//
#ifndef GLIA_LIB_INTERPRETER_DMA_H
#define GLIA_LIB_INTERPRETER_DMA_H

#include "LogicalIndex.h"
#include "Pattern.h"

namespace glia::interpreter {

/// How a DMA stores its elements.
struct TransferRule {
  bool accumulate = false, saturate = false;
  /// Set where the store rounds stochastically.
  std::optional<AffineWalk> places;
  numerics::StochasticKey key;
  ThreadPool *threads = nullptr; // that a plain copy may use
  /// The operands share no byte, though the hulls of their walks may overlap.
  bool areApart = false;
};

/// By the fields of an instruction; `row` is where a walk over one row of the
/// destination starts, in rows (HBM) or partitions.
template <typename T, typename Operand>
TransferRule transferRule(Core &core, const T &x, const Operand &destination,
                          uint64_t row = 0) {
  TransferRule rule;
  rule.threads = &core.threads;
  if constexpr (requires { x.accumulate; })
    rule.accumulate = x.accumulate;
  if constexpr (T::rounds) {
    rule.saturate = x.saturate;
    if (x.rounding == isa::Rounding::stochastic) {
      rule.key = roundingKey(core, x.stochastic);
      uint64_t base = roundingBase(core, x.stochastic) +
                      row * static_cast<uint64_t>(x.stochastic.indexStride[0]);
      rule.places = affineWalk(destination, base, x.stochastic.indexStride);
    }
  }
  return rule;
}

/// Copies bits where the types are the same, else casts (integers exactly, the
/// rest through fp32); or adds to what is there, element by element in the
/// order of the walk. As if the source were read before anything is written.
/// Errors: E4403 if that would need too large a buffer.
llvm::Error moveElements(ElementType toType, uint8_t *to,
                         const Pattern &toPattern, ElementType fromType,
                         const uint8_t *from, const Pattern &fromPattern,
                         TransferRule rule = {});
/// The same from dense elements.
void storeElements(ElementType toType, uint8_t *to, const Pattern &toPattern,
                   ElementType fromType, const uint8_t *dense,
                   TransferRule rule);
/// E4403 for more elements than a transfer may buffer.
llvm::Error checkBuffered(uint64_t elements);

/// destination = the sum of the terms, which `from` and the outermost loop of
/// the source give.
llvm::Error sumTerms(ElementType toType, uint8_t *to, const Pattern &toPattern,
                     const isa::HbmOperand &source, const uint8_t *from,
                     TransferRule rule);

/// Rows by index: the index of each partition, plus the register, wrapped if
/// asked to; -1 for one that is skipped. Errors: E3403.
llvm::Expected<llvm::SmallVector<int64_t, 128>>
rowIndices(Core &core, const isa::OnChipOperand &index, int64_t rows, bool wrap,
           bool skip, uint8_t indexRegister);

/// The walk over an operand with its outermost and innermost loop exchanged.
Pattern transposedPattern(const isa::HbmOperand &operand);
Pattern transposedPattern(const isa::OnChipOperand &operand,
                          uint64_t rowStride);

/// Does the instruction copy bits in the order of both walks, and nothing else?
template <typename T>
bool copiesPlainly(const T &x) {
  // Those that may add are those that otherwise copy; sums never do.
  constexpr bool isSum = std::is_same_v<T, isa::DmaCompute> ||
                         std::is_same_v<T, isa::DmaComputeLoad>;
  if constexpr (!isSum && requires {
                  x.accumulate;
                  x.source;
                  x.queue;
                })
    return !x.accumulate && x.source.type == x.destination.type;
  return false;
}
bool isPlainCopy(const isa::Instruction &instruction);

} // namespace glia::interpreter

#endif
