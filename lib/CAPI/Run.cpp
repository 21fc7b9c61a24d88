//===- Run.cpp - Running through the C interface --------------------------===//
//
// A loaded program is one simulated machine. Buffers are the caller's; their
// sizes are checked against the bindings before anything is read.
//
//===----------------------------------------------------------------------===//
#include "Support.h"
#include "glia/Interpreter/Machine.h"
#include <cstddef>

using namespace glia;

struct GliaProgram {
  std::unique_ptr<Machine> machine;
  std::vector<const Binding *> inputs, outputs, states;
};

void gliaRunOptionsInit(GliaRunOptions *options) {
  if (!options)
    return;
  *options = GliaRunOptions{};
  options->size = sizeof(GliaRunOptions);
  options->threads = 1;
  options->fuel = limits::fuel;
  options->maxDeviceMemory = limits::deviceMemoryBytes;
}

static llvm::Expected<std::unique_ptr<GliaProgram>> load(const char *path, const GliaRunOptions &given) {
  if (!path)
    return makeError(ErrorCode::E1802, "expects the name of a program file");
  LoadOptions loadOptions;
  MachineOptions options;
  options.check = given.check != 0;
  options.threads = given.threads ? given.threads : 1;
  options.fuel = given.fuel ? given.fuel : limits::fuel;
  options.maxDeviceMemory = given.maxDeviceMemory ? given.maxDeviceMemory : limits::deviceMemoryBytes;
  loadOptions.maxDeviceMemory = options.maxDeviceMemory;
  llvm::Expected<std::unique_ptr<Object>> object = Object::open(path, loadOptions);
  if (!object)
    return object.takeError();
  llvm::Expected<std::unique_ptr<Machine>> machine = Machine::create(std::move(*object), options);
  if (!machine)
    return machine.takeError();
  auto program = std::make_unique<GliaProgram>();
  program->machine = std::move(*machine);
  for (const Binding &binding : program->machine->image().bindings)
    if (binding.kind == BindingKind::input)
      program->inputs.push_back(&binding);
    else if (binding.kind == BindingKind::output)
      program->outputs.push_back(&binding);
    else
      program->states.push_back(&binding);
  return program;
}

GliaStatus gliaProgramLoad(const char *path, const GliaRunOptions *options, GliaProgram **program) {
  GliaRunOptions given = capi::readOptions(options, gliaRunOptionsInit);
  if (!program)
    return capi::report(makeError(ErrorCode::E1802, "expects a place for the program"), given.onDiagnostic, given.userData);
  *program = nullptr;
  llvm::Expected<std::unique_ptr<GliaProgram>> loaded = load(path, given);
  if (!loaded)
    return capi::report(loaded.takeError(), given.onDiagnostic, given.userData);
  *program = loaded->release();
  return GLIA_OK;
}

void gliaProgramDestroy(GliaProgram *program) { delete program; }

size_t gliaProgramInputCount(const GliaProgram *program) { return program ? program->inputs.size() : 0; }
size_t gliaProgramOutputCount(const GliaProgram *program) { return program ? program->outputs.size() : 0; }

static GliaStatus describe(llvm::ArrayRef<const Binding *> bindings, size_t index, GliaTensorInfo *info) {
  if (!info || index >= bindings.size())
    return GLIA_INVALID;
  const Binding &binding = *bindings[index];
  GliaTensorInfo full{sizeof(GliaTensorInfo), binding.name.c_str(),  name(binding.type).data(),
                      binding.shape.size(),   binding.shape.data(), binding.wholeBytes()};
  size_t size = std::min(info->size, sizeof(GliaTensorInfo));
  std::memcpy(info, &full, size);
  info->size = size;
  return GLIA_OK;
}

GliaStatus gliaProgramInput(const GliaProgram *program, size_t index, GliaTensorInfo *info) {
  return program ? describe(program->inputs, index, info) : GLIA_INVALID;
}
GliaStatus gliaProgramOutput(const GliaProgram *program, size_t index, GliaTensorInfo *info) {
  return program ? describe(program->outputs, index, info) : GLIA_INVALID;
}

static llvm::Error checkSize(const Binding &binding, const void *buffer, const uint64_t *bytes, size_t index) {
  if (!buffer || !bytes)
    return makeError(ErrorCode::E1802, "expects a buffer for `" + escapeForMessage(binding.name) + "`");
  if (bytes[index] != binding.wholeBytes())
    return makeError(ErrorCode::E1802, "expects " + llvm::Twine(binding.wholeBytes()) + " bytes for `" + escapeForMessage(binding.name) + "`, got " +
                                           llvm::Twine(bytes[index]));
  return llvm::Error::success();
}

