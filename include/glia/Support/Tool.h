//===- Tool.h - The main function of a tool with LLVM's flags -------------===//
//
// What glia-run and glia-allocate do around their work: usage errors with a
// code, no memory left, exit status.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_SUPPORT_TOOL_H
#define GLIA_SUPPORT_TOOL_H

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <string>

namespace glia {

struct Tool {
  std::string name, version;
  const char *overview; // with an example
  llvm::cl::OptionCategory *category;
  /// Of flags that parsed; an error is one of usage.
  llvm::Error (*checkValues)();
  llvm::Error (*run)();
};

/// Parses and runs; the exit status: 0, 1 for an error, 2 for one of usage
/// (E1806 for a flag that llvm::cl refuses). Errors are reported to stderr.
int runTool(int argc, char **argv, const Tool &tool);

/// To stderr, from a handler of a signal or of no memory.
void writeToStderr(llvm::StringRef text);

} // namespace glia

#endif
