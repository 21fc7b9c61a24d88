//===- Program.h - Pre-decoded programs -----------------------------------===//
//
// Text is decoded and checked once, when the machine is made; running it never
// looks at bytes again.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_LIB_INTERPRETER_PROGRAM_H
#define GLIA_LIB_INTERPRETER_PROGRAM_H

#include "Memory.h"
#include "Stream.h"
#include "glia/Object/Object.h"
#include "glia/Support/Error.h"
#include <functional>

namespace glia::interpreter {

struct DecodedProgram {
  std::array<DecodedText, numEngines> text;
  OnChipUse sbufUse, psumUse; // of all operands
  /// Only the core's own instructions write its SBUF, each when it runs.
  bool writesAreItsOwn = true;
  /// Some instruction names the HBM or a semaphore of another core.
  bool addressesOtherCores = false;
};

/// Errors: E1400, E2400, and those of isa::decode and isa::validate.
llvm::Expected<std::vector<DecodedProgram>>
decodePrograms(const ObjectImage &image, const isa::Target &target);

/// Adds engine, pc, instruction and ONNX node to an error.
llvm::Error addPlace(llvm::Error error, const ObjectImage &image,
                     uint32_t program, unsigned engine,
                     const DecodedInstruction &instruction);
/// "node 12 MatMul `name`", or "" if the debug map has none.
std::string describeNode(const ObjectImage &image, uint32_t program,
                         unsigned engine, uint32_t pc);

/// The streams of one core when nothing can go on.
struct WaitingCore {
  uint32_t number, program;
  const std::array<Stream, numEngines> &streams;
  std::function<uint64_t(unsigned semaphore)> valueOf;
};
/// Adds to an error who waits for what.
void addWaits(GliaError &error, const ObjectImage &image,
              llvm::ArrayRef<WaitingCore> cores);
/// E3405: who waits for what.
llvm::Error deadlock(const ObjectImage &image,
                     llvm::ArrayRef<WaitingCore> cores);
llvm::Error deadlock(const ObjectImage &image, uint32_t program,
                     const std::array<Stream, numEngines> &streams,
                     llvm::function_ref<uint64_t(unsigned semaphore)> valueOf);

} // namespace glia::interpreter

#endif
