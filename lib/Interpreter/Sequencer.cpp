//===- Sequencer.cpp - The functional order -------------------------------===//
//
// The loops over cores and streams, with fuel, traps and the end of the run.
//
//===----------------------------------------------------------------------===//
#include "Sequencer.h"
#include "Check.h"
#include "Execute.h"
#include "glia/Support/Error.h"

namespace glia::interpreter {

namespace {
/// One core within a round.
class CoreSequencer {
public:
  CoreSequencer(Core &core, const ObjectImage &image, const CoreTask &task)
      : core(core), image(image), task(task) {}
  /// Until every stream has blocked or ended, with at most `fuel`.
  llvm::Error run(uint64_t fuel);

  bool progress = false; // in the last run
  uint64_t used = 0;     // fuel, in the last run

private:
  /// One instruction of the engine's stream; core.blocked if it has to wait.
  llvm::Error step(unsigned engine);
  llvm::Error execute(unsigned engine, const DecodedInstruction &instruction);
  llvm::Error fail(llvm::Error error, unsigned engine,
                   const DecodedInstruction &instruction) const;

  Core &core;
  const ObjectImage &image;
  const CoreTask &task;
  uint64_t fuel = 0;
};
} // namespace

llvm::Error CoreSequencer::fail(llvm::Error error, unsigned engine,
                                const DecodedInstruction &instruction) const {
  error = addPlace(std::move(error), image, task.entry->program, engine,
                   instruction);
  if (image.numCores() == 1)
    return error;
  return llvm::handleErrors(
      std::move(error), [&](std::unique_ptr<GliaError> each) -> llvm::Error {
        each->with("core", std::to_string(core.number));
        return llvm::Error(std::move(each));
      });
}

llvm::Error CoreSequencer::execute(unsigned engine,
                                   const DecodedInstruction &instruction) {
  if (fuel < instruction.fuel)
    return makeError(
        GliaError(ErrorCode::E4400, "the run has used its fuel of " +
                                        std::to_string(core.options.fuel) +
                                        " output elements")
            .remedy("raise --fuel if the program is trusted"));
  if (instruction.queue != DecodedInstruction::noQueue &&
      core.pendingOnQueue[instruction.queue] != 0) {
    core.blocked = true;
    return llvm::Error::success();
  }
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
  core.windows.epochs.write(instruction.written);
  if (!core.blocked) {
    fuel -= instruction.fuel;
    used += instruction.fuel;
  }
  return llvm::Error::success();
}

llvm::Error CoreSequencer::step(unsigned engine) {
  Stream &stream = core.streams[engine];
  const DecodedInstruction &instruction = stream.current();
  core.stream = &stream;
  core.blocked = false;
  stream.nextIndex = stream.index + 1;
  if (llvm::Error error = execute(engine, instruction))
    return fail(std::move(error), engine, instruction);
  if (core.blocked || stream.halted)
    return llvm::Error::success();
  if (stream.nextIndex >= stream.text->instructions.size())
    return fail(
        makeError(ErrorCode::E3406, "the stream runs past the end of its text"),
        engine, instruction);
  stream.index = stream.nextIndex;
  return llvm::Error::success();
}

llvm::Error CoreSequencer::run(uint64_t fuelNow) {
  fuel = fuelNow;
  used = 0;
  progress = false;
  bool moved = true;
  while (moved) {
    moved = false;
    for (unsigned engine = 0; engine < numEngines; ++engine) {
      Stream &stream = core.streams[engine];
      while (!stream.halted) {
        if (llvm::Error error = step(engine))
          return error;
        if (core.blocked)
          break;
        moved = progress = true;
      }
    }
  }
  return llvm::Error::success();
}

namespace {
/// All cores.
class Rounds {
public:
  Rounds(Cores &cores, llvm::ArrayRef<CoreTask> tasks, uint64_t &fuel)
      : cores(cores), fuel(fuel) {
    for (size_t i = 0; i < cores.size(); ++i) {
      sequencers.emplace_back(cores[i], cores.image, tasks[i]);
      programs.push_back(tasks[i].entry ? tasks[i].entry->program : 0);
      isSequential |= tasks[i].program && tasks[i].program->addressesOtherCores;
    }
  }
  llvm::Error run();

private:
  /// Runs each core once; of several traps, that of the lowest core.
  llvm::Error runCores();
  bool isRunning() const;
  /// Nothing can go on.
  llvm::Error stuck();

