//===- Machine.cpp - The simulated cores, loaded with an object -----------===//
//
// Puts together loader, cores, the executor of values and the model of time.
//
//===----------------------------------------------------------------------===//
#include "glia/Interpreter/Machine.h"
#include "Check.h"
#include "CollectiveCosts.h"
#include "ProfileBuilder.h"
#include "Sequencer.h"
#include "Shards.h"
#include "States.h"
#include "Timing.h"
#include "glia/Support/Error.h"
#include <chrono>
#include <cstring>
#include <thread>

namespace glia {

using namespace interpreter;

struct Machine::State {
  std::shared_ptr<const Object> object; // keeps the file open; may be null
  ObjectImage ownImage;
  const ObjectImage *image = nullptr;
  MachineOptions options;
  std::vector<DecodedProgram> programs;
  std::vector<std::optional<TimingProgram>> timing; // made at the first run
  std::unique_ptr<Cores> cores;
  uint32_t step = 0;
  Counters counters;
  std::vector<TraceEvent> trace;
  std::vector<uint32_t> tracedPrograms; // of each core
  size_t firstRunning = 0; // the lowest core that the last run did not idle
  std::map<const Binding *, std::vector<uint8_t>> joined; // split outputs

  llvm::Error load(WeightReader readWeights);
  llvm::Expected<std::vector<CoreTask>> tasksOf(llvm::StringRef entry) const;
  llvm::Error runTime(llvm::ArrayRef<CoreTask> tasks);
  const Binding *findState(llvm::StringRef name) const;
};

Machine::Machine(std::unique_ptr<State> state) : state(std::move(state)) {}
Machine::~Machine() = default;

llvm::Error Machine::State::load(WeightReader readWeights) {
  // More than the host has would only wait for each other.
  options.threads = std::clamp(
      options.threads, 1u, std::max(1u, std::thread::hardware_concurrency()));
  const isa::Target *target = isa::findTarget(image->target);
  if (!target)
    return makeError(ErrorCode::E1400, "the program is for `" + image->target +
                                           "`, which is no known target");
  for (const Binding &binding : image->bindings)
    if (binding.hbmOffset > image->hbmBytes ||
        binding.bytes > image->hbmBytes - binding.hbmOffset)
      return makeError(ErrorCode::E1400,
                       "`" + binding.name + "` lies outside the HBM image");
  for (const Binding &binding : image->bindings)
    if (binding.shards.empty() && binding.layout.empty() &&
        binding.bytes != binding.wholeBytes())
      return makeError(ErrorCode::E1400, "`" + binding.name +
                                             "` has another size than its "
                                             "shape");
  for (const Entry &entry : image->entries)
    if (entry.program >= image->programs.size())
      return makeError(ErrorCode::E1400,
                       "entry `" + entry.name + "` names program " +
                           llvm::Twine(entry.program) + ", expects less than " +
                           llvm::Twine(image->programs.size()));
  llvm::Expected<std::vector<DecodedProgram>> decoded =
      decodePrograms(*image, *target);
  if (!decoded)
    return decoded.takeError();
  programs = std::move(*decoded);
  timing.resize(programs.size());
  if (image->coreToProgram.empty())
    return makeError(ErrorCode::E1400, "expects at least one core");
  llvm::Expected<std::unique_ptr<Cores>> made =
      Cores::create(*image, std::move(readWeights), *target, options);
  if (!made)
    return made.takeError();
  cores = std::move(*made);
  for (const Binding &binding : image->bindings)
    for (uint32_t core = 0; core < cores->size(); ++core)
      if (binding.kind == BindingKind::state && binding.isOn(core))
        (*cores)[core].defineInput(binding);
  return llvm::Error::success();
}

llvm::Expected<std::unique_ptr<Machine>>
Machine::create(std::shared_ptr<const Object> object,
                const MachineOptions &options) {
  auto state = std::make_unique<State>();
  state->object = std::move(object);
  state->image = &state->object->image();
  state->options = options;
  const Object *source = state->object.get();
  auto read = [source](size_t constant, uint64_t offset,
                       llvm::MutableArrayRef<uint8_t> bytes) {
    return source->readWeights(constant, offset, bytes);
  };
  if (llvm::Error error = state->load(read))
    return std::move(error);
  return std::unique_ptr<Machine>(new Machine(std::move(state)));
}

llvm::Expected<std::unique_ptr<Machine>>
Machine::createFromImage(ObjectImage image, WeightReader readWeights,
                         const MachineOptions &options) {
  auto state = std::make_unique<State>();
  state->ownImage = std::move(image);
  state->image = &state->ownImage;
  state->options = options;
  if (llvm::Error error = state->load(std::move(readWeights)))
    return std::move(error);
  return std::unique_ptr<Machine>(new Machine(std::move(state)));
}

const ObjectImage &Machine::image() const { return *state->image; }

const Binding *Machine::findBinding(llvm::StringRef name,
                                    BindingKind kind) const {
  for (const Binding &binding : state->image->bindings)
    if (binding.kind == kind && binding.name == name)
      return &binding;
  return nullptr;
}

llvm::Error Machine::setInput(llvm::StringRef name,
                              llvm::ArrayRef<uint8_t> bytes) {
  const Binding *binding = findBinding(name, BindingKind::input);
  if (!binding)
    return makeError(ErrorCode::E1401,
                     "the program has no input `" + name + "`");
  if (bytes.size() != binding->wholeBytes())
    return makeError(ErrorCode::E1402, "input `" + name + "` has " +
                                           llvm::Twine(bytes.size()) +
                                           " bytes, expects " +
                                           llvm::Twine(binding->wholeBytes()));
  for (uint32_t number = 0; number < state->cores->size(); ++number) {
    Core &core = (*state->cores)[number];
    uint8_t *part = core.hbm.data() + binding->hbmOffset;
    if (binding->shards.empty())
      std::memcpy(part, bytes.data(), bytes.size());
    else if (const Shard *shard = binding->findShard(number))
      splitPart(*binding, *shard, bytes.data(), part);
    else
      continue;
    core.defineInput(*binding);
  }
  return llvm::Error::success();
}

llvm::Expected<std::vector<CoreTask>>
Machine::State::tasksOf(llvm::StringRef name) const {
  std::vector<CoreTask> tasks;
  for (const Entry *entry : image->entriesOf(name))
    tasks.push_back({entry, entry ? &programs[entry->program] : nullptr});
  if (tasks.empty())
    return makeError(ErrorCode::E1403,
                     "the program has no entry `" + name + "`");
  return tasks;
}

/// Sums over cores; the time is that of the slowest.
static void addCore(Counters &total, const Counters &core) {
  total.timeNs = std::max(total.timeNs, core.timeNs);
  total.macs += core.macs;
  for (auto [into, from] : llvm::zip(total.engines, core.engines)) {
    into.activeNs += from.activeNs;
    into.instructions += from.instructions;
    for (const auto &[cause, ns] : from.stallNs)
      into.stallNs[cause] += ns;
  }
  total.dmaActiveNs += core.dmaActiveNs;
  total.dmaQueueNs += core.dmaQueueNs;
  total.dmaEnginesNs += core.dmaEnginesNs;
  total.dmaMemoryNs += core.dmaMemoryNs;
  total.assumedDecisions += core.assumedDecisions;
  total.collectiveBytes += core.collectiveBytes;
  total.collectiveExposedNs += core.collectiveExposedNs;
  total.collectiveHiddenNs += core.collectiveHiddenNs;
  total.dmaBytes += core.dmaBytes;
  total.hbmReadBytes += core.hbmReadBytes;
  total.hbmWriteBytes += core.hbmWriteBytes;
}

llvm::Error Machine::State::runTime(llvm::ArrayRef<CoreTask> tasks) {
  const isa::Target &target = (*cores)[0].target;
  std::vector<TimedCore> timed;
  tracedPrograms.clear();
  for (auto [number, task] : llvm::enumerate(tasks)) {
    tracedPrograms.push_back(task.entry ? task.entry->program : 0);
    Core &core = (*cores)[number];
    TimedCore each{&core, task.program, nullptr, task.entry,
                   core.number / unsigned(target.coresPerChip)};
    if (task.entry) {
      std::optional<TimingProgram> &program = timing[task.entry->program];
      if (!program)
        program = TimingProgram::build(*task.program, target);
      each.timing = &*program;
    }
    timed.push_back(each);
  }
  counters.cores.resize(timed.size());
  CollectiveCosts costs(*image, target);
  if (llvm::Error error = runTiming(timed, *image, counters.cores, &costs,
                                    options.trace || options.profile ? &trace : nullptr))
    return error;
  double busy = 0;
  for (const Counters &core : counters.cores) {
    addCore(counters, core);
    busy += core.mfu;
  }
  counters.mfu = busy / double(timed.size());
  return llvm::Error::success();
}

llvm::Error Machine::run(llvm::StringRef name) {
  auto begin = std::chrono::steady_clock::now();
  llvm::Expected<std::vector<CoreTask>> tasks = state->tasksOf(name);
  if (!tasks)
    return tasks.takeError();
  state->firstRunning = static_cast<size_t>(
      llvm::find_if(*tasks, [](const CoreTask &task) { return task.entry; }) -
      tasks->begin());
  state->counters = {};
  state->trace.clear();
  state->joined.clear();
  state->cores->reset(state->step, *tasks);
  uint64_t fuel = state->options.fuel;
  if (!state->options.timingOnly)
    if (llvm::Error error = runValues(*state->cores, *tasks, fuel))
      return error;
  if (llvm::Error error = state->runTime(*tasks))
    return error;
  ++state->step;
  state->counters.warnings = warnings();
  state->counters.fuelUsed = state->options.fuel - fuel;
  state->counters.hostSeconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begin)
          .count();
  return llvm::Error::success();
}

