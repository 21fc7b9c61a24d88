//===- CommandLine.h - The command line of glia-cc as data ----------------===//
//
// CLI11 throws, the rest of the compiler does not: this header is the border.
// docs/Commands.md is the contract for names and meanings.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_TOOLS_GLIA_CC_COMMANDLINE_H
#define GLIA_TOOLS_GLIA_CC_COMMANDLINE_H

#include "glia/Compiler/CompileCache.h"
#include "glia/Compiler/CompileOptions.h"
#include "llvm/Support/Error.h"
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace glia {

enum class Command {
  compile,
  run,
  verify,
  profile,
  inspect,
  listOperators,
  explain
};

/// The flags that `run` shares with glia-run.
struct RunFlags {
  std::string inputsFile, outputsFile, outputFolder, countersFile, traceFile,
      saveState, loadState, simd;
  std::vector<std::pair<std::string, std::string>> inputs; // name, file
  bool check = false, timingOnly = false;
  unsigned repeat = 1, threads = 0;
  uint64_t fuel = 0, maxDeviceMemory = 0, seed = 0, roundingSeed = 0;
};

struct CommandLine {
  Command command;
  std::string file; // MODEL.onnx, MODEL.glia, IR, or the code to explain
  std::vector<std::string> files; // of profile: MODEL.onnx or MODEL.glia
  std::string entry;              // of profile; "": the first
  unsigned top = 20;              // of profile: nodes to print
  std::string output, reportFile, jsonFile, expectedFile;
  CompileOptions compile;
  std::string cacheFolder; // "": no cache
  uint64_t cacheLimit = CompileCache::defaultLimit;
  /// The flags that may change what compiling gives, with their values.
  std::vector<std::string> resultFlags;
  RunFlags run;
  bool json = false;            // list-operators --json
  bool jsonDiagnostics = false; // --diagnostics json
  unsigned verbose = 0;
  std::vector<std::string> remarks; // said once, before the work
};

/// A command line; or the exit status when there is nothing left to do (help,
/// --version, a usage error: the text is printed already); or an error of
/// what was asked (a flag of later, a value out of its range).
llvm::Expected<std::variant<CommandLine, int>> parseCommandLine(int argc,
                                                                char **argv);

} // namespace glia

#endif
