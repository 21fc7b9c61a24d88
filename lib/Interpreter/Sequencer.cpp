//===- Sequencer.cpp - The functional order -------------------------------===//
//
// The loop over streams, with fuel, traps and the end of the program.
//
//===----------------------------------------------------------------------===//
#include "Sequencer.h"
#include "Check.h"
#include "Execute.h"
#include "glia/Support/Error.h"

namespace glia::interpreter {

namespace {
class Sequencer {
public:
  Sequencer(Core &core, const ObjectImage &image, const Entry &entry)
      : core(core), image(image), entry(entry), fuel(core.options.fuel) {}
  llvm::Error run();

private:
  /// One instruction of the engine's stream; core.blocked if it has to wait.
  llvm::Error step(unsigned engine);
  llvm::Error execute(unsigned engine, const DecodedInstruction &instruction);

  Core &core;
  const ObjectImage &image;
  const Entry &entry;
  uint64_t fuel;
};
} // namespace

llvm::Error Sequencer::execute(unsigned engine,
                               const DecodedInstruction &instruction) {
  if (fuel < instruction.fuel)
    return makeError(
        GliaError(ErrorCode::E4400, "the run has used its fuel of " +
                                        std::to_string(core.options.fuel) +
                                        " output elements")
            .remedy("raise --fuel if the program is trusted"));
  if (!core.checker) {
    if (llvm::Error error = dispatch(core, instruction.instruction))
      return error;
  } else {
    if (llvm::Error error = core.checker->before(engine, instruction))
      return error;
    if (llvm::Error error = dispatch(core, instruction.instruction))
      return error;
    if (!core.blocked)
      if (llvm::Error error = core.checker->after(instruction))
        return error;
  }
  if (!core.blocked)
    fuel -= instruction.fuel;
  return llvm::Error::success();
}

llvm::Error Sequencer::step(unsigned engine) {
  Stream &stream = core.streams[engine];
  const DecodedInstruction &instruction = stream.current();
  core.stream = &stream;
  core.blocked = false;
  stream.nextIndex = stream.index + 1;
  if (llvm::Error error = execute(engine, instruction))
    return addPlace(std::move(error), image, entry.program, engine,
                    instruction);
  if (core.blocked || stream.halted)
    return llvm::Error::success();
  if (stream.nextIndex >= stream.text->instructions.size())
    return addPlace(
        makeError(ErrorCode::E3406, "the stream runs past the end of its text"),
        image, entry.program, engine, instruction);
  stream.index = stream.nextIndex;
  return llvm::Error::success();
}

llvm::Error Sequencer::run() {
  while (true) {
    bool progress = false, running = false;
    for (unsigned engine = 0; engine < numEngines; ++engine) {
      Stream &stream = core.streams[engine];
      while (!stream.halted) {
        if (llvm::Error error = step(engine))
          return error;
        if (core.blocked)
          break;
        progress = true;
      }
      running |= !stream.halted;
    }
    if (!running)
      return llvm::Error::success();
    if (!progress)
      return deadlock(
          image, entry.program, core.streams,
          [&](unsigned semaphore) { return core.semaphores[semaphore]; });
  }
}

llvm::Error runValues(Core &core, const ObjectImage &image,
                      const DecodedProgram &program, const Entry &entry) {
  numerics::FloatEnvironment environment;
  if (core.checker)
    core.checker->program = entry.program;
  for (unsigned engine = 0; engine < numEngines; ++engine)
    if (llvm::Error error =
            core.streams[engine].start(program.text[engine], entry.pc[engine]))
      return error;
  if (llvm::Error error = Sequencer(core, image, entry).run())
    return error;
  return core.checker ? core.checker->finish() : llvm::Error::success();
}

} // namespace glia::interpreter
