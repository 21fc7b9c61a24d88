//===- CollectiveCosts.h - Collectives in the timing model ----------------===//
#ifndef GLIA_LIB_INTERPRETER_COLLECTIVECOSTS_H
#define GLIA_LIB_INTERPRETER_COLLECTIVECOSTS_H

#include "CollectiveCall.h"
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

  llvm::Expected<std::optional<Completion>>
  issue(unsigned core, const DecodedInstruction &instruction,
        double ready) override;
  std::optional<GliaError> missingRanks() const override;

private:
  struct Pending {
    Completion completion;
    std::vector<std::optional<CollectiveCall>> calls; // by rank
  };

  const ObjectImage &image;
  const isa::Target &target;
  const isa::Instance &instance;
  std::map<CollectiveKey, Pending> pending;
  std::map<std::pair<unsigned, uint32_t>, uint64_t> issued; // (core, set)
};

} // namespace glia::interpreter

#endif
