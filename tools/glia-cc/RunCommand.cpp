//===- RunCommand.cpp - glia-cc run ---------------------------------------===//
//
// Compiles into memory and hands the object to the machine, as glia-run does
// with a file.
//
//===----------------------------------------------------------------------===//
#include "Commands.h"
#include "glia/Compiler/Report.h"
#include "glia/Interpreter/Run.h"
#include "glia/Support/OutputFile.h"

using namespace glia;

llvm::Expected<int> glia::runCommand(const CommandLine &line) {
  Session session(line.compile, makeListener(line));
  if (llvm::Error error = session.open(line.file))
    return std::move(error);
  llvm::Expected<std::vector<uint8_t>> bytes = session.writeObjectToMemory();
  if (!bytes)
    return bytes.takeError();
  if (!line.reportFile.empty())
    if (llvm::Error error = writeFile(line.reportFile, formatReport(session)))
      return std::move(error);
  LoadOptions load;
  if (line.run.maxDeviceMemory)
    load.maxDeviceMemory = line.run.maxDeviceMemory;
  llvm::Expected<std::unique_ptr<Object>> object =
      Object::fromMemory(std::move(*bytes), load);
  if (!object)
    return object.takeError();
  if (llvm::Error error =
          runProgram(**object, makeRunRequest(line.run), llvm::outs()))
    return std::move(error);
  return 0;
}
