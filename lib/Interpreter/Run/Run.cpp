//===- Run.cpp - A run from files to files --------------------------------===//
//
// Loads the machine, runs it, and writes what was asked for.
//
//===----------------------------------------------------------------------===//
#include "glia/Interpreter/Run.h"
#include "Buckets.h"
#include "glia/ISA/Enums.h"
#include "glia/Support/Error.h"
#include "glia/Support/Npz.h"
#include "glia/Support/Numerics.h"
#include "llvm/ADT/StringExtras.h"
#include <cmath>

using namespace glia;

/// The entry for tensors of a size: that of the smallest bucket with room.
static llvm::Expected<std::pair<const Entry *, int64_t>>
chooseEntry(const ObjectImage &image, const NamedTensors &inputs) {
  if (image.buckets.dim.empty())
    return std::pair<const Entry *, int64_t>(nullptr, 0);
  llvm::Expected<int64_t> size = bucketSizeOf(image, inputs);
  if (!size)
    return size.takeError();
  return std::pair(image.bucketFor(*size), *size);
}

llvm::Expected<NamedTensors> glia::runOnce(Machine &machine,
                                           const NamedTensors &inputs) {
  const ObjectImage &image = machine.image();
  llvm::Expected<std::pair<const Entry *, int64_t>> choice =
      chooseEntry(image, inputs);
  if (!choice)
    return choice.takeError();
  auto [entry, size] = *choice;
  std::optional<int64_t> entrySize =
      entry ? image.bucketSize(*entry) : std::nullopt;
  for (const auto &[name, tensor] : inputs) {
    const Binding *binding = machine.findBinding(name, BindingKind::input);
    if (llvm::Error error =
            !binding    ? machine.setState(name, tensor.bytes)
            : entrySize ? machine.setInput(
                              name, padToBucket(image,
                                                binding - image.bindings.data(),
                                                tensor, *entrySize))
                        : machine.setInput(name, tensor.bytes))
      return std::move(error);
  }
  if (llvm::Error error = machine.run(entry ? entry->name : ""))
    return std::move(error);
  NamedTensors outputs;
  for (auto [number, binding] : llvm::enumerate(image.bindings)) {
    if (binding.kind != BindingKind::output)
      continue;
    llvm::Expected<llvm::ArrayRef<uint8_t>> bytes =
        machine.output(binding.name);
    if (!bytes)
      return bytes.takeError();
    outputs.emplace_back(
        binding.name,
        entrySize ? cutFromBucket(image, number, *bytes, *entrySize, size)
                  : Tensor{binding.type, binding.shape, bytes->vec()});
  }
  return outputs;
}

/// Name, type, shape, range and the first few values.
static void summarise(llvm::StringRef name, const Tensor &tensor,
                      llvm::raw_ostream &os) {
  os << escapeForMessage(name) << ": " << glia::name(tensor.type);
  size_t count = 1;
  for (const auto &[i, extent] : llvm::enumerate(tensor.shape)) {
    os << (i ? "x" : " ") << extent;
    count *= extent;
  }
  if (count == 0) {
    os << ", empty\n";
    return;
  }
  std::vector<float> values(count);
  numerics::convert(tensor.type, tensor.bytes.data(), ElementType::f32,
                    values.data(), count);
  double sum = 0, low = HUGE_VAL, high = -HUGE_VAL;
  size_t largest = 0, undefined = 0;
  for (const auto &[i, value] : llvm::enumerate(values)) {
    undefined += std::isnan(value);
    sum += value;
    low = value < low ? value : low;
    if (value > high) {
      high = value;
      largest = i;
    }
  }
  os << llvm::formatv(", min {0:f6} max {1:f6} mean {2:f6}, largest at {3}",
                      low, high, sum / static_cast<double>(count), largest);
  if (undefined)
    os << ", " << undefined << " NaN";
  os << "\n  ";
  for (float value : llvm::ArrayRef<float>(values).take_front(8))
    os << llvm::formatv(" {0:f6}", value);
  os << (count > 8 ? " ...\n" : "\n");
}

/// The time, and with several cores a line for each.
static void summariseTime(const Counters &counters, llvm::raw_ostream &os) {
  os << llvm::formatv("modelled time {0:f3} us", counters.timeNs / 1e3);
  if (counters.cores.size() > 1)
    os << " on " << counters.cores.size() << " cores";
  os << '\n';
  if (counters.cores.size() <= 1)
    return;
  for (const auto &[number, core] : llvm::enumerate(counters.cores)) {
    os << "  core " << number << ":";
    for (const auto &[engine, each] : llvm::enumerate(core.engines))
      os << llvm::formatv(
          " {0} {1:f1} %", isa::name(static_cast<isa::Engine>(engine)),
          core.timeNs > 0 ? 100 * each.activeNs / core.timeNs : 0.0);
    os << llvm::formatv(", dma {0} bytes, collectives {1:f3} us exposed, "
                        "{2:f3} us hidden\n",
                        core.dmaBytes, core.collectiveExposedNs / 1e3,
                        core.collectiveHiddenNs / 1e3);
  }
}

/// Names of a model are data: only plain characters of them come into a path.
static std::string fileName(size_t index, llvm::StringRef name) {
  std::string text = std::to_string(index) + "_";
  for (char c : name.take_front(64))
    text += llvm::isAlnum(c) || c == '_' || c == '-' ? c : '_';
  return text + ".npy";
}

