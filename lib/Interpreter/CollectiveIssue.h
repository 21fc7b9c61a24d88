//===- CollectiveIssue.h - From an instruction to an arrival --------------===//
//
// Included by the Execute files of the collectives, one for each instruction.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_LIB_INTERPRETER_COLLECTIVEISSUE_H
#define GLIA_LIB_INTERPRETER_COLLECTIVEISSUE_H

#include "Cores.h"

namespace glia::interpreter {

/// Host address and walk of an operand. Errors: those of Core::resolve.
llvm::Error locate(Core &core, const isa::HbmOperand &operand, bool isWrite,
                   uint8_t *&start, Pattern &pattern);
llvm::Error locate(Core &core, const isa::OnChipOperand &operand, bool isWrite,
                   uint8_t *&start, Pattern &pattern);
LogicalWalk logicalWalk(const isa::HbmOperand &operand);
LogicalWalk logicalWalk(const isa::OnChipOperand &operand);

/// The rounding word's fields, as the stream's registers make them now.
void setRounding(Core &core, const isa::StochasticRounding &word,
                 Arrival &arrival);

template <typename T>
llvm::Error Collectives::issue(Core &core, const T &x) {
  Arrival arrival;
  static_cast<CollectiveCall &>(arrival) =
      collectiveCall(x, core.number, core.stream->current().pc);
  arrival.core = &core;
  if (llvm::Error error = locate(core, x.destination, /*isWrite=*/true,
                                 arrival.destination, arrival.to))
    return error;
  if (llvm::Error error = locate(core, x.source, /*isWrite=*/false,
                                 arrival.source, arrival.from))
    return error;
  if constexpr (T::rounds) {
    arrival.saturate = x.saturate;
    if (x.rounding == isa::Rounding::stochastic &&
        numerics::hasStochasticRounding(arrival.type)) {
      arrival.walk = logicalWalk(x.destination);
      setRounding(core, x.stochastic, arrival);
    }
  }
  arrival.queue = x.queue;
  arrival.signalBase = x.signalBase;
  arrival.signalMask = x.signalMask;
  return arrive(x.group, std::move(arrival));
}

/// What every collective's execute does.
template <typename T>
llvm::Error issueCollective(Core &core, const T &x) {
  if (!core.cores)
    return makeError(ErrorCode::E3421, "the core is alone");
  return core.cores->collectives.issue(core, x);
}

} // namespace glia::interpreter

#endif
