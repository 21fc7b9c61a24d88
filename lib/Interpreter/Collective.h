//===- Collective.h - What several cores make together --------------------===//
//
// A core that issues a collective leaves an arrival here and goes on; its queue
// is held until the last rank of the group has come. Then the values are
// computed, and every rank gets its signals.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_LIB_INTERPRETER_COLLECTIVE_H
#define GLIA_LIB_INTERPRETER_COLLECTIVE_H

#include "CollectiveCall.h"
#include "Pattern.h"
#include "glia/Support/StochasticRounding.h"
#include <map>
#include <mutex>

namespace glia::interpreter {

class Core;

/// How elements of an operand are numbered in the logical tensor, for
/// stochastic rounding: an affine walk.
struct LogicalWalk {
  llvm::SmallVector<uint64_t, 5> counts;
  llvm::SmallVector<int64_t, 5> strides;
  uint64_t base = 0;
  /// Of the elements [begin, begin + n) of the walk.
  void fill(uint64_t begin, uint64_t n, uint64_t *index) const;
};

/// One rank's part of a collective.
struct Arrival : CollectiveCall {
  Core *core = nullptr;
  uint8_t *destination = nullptr, *source = nullptr; // on the host
  Pattern to, from;
  bool isStochastic = false, saturate = false;
  numerics::StochasticKey key;
  LogicalWalk walk;
  uint8_t queue = 0, signalBase = 0, signalMask = 0;
};

class Collectives {
public:
  explicit Collectives(const ObjectImage &image) : image(image) {}
  void reset();

  /// A core issues an instruction. Safe from several threads. Errors: those of
  /// resolving operands, E3421.
  template <typename T>
  llvm::Error issue(Core &core, const T &x);

  /// Computes every collective whose last rank has come; true if there was one.
  /// Errors: E3420, E4403 and those of signals.
  llvm::Expected<bool> complete();
  bool isEmpty() const { return pending.empty(); }
  /// E3422 for the first collective that lacks ranks.
  GliaError missingRanks() const;

private:
  llvm::Error arrive(uint32_t set, Arrival arrival);
  llvm::Error finish(const CollectiveKey &key, std::vector<Arrival> &ranks);

  const ObjectImage &image;
  std::mutex mutex;
  std::map<CollectiveKey, std::vector<Arrival>>
      pending; // by rank; core null: not yet
  std::map<std::pair<uint32_t, uint32_t>, uint64_t> issued; // (core, set)
};

/// The values of one collective. `ranks` are all of the group, in its order.
/// Errors: E4403.
llvm::Error computeCollective(llvm::ArrayRef<Arrival> ranks);

/// Does it copy blocks, bit by bit, and add nothing up?
inline bool movesBlocks(isa::Opcode opcode) {
  return opcode != isa::Opcode::allReduce &&
         opcode != isa::Opcode::reduceScatter;
}
/// What such a collective does, over dense operands of all ranks.
void moveBlocks(llvm::ArrayRef<Arrival> ranks,
                llvm::ArrayRef<const uint8_t *> sources,
                llvm::ArrayRef<uint8_t *> destinations);

} // namespace glia::interpreter

#endif
