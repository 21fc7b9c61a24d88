//===- Run.cpp - A run from files to files --------------------------------===//
//
// Loads the machine, runs it, and writes what was asked for.
//
//===----------------------------------------------------------------------===//
#include "glia/Interpreter/Run.h"
#include "glia/Support/Error.h"
#include "glia/Support/Npz.h"
#include "glia/Support/Numerics.h"
#include "llvm/ADT/StringExtras.h"
#include <cmath>

using namespace glia;

llvm::Expected<NamedTensors> glia::runOnce(Machine &machine,
                                           const NamedTensors &inputs) {
  for (const auto &[name, tensor] : inputs)
    if (llvm::Error error = machine.setInput(name, tensor.bytes))
      return std::move(error);
  if (llvm::Error error = machine.run())
    return std::move(error);
  NamedTensors outputs;
  for (const Binding &binding : machine.image().bindings) {
    if (binding.kind != BindingKind::output)
      continue;
    llvm::Expected<llvm::ArrayRef<uint8_t>> bytes =
        machine.output(binding.name);
    if (!bytes)
      return bytes.takeError();
    outputs.emplace_back(binding.name,
                         Tensor{binding.type, binding.shape, bytes->vec()});
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
  inputs.push_back({"--inputs", request.inputs.archive});
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
  llvm::Expected<NamedTensors> inputs =
      gatherInputs((*machine)->image(), request.inputs);
  if (!inputs)
    return inputs.takeError();
  NamedTensors outputs;
  for (unsigned i = 0; i < std::max(request.repeat, 1u); ++i) {
    llvm::Expected<NamedTensors> now = runOnce(**machine, *inputs);
    if (!now)
      return now.takeError();
    outputs = std::move(*now);
  }
  OutputGroup own, &group = request.group ? *request.group : own;
  if (!options.timingOnly) // nothing was computed
    if (llvm::Error error = writeOutputs(outputs, request, group, os))
      return error;
  if (request.outputsArchive.empty() && request.outputFolder.empty())
    os << llvm::formatv("modelled time {0:f3} us\n",
                        (*machine)->counters().timeNs / 1e3);
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
  return own.commit();
}
