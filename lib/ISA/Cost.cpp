//===- Cost.cpp - Interval and latency of an instruction ------------------===//

#include "Predicates.h"

namespace glia::isa {

static Cost inCycles(Engine engine, const Target &target, double interval,
                     double latency) {
  double clock = clockGHz(target, engine);
  return {interval / clock, latency / clock};
}

static Cost inNanoseconds(double interval, double latency) {
  return {interval, latency};
}

#include "glia/ISA/Costs.cpp.inc"

Cost cost(const Instruction &instruction, const Target &target) {
  return std::visit([&](const auto &x) { return costOf(x, target); },
                    instruction);
}

} // namespace glia::isa