  Cores &cores;
  uint64_t &fuel;
  std::vector<CoreSequencer> sequencers;
  std::vector<uint32_t> programs;
  bool isSequential = false;
};
} // namespace

llvm::Error Rounds::runCores() {
  if (isSequential || cores.threads.size() == 1) {
    for (CoreSequencer &each : sequencers)
      if (llvm::Error error = each.run(fuel))
        return error;
    return llvm::Error::success();
  }
  std::vector<std::unique_ptr<llvm::Error>> errors(sequencers.size());
  cores.threads.run(cores.size(), [&](unsigned i) {
    numerics::FloatEnvironment environment;
    errors[i] = std::make_unique<llvm::Error>(sequencers[i].run(fuel));
  });
  llvm::Error first = llvm::Error::success();
  for (std::unique_ptr<llvm::Error> &error : errors) {
    if (*error && !first)
      first = std::move(*error);
    else
      llvm::consumeError(std::move(*error));
  }
  return first;
}

bool Rounds::isRunning() const {
  for (size_t i = 0; i < cores.size(); ++i)
    for (const Stream &stream : cores[i].streams)
      if (!stream.halted)
        return true;
  return false;
}

llvm::Error Rounds::stuck() {
  std::vector<WaitingCore> waiting;
  for (size_t i = 0; i < cores.size(); ++i) {
    Core &core = cores[i];
    waiting.push_back({core.number, programs[i], core.streams,
                       [&core](unsigned s) { return core.semaphores[s]; }});
  }
  if (cores.collectives.isEmpty())
    return deadlock(cores.image, waiting);
  GliaError error = cores.collectives.missingRanks();
  addWaits(error, cores.image, waiting);
  return makeError(std::move(error));
}

llvm::Error Rounds::run() {
  while (true) {
    if (llvm::Error error = runCores())
      return error;
    unsigned __int128 used = 0;
    bool progress = false;
    for (const CoreSequencer &each : sequencers) {
      used += each.used;
      progress |= each.progress;
    }
    if (used > fuel)
      return makeError(GliaError(ErrorCode::E4400,
                                 "the cores together have used the run's fuel")
                           .remedy("raise --fuel if the program is trusted"));
    fuel -= static_cast<uint64_t>(used);
    llvm::Expected<bool> completed = cores.collectives.complete();
    if (!completed)
      return completed.takeError();
    if (!isRunning())
      return cores.collectives.isEmpty() ? llvm::Error::success() : stuck();
    if (!progress && !*completed)
      return stuck();
  }
}

/// Races between cores need one clock for all; then cores run one by one.
static void shareRaces(Cores &cores, llvm::ArrayRef<CoreTask> tasks) {
  bool addressesOthers = llvm::any_of(tasks, [](const CoreTask &task) {
    return task.program && task.program->addressesOtherCores;
  });
  if (!addressesOthers || !cores[0].checker)
    return;
  auto races = std::make_shared<RaceDetector>(cores.size());
  for (size_t i = 0; i < cores.size(); ++i)
    cores[i].checker->shareRaces(races);
}

llvm::Error runValues(Cores &cores, llvm::ArrayRef<CoreTask> tasks,
                      uint64_t &fuel) {
  numerics::FloatEnvironment environment;
  for (size_t i = 0; i < cores.size(); ++i)
    if (cores[i].checker && tasks[i].entry)
      cores[i].checker->program = tasks[i].entry->program;
  shareRaces(cores, tasks);
  if (llvm::Error error = cores.start(tasks))
    return error;
  if (llvm::Error error = Rounds(cores, tasks, fuel).run())
    return error;
  for (size_t i = 0; i < cores.size(); ++i)
    if (cores[i].checker && tasks[i].entry)
      if (llvm::Error error = cores[i].checker->finish(*tasks[i].entry))
        return error;
  return llvm::Error::success();
}

} // namespace glia::interpreter