static llvm::Error run(GliaProgram &program, const void *const *inputs, const uint64_t *inputBytes, void *const *outputs, const uint64_t *outputBytes) {
  for (auto [i, binding] : llvm::enumerate(program.inputs))
    if (llvm::Error error = checkSize(*binding, inputs ? inputs[i] : nullptr, inputBytes, i))
      return error;
  for (auto [i, binding] : llvm::enumerate(program.outputs))
    if (llvm::Error error = checkSize(*binding, outputs ? outputs[i] : nullptr, outputBytes, i))
      return error;
  for (auto [i, binding] : llvm::enumerate(program.inputs))
    if (llvm::Error error = program.machine->setInput(binding->name, llvm::ArrayRef(static_cast<const uint8_t *>(inputs[i]), binding->wholeBytes())))
      return error;
  if (llvm::Error error = program.machine->run())
    return error;
  for (auto [i, binding] : llvm::enumerate(program.outputs)) {
    llvm::Expected<llvm::ArrayRef<uint8_t>> bytes = program.machine->output(binding->name);
    if (!bytes)
      return bytes.takeError();
    std::memcpy(outputs[i], bytes->data(), bytes->size());
  }
  return llvm::Error::success();
}

GliaStatus gliaProgramRun(GliaProgram *program, const void *const *inputs, const uint64_t *inputBytes, void *const *outputs,
                          const uint64_t *outputBytes, const GliaRunOptions *options) {
  GliaRunOptions given = capi::readOptions(options, gliaRunOptionsInit);
  llvm::Error error = program ? run(*program, inputs, inputBytes, outputs, outputBytes) : makeError(ErrorCode::E1802, "expects a program");
  return capi::report(std::move(error), given.onDiagnostic, given.userData);
}

size_t gliaProgramStateCount(const GliaProgram *program) { return program ? program->states.size() : 0; }

GliaStatus gliaProgramState(const GliaProgram *program, size_t index, GliaTensorInfo *info) {
  return program ? describe(program->states, index, info) : GLIA_INVALID;
}

/// The state, if buffer and size fit it.
static llvm::Expected<const Binding *> findState(const GliaProgram *program, size_t index, const void *buffer, uint64_t bytes) {
  if (!program || index >= program->states.size())
    return makeError(ErrorCode::E1802, "expects a program and the number of one of its states");
  const Binding *binding = program->states[index];
  if (llvm::Error error = checkSize(*binding, buffer, &bytes, 0))
    return std::move(error);
  return binding;
}

static llvm::Error getState(const GliaProgram *program, size_t index, void *buffer, uint64_t bytes) {
  llvm::Expected<const Binding *> state = findState(program, index, buffer, bytes);
  if (!state)
    return state.takeError();
  llvm::Expected<std::vector<uint8_t>> value = program->machine->getState((*state)->name);
  if (!value)
    return value.takeError();
  llvm::copy(*value, static_cast<uint8_t *>(buffer));
  return llvm::Error::success();
}

GliaStatus gliaProgramGetState(const GliaProgram *program, size_t index, void *buffer, uint64_t bytes, const GliaRunOptions *options) {
  GliaRunOptions given = capi::readOptions(options, gliaRunOptionsInit);
  return capi::report(getState(program, index, buffer, bytes), given.onDiagnostic, given.userData);
}

static llvm::Error setState(GliaProgram *program, size_t index, const void *buffer, uint64_t bytes) {
  llvm::Expected<const Binding *> state = findState(program, index, buffer, bytes);
  if (!state)
    return state.takeError();
  return program->machine->setState((*state)->name, llvm::ArrayRef(static_cast<const uint8_t *>(buffer), bytes));
}

GliaStatus gliaProgramSetState(GliaProgram *program, size_t index, const void *buffer, uint64_t bytes, const GliaRunOptions *options) {
  GliaRunOptions given = capi::readOptions(options, gliaRunOptionsInit);
  return capi::report(setState(program, index, buffer, bytes), given.onDiagnostic, given.userData);
}

uint64_t gliaProgramModelledNanoseconds(const GliaProgram *program) {
  return program ? static_cast<uint64_t>(program->machine->counters().timeNs) : 0;
}
