//===- Collective.h - What several cores make together --------------------===//
//
// A core that issues a collective leaves an arrival here and goes on; its queue
// is held until the last rank of the group has come. Then the values are
// computed, and every rank gets its signals.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_LIB_INTERPRETER_COLLECTIVE_H
#define GLIA_LIB_INTERPRETER_COLLECTIVE_H

#include "Pattern.h"
#include "glia/Object/Object.h"
#include "glia/Support/Error.h"
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
struct Arrival {
  Core *core = nullptr;
  // Where it stands, for messages and the checker.
  unsigned engine = 0;
  uint32_t pc = 0, program = 0;

  isa::Opcode opcode{}; // over SBUF as over HBM
  bool isOnChip = false;
  ElementType type{};
  isa::ReduceOp op{};
  uint16_t number = 0; // shift or root
  /// The operand is `outer` pieces, each cut into blocks: 1, or the partitions
  /// of a collective along the free axis.
  uint64_t outer = 1;
  uint64_t destinationElements = 0, sourceElements = 0;
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
  /// Set, group, and number of the collective on it.
  struct Key {
    uint32_t set, group;
    uint64_t sequence;
    auto operator<=>(const Key &) const = default;
  };
  llvm::Error arrive(uint32_t set, Arrival arrival);
  llvm::Error finish(const Key &key, std::vector<Arrival> &ranks);
  llvm::Error checkAgreement(const Key &key, llvm::ArrayRef<Arrival> ranks);
  std::string describe(const Key &key) const;

  const ObjectImage &image;
  std::mutex mutex;
  std::map<Key, std::vector<Arrival>> pending; // by rank; core null: not yet
  std::map<std::pair<uint32_t, uint32_t>, uint64_t> issued; // (core, set)
};

/// The values of one collective. `ranks` are all of the group, in its order.
/// Errors: E4403.
llvm::Error computeCollective(llvm::ArrayRef<Arrival> ranks);

} // namespace glia::interpreter

#endif
