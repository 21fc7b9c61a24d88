//===- Machine.cpp - One simulated core, loaded with an object ------------===//
//
// Puts together loader, core, the executor of values and the model of time.
//
//===----------------------------------------------------------------------===//
#include "glia/Interpreter/Machine.h"
#include "Check.h"
#include "Sequencer.h"
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
  std::unique_ptr<Core> core;
  Counters counters;
  std::vector<TraceEvent> trace;
  uint32_t tracedProgram = 0;

  llvm::Error load(WeightReader readWeights);
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
  llvm::Expected<std::unique_ptr<Core>> made =
      Core::create(*image, std::move(readWeights), *target, options);
  if (!made)
    return made.takeError();
  core = std::move(*made);
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
  if (bytes.size() != binding->bytes)
    return makeError(ErrorCode::E1402,
                     "input `" + name + "` has " + llvm::Twine(bytes.size()) +
                         " bytes, expects " + llvm::Twine(binding->bytes));
  std::memcpy(state->core->hbm.data() + binding->hbmOffset, bytes.data(),
              bytes.size());
  if (state->core->checker)
    state->core->checker->defineInput(binding->hbmOffset, binding->bytes);
  return llvm::Error::success();
}

llvm::Error Machine::run(llvm::StringRef name) {
  auto begin = std::chrono::steady_clock::now();
  const Entry *entry = nullptr;
  for (const Entry &each : state->image->entries)
    if (!entry && (name.empty() || each.name == name))
      entry = &each;
  if (!entry)
    return makeError(ErrorCode::E1403,
                     "the program has no entry `" + name + "`");
  const DecodedProgram &program = state->programs[entry->program];
  state->counters = {};
  state->trace.clear();
  state->tracedProgram = entry->program;
  state->core->reset(program.sbufUse, program.psumUse);
  if (!state->options.timingOnly)
    if (llvm::Error error =
            runValues(*state->core, *state->image, program, *entry))
      return error;
  std::optional<TimingProgram> &timing = state->timing[entry->program];
  if (!timing)
    timing = TimingProgram::build(program, state->core->target);
  TimedCore timed{state->core.get(), &program, &*timing, entry, 0};
  if (llvm::Error error =
          runTiming(timed, *state->image, state->counters, nullptr,
                    state->options.trace ? &state->trace : nullptr))
    return error;
  ++state->core->step;
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
  return llvm::ArrayRef<uint8_t>(state->core->hbm.data() + binding->hbmOffset,
                                 binding->bytes);
}

const Counters &Machine::counters() const { return state->counters; }

void Machine::writeTrace(llvm::raw_ostream &os) const {
  writeTraceJson(os, *state->image, state->tracedProgram, state->trace);
}

} // namespace glia
