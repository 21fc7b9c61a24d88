//===- ProfileBuilder.h - A profile from the slices of a run --------------===//
#ifndef GLIA_LIB_INTERPRETER_PROFILEBUILDER_H
#define GLIA_LIB_INTERPRETER_PROFILEBUILDER_H

#include "Timing.h"
#include "glia/Interpreter/Profile.h"

namespace glia::interpreter {

/// `programs`: of each core; `events`: what the timing model traced.
Profile buildProfile(const ObjectImage &image, const isa::Target &target,
                     llvm::ArrayRef<DecodedProgram> decoded,
                     llvm::ArrayRef<std::optional<TimingProgram>> timing,
                     llvm::ArrayRef<uint32_t> programs,
                     llvm::ArrayRef<TraceEvent> events,
                     const Counters &counters);

} // namespace glia::interpreter

#endif
