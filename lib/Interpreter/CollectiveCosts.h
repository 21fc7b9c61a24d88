//===- CollectiveCosts.h - Collectives in the timing model ----------------===//
#ifndef GLIA_LIB_INTERPRETER_COLLECTIVECOSTS_H
#define GLIA_LIB_INTERPRETER_COLLECTIVECOSTS_H

#include "Timing.h"
#include "glia/ISA/CollectiveCost.h"
#include <map>

namespace glia::interpreter {

/// Ranks meet as they do for values; then the algorithm that fits size and
/// topology says how long it takes.
class CollectiveCosts : public CollectiveTiming {
public:
  CollectiveCosts(const ObjectImage &image, const isa::Target &target)
      : image(image), target(target),
        instance(isa::instanceFor(target, image.numCores())) {}

  std::optional<Completion> issue(unsigned core, unsigned engine,
                                  const DecodedInstruction &instruction,
                                  double ready) override;
  /// Some collective still lacks ranks.
  bool isWaiting() const override { return !pending.empty(); }

private:
  struct Key {
    uint32_t set, group;
    uint64_t sequence;
    auto operator<=>(const Key &) const = default;
  };

  const ObjectImage &image;
  const isa::Target &target;
  const isa::Instance &instance;
  std::map<Key, Completion> pending;
  std::map<std::pair<unsigned, uint32_t>, uint64_t> issued; // (core, set)
};

} // namespace glia::interpreter

#endif
