//===- Accumulators.h - The row accumulators of Vector and Scalar ---------===//
#ifndef GLIA_LIB_INTERPRETER_ACCUMULATORS_H
#define GLIA_LIB_INTERPRETER_ACCUMULATORS_H

#include "Core.h"

namespace glia::interpreter {

/// The accumulator of one lane (partition).
inline float &accumulator(Core &core, isa::Engine engine, unsigned lane) {
  return core.accumulators[engine == isa::Engine::vector ? 0 : 1][lane];
}

/// What a reset leaves.
float identity(isa::ReduceOp op);

/// Obeys the command with a row of fp32 results.
void accumulate(Core &core, isa::Engine engine, unsigned lane,
                isa::AccumulatorCommand command, isa::ReduceOp op,
                const float *row, uint64_t n);

} // namespace glia::interpreter

#endif
