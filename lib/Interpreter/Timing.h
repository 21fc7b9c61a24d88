//===- Timing.h - How long the machine would take -------------------------===//
//
// An event-driven run of the streams without data: in-order engines with an
// interval and a latency per instruction, semaphores with the time of each
// signal, DMA transfers that share the engines. It steps streams by the same
// control functions as the functional executor, and never touches a value.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_LIB_INTERPRETER_TIMING_H
#define GLIA_LIB_INTERPRETER_TIMING_H

#include "Core.h"
#include "Program.h"

namespace glia::interpreter {

struct TraceEvent {
  unsigned track; // engines, then DMA queues
  uint32_t pc;
  unsigned engine; // whose pc it is
  isa::Opcode opcode;
  double start, duration; // ns
};

/// `core` lends its streams. Errors: traps of control instructions, E3405,
/// E4400.
llvm::Error runTiming(Core &core, const ObjectImage &image,
                      const DecodedProgram &program, const Entry &entry,
                      Counters &counters, std::vector<TraceEvent> *trace);

void writeTraceJson(llvm::raw_ostream &os, const ObjectImage &image,
                    uint32_t program, llvm::ArrayRef<TraceEvent> events);

} // namespace glia::interpreter

#endif