static llvm::Error writeOutputs(const NamedTensors &outputs,
                                const RunRequest &request, OutputGroup &group,
                                llvm::raw_ostream &os) {
  if (!request.outputsArchive.empty())
    if (llvm::Error error = writeNpz(request.outputsArchive, outputs, &group))
      return error;
  if (!request.outputFolder.empty())
    for (const auto &[i, output] : llvm::enumerate(outputs))
      if (llvm::Error error =
              writeFile(request.outputFolder + "/" + fileName(i, output.first),
                        formatNpy(output.second), &group))
        return error;
  if (request.outputsArchive.empty() && request.outputFolder.empty())
    for (const auto &[name, tensor] : outputs)
      summarise(name, tensor, os);
  return llvm::Error::success();
}

static llvm::Error
writeText(const std::string &path, OutputGroup &group,
          llvm::function_ref<void(llvm::raw_ostream &)> print) {
  if (path.empty())
    return llvm::Error::success();
  std::string text;
  llvm::raw_string_ostream os(text);
  print(os);
  return writeFile(path, llvm::StringRef(text), &group);
}

llvm::Error glia::checkRequest(const RunRequest &request,
                               std::vector<FileRole> inputs,
                               std::vector<FileRole> outputs) {
  if (request.machine.timingOnly &&
      !(request.outputsArchive.empty() && request.outputFolder.empty())) {
    std::string flag =
        request.outputsArchive.empty() ? "--output-dir" : "--outputs";
    return makeError(
        std::move(GliaError(ErrorCode::E1800,
                            "`--timing-only` computes no outputs that `" +
                                flag + "` could write")
                      .with("flag", flag)
                      .remedy("leave one of the two out")));
  }
  if (request.machine.timingOnly && !request.saveState.empty())
    return makeError(std::move(
        GliaError(ErrorCode::E1800, "`--timing-only` computes no states that "
                                    "`--save-state` could write")
            .with("flag", "--save-state")
            .remedy("leave one of the two out")));
  inputs.push_back({"--inputs", request.inputs.archive});
  // A run may go on from the file that it replaces.
  if (request.loadState != request.saveState)
    inputs.push_back({"--load-state", request.loadState});
  outputs.push_back({"--save-state", request.saveState});
  for (const auto &[name, path] : request.inputs.files)
    inputs.push_back({"--input", path});
  outputs.push_back({"--outputs", request.outputsArchive});
  outputs.push_back({"--counters", request.countersFile});
  outputs.push_back({"--trace", request.traceFile});
  return checkFileRoles(inputs, outputs);
}

llvm::Error glia::runProgram(std::shared_ptr<const Object> object,
                             const RunRequest &request, llvm::raw_ostream &os) {
  MachineOptions options = request.machine;
  options.trace |= !request.traceFile.empty();
  llvm::Expected<std::unique_ptr<Machine>> machine =
      Machine::create(std::move(object), options);
  if (!machine)
    return machine.takeError();
  std::vector<std::string> seeded;
  llvm::Expected<NamedTensors> inputs =
      gatherInputs((*machine)->image(), request.inputs, &seeded);
  if (!inputs)
    return inputs.takeError();
  if (!request.inputs.archive.empty() || !request.inputs.files.empty())
    for (llvm::StringRef name : seeded)
      llvm::errs() << "note: input `" << escapeForMessage(name)
                   << "` is not given and takes seeded values\n";
  if (!request.loadState.empty())
    if (llvm::Error error = loadStates(**machine, request.loadState))
      return error;
  NamedTensors outputs;
  uint64_t fuel = options.fuel;
  for (unsigned i = 0; i < std::max(request.repeat, 1u); ++i) {
    (*machine)->setFuel(fuel); // one pool for all calls
    llvm::Expected<NamedTensors> now = runOnce(**machine, *inputs);
    if (!now)
      return now.takeError();
    outputs = std::move(*now);
    fuel -= (*machine)->counters().fuelUsed;
    llvm::erase_if(*inputs, [&](const auto &input) { // go on from the call
      return (*machine)->findBinding(input.first, BindingKind::state);
    });
  }
  std::optional<OutputFile> states;
  if (!request.saveState.empty()) {
    llvm::Expected<OutputFile> saved = saveStates(**machine, request.saveState);
    if (!saved)
      return saved.takeError();
    states = std::move(*saved);
  }
  for (const std::string &warning : (*machine)->warnings())
    llvm::errs() << "warning: " << warning << '\n';
  OutputGroup own, &group = request.group ? *request.group : own;
  if (!options.timingOnly) // nothing was computed
    if (llvm::Error error = writeOutputs(outputs, request, group, os))
      return error;
  if (request.outputsArchive.empty() && request.outputFolder.empty())
    summariseTime((*machine)->counters(), os);
  if (llvm::Error error =
          writeText(request.countersFile, group, [&](llvm::raw_ostream &file) {
            (*machine)->counters().writeJson(file);
          }))
    return error;
  if (llvm::Error error =
          writeText(request.traceFile, group, [&](llvm::raw_ostream &file) {
            (*machine)->writeTrace(file);
          }))
    return error;
  if (llvm::Error error = own.commit())
    return error;
  // Last, and of its own: what it replaces must outlive every other failure.
  return states ? states->finish() : llvm::Error::success();
}
