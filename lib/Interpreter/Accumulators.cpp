//===- Accumulators.cpp - The row accumulators of Vector and Scalar -------===//
//
// A row is reduced in the contract's tree first, then joins the accumulator
// with one step.
//
//===----------------------------------------------------------------------===//
#include "Accumulators.h"
#include <limits>

namespace glia::interpreter {

static isa::AluOp stepOf(isa::ReduceOp op) {
  switch (op) {
  case isa::ReduceOp::max:
    return isa::AluOp::max;
  case isa::ReduceOp::min:
    return isa::AluOp::min;
  case isa::ReduceOp::multiply:
    return isa::AluOp::multiply;
  case isa::ReduceOp::abs_max:
    return isa::AluOp::abs_max;
  case isa::ReduceOp::abs_min:
    return isa::AluOp::abs_min;
  default:
    return isa::AluOp::add; // the validator lets no other operator through
  }
}

float identity(isa::ReduceOp op) {
  switch (op) {
  case isa::ReduceOp::max:
    return -std::numeric_limits<float>::infinity();
  case isa::ReduceOp::min:
  case isa::ReduceOp::abs_min:
    return std::numeric_limits<float>::infinity();
  case isa::ReduceOp::multiply:
    return 1;
  default:
    return 0;
  }
}

void accumulate(Core &core, isa::Engine engine, unsigned lane,
                isa::AccumulatorCommand command, isa::ReduceOp op,
                const float *row, uint64_t n) {
  using isa::AccumulatorCommand;
  if (command == AccumulatorCommand::idle)
    return;
  float &value = accumulator(core, engine, lane);
  if (command != AccumulatorCommand::reduce)
    value = identity(op);
  if (command != AccumulatorCommand::reset)
    value =
        core.kernels.stepOf(stepOf(op))(value, core.kernels.reduce(op, row, n));
}

} // namespace glia::interpreter
