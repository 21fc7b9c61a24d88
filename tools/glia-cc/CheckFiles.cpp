//===- CheckFiles.cpp - The files that a command line names ---------------===//
//
// Before anything is read or written.
//
//===----------------------------------------------------------------------===//
#include "Commands.h"

using namespace glia;

llvm::Error glia::checkFiles(const CommandLine &line) {
  if (line.command == Command::inspect ||
      line.command == Command::listOperators ||
      line.command == Command::explain)
    return llvm::Error::success();
  std::vector<FileRole> inputs = {{"MODEL.onnx", line.file},
                                  {"--constants", line.compile.constantsModel},
                                  {"--expected", line.expectedFile}};
  for (const std::string &file : line.files)
    inputs.push_back({"MODEL.onnx", file});
  return checkRequest(makeRunRequest(line.run), std::move(inputs),
                      {{"--output", line.output},
                       {"--report", line.reportFile},
                       {"--json", line.jsonFile}});
}
