//===- RunCommand.cpp - glia-cc run ---------------------------------------===//
//
// Compiles into memory and hands the object to the machine, as glia-run does
// with a file.
//
//===----------------------------------------------------------------------===//
#include "CachedSession.h"
#include "glia/Support/OutputFile.h"
#include "llvm/ADT/StringSwitch.h"

using namespace glia;

RunRequest glia::makeRunRequest(const RunFlags &flags) {
  RunRequest request;
  MachineOptions &machine = request.machine;
  machine.check = flags.check;
  machine.timingOnly = flags.timingOnly;
  machine.threads = flags.threads ? flags.threads : 1;
  machine.roundingSeed = static_cast<uint32_t>(flags.roundingSeed);
  if (flags.fuel)
    machine.fuel = flags.fuel;
  if (flags.maxDeviceMemory)
    machine.maxDeviceMemory = flags.maxDeviceMemory;
  if (!flags.simd.empty())
    machine.simd = llvm::StringSwitch<numerics::SimdLevel>(flags.simd)
                       .Case("scalar", numerics::SimdLevel::scalar)
                       .Case("avx2", numerics::SimdLevel::avx2)
                       .Default(numerics::SimdLevel::avx512);
  request.inputs = {flags.inputsFile, flags.inputs, flags.seed};
  request.repeat = flags.repeat;
  request.outputsArchive = flags.outputsFile;
  request.outputFolder = flags.outputFolder;
  request.countersFile = flags.countersFile;
  request.traceFile = flags.traceFile;
  request.saveState = flags.saveState;
  request.loadState = flags.loadState;
  return request;
}

llvm::Expected<int> glia::runCommand(const CommandLine &line) {
  CachedSession cached(line);
  if (llvm::Error error = cached.open())
    return std::move(error);
  llvm::Expected<std::vector<uint8_t>> bytes = cached.writeObjectToMemory();
  if (!bytes)
    return bytes.takeError();
  OutputGroup outputs;
  if (!line.reportFile.empty())
    if (llvm::Error error = writeReport(cached.session(), line.reportFile, outputs))
      return std::move(error);
  RunRequest request = makeRunRequest(line.run);
  request.group = &outputs;
  LoadOptions load;
  load.maxDeviceMemory = request.machine.maxDeviceMemory;
  llvm::Expected<std::unique_ptr<Object>> object =
      Object::fromMemory(std::move(*bytes), load);
  if (!object)
    return object.takeError();
  if (llvm::Error error = runProgram(std::move(*object), request, llvm::outs()))
    return std::move(error);
  if (llvm::Error error = outputs.commit())
    return std::move(error);
  return 0;
}