llvm::Expected<llvm::ArrayRef<uint8_t>>
Machine::output(llvm::StringRef name) const {
  const Binding *binding = findBinding(name, BindingKind::output);
  if (!binding)
    return makeError(ErrorCode::E1401,
                     "the program has no output `" + name + "`");
  Cores &cores = *state->cores;
  if (binding->shards.empty()) // every core that ran holds the same
    return llvm::ArrayRef<uint8_t>(
        cores[state->firstRunning].hbm.data() + binding->hbmOffset,
        binding->bytes);
  std::vector<uint8_t> &whole = state->joined[binding];
  whole.assign(binding->wholeBytes(), 0);
  for (const Shard &shard : binding->shards)
    joinPart(*binding, shard, cores[shard.core].hbm.data() + binding->hbmOffset,
             whole.data());
  return llvm::ArrayRef<uint8_t>(whole);
}

const Binding *Machine::State::findState(llvm::StringRef name) const {
  for (const Binding &binding : image->bindings)
    if (binding.kind == BindingKind::state && binding.name == name)
      return &binding;
  return nullptr;
}

llvm::Error Machine::setState(llvm::StringRef name,
                              llvm::ArrayRef<uint8_t> bytes) {
  const Binding *binding = state->findState(name);
  if (!binding)
    return makeError(ErrorCode::E1404,
                     "the program has no state `" + name + "`");
  if (bytes.size() != binding->wholeBytes())
    return makeError(ErrorCode::E1404, "state `" + name + "` has " +
                                           llvm::Twine(bytes.size()) +
                                           " bytes, expects " +
                                           llvm::Twine(binding->wholeBytes()));
  return writeState(*state->cores, *binding, bytes);
}

