//===- Cores.cpp - The cores of a run, and what they share ----------------===//
//
// Host threads go to cores first; what is left works inside each core.
//
//===----------------------------------------------------------------------===//
#include "Cores.h"
#include "glia/Support/Error.h"

namespace glia::interpreter {

static llvm::Error checkMemory(const ObjectImage &image, uint64_t shared,
                               uint64_t limit) {
  uint64_t cores = image.numCores(), total = 0;
  if (__builtin_mul_overflow(image.hbmBytes, cores, &total))
    total = UINT64_MAX;
  // Constants that cores share are there once.
  total -= std::min(total, shared * (cores - 1));
  if (total <= limit)
    return llvm::Error::success();
  return makeError(
      GliaError(ErrorCode::E4401,
                "the program needs " + std::to_string(total) +
                    " bytes of device memory on " + std::to_string(cores) +
                    " cores, expects at most " + std::to_string(limit))
          .remedy("raise --max-device-memory"));
}

llvm::Expected<std::unique_ptr<Cores>>
Cores::create(const ObjectImage &image, Machine::WeightReader readWeights,
              const isa::Target &target, const MachineOptions &options) {
  unsigned count = image.numCores();
  unsigned outer = std::min(options.threads, count);
  std::unique_ptr<Cores> result(new Cores(image, outer));
  if (count > 1) {
    auto weights = SharedWeights::create(image, readWeights);
    if (!weights)
      return weights.takeError();
    result->weights = std::move(*weights);
    if (llvm::Error error = checkMemory(image, result->weights->bytes(),
                                        options.maxDeviceMemory))
      return std::move(error);
  }
  for (uint32_t number = 0; number < count; ++number) {
    auto core = Core::create(image, readWeights, target, options,
                             {number, result.get(), result->weights.get(),
                              std::max(1u, options.threads / outer)});
    if (!core)
      return core.takeError();
    result->cores.push_back(std::move(*core));
  }
  return result;
}

void Cores::reset(uint32_t step, llvm::ArrayRef<CoreTask> tasks) {
  // What one core's program reaches in another's memory is found as at the
  // start, too.
  bool reachesOthers = false;
  OnChipUse sbufUse, psumUse;
  for (const CoreTask &task : tasks)
    if (task.program) {
      reachesOthers |= task.program->addressesOtherCores;
      sbufUse |= task.program->sbufUse;
      psumUse |= task.program->psumUse;
    }
  for (auto [core, task] : llvm::zip(cores, tasks)) {
    if (reachesOthers)
      core->reset(sbufUse, psumUse);
    else if (task.program)
      core->reset(task.program->sbufUse, task.program->psumUse);
    core->step = step;
  }
  collectives.reset();
}

llvm::Error Cores::start(llvm::ArrayRef<CoreTask> tasks) {
  bool writesAreTheirOwn = llvm::all_of(tasks, [](const CoreTask &task) {
    return !task.program || task.program->writesAreItsOwn;
  });
  for (const std::unique_ptr<Core> &core : cores)
    core->keepsWindows = writesAreTheirOwn;
  for (auto [core, task] : llvm::zip(cores, tasks))
    for (unsigned engine = 0; engine < numEngines; ++engine) {
      Stream &stream = core->streams[engine];
      stream = Stream();
      if (!task.entry)
        continue;
      if (llvm::Error error =
              stream.start(task.program->text[engine], task.entry->pc[engine]))
        return error;
      stream.registers[rankRegister] = core->number;
    }
  return llvm::Error::success();
}

} // namespace glia::interpreter