llvm::Expected<std::vector<uint8_t>>
Machine::getState(llvm::StringRef name) const {
  const Binding *binding = state->findState(name);
  if (!binding)
    return makeError(ErrorCode::E1404,
                     "the program has no state `" + name + "`");
  return readState(*state->cores, *binding);
}

uint32_t Machine::step() const { return state->step; }
void Machine::setStep(uint32_t step) { state->step = step; }
void Machine::setFuel(uint64_t fuel) { state->options.fuel = fuel; }

const Counters &Machine::counters() const { return state->counters; }

std::vector<std::string> Machine::warnings() const {
  std::vector<std::string> lines;
  Cores &cores = *state->cores;
  for (size_t i = 0; i < cores.size(); ++i)
    if (const Checker *checker = cores[i].checker.get())
      for (const std::string &line : checker->warnings())
        lines.push_back(cores.size() == 1
                            ? line
                            : "core " + std::to_string(i) + ": " + line);
  return lines;
}

void Machine::writeTrace(llvm::raw_ostream &os) const {
  writeTraceJson(os, *state->image, state->tracedPrograms, state->trace);
}

Profile Machine::profile() const {
  return buildProfile(*state->image, (*state->cores)[0].target,
                      state->programs, state->timing, state->tracedPrograms,
                      state->trace, state->counters);
}

} // namespace glia
