//===- Parser.h - The parser of glia-cc's command line --------------------===//
//
// Flags.cpp declares the flags, CommandLine.cpp checks what they were given
// and turns it into options. CLI11 throws: only these two files see it.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_TOOLS_GLIA_CC_PARSER_H
#define GLIA_TOOLS_GLIA_CC_PARSER_H

#include "CommandLine.h"
#include <CLI/CLI.hpp>

namespace glia {

/// What the parser fills before it is checked and turned into options.
struct RawFlags {
  std::string modelType = "generic", emit, from, castFile,
      diagnostics = "text";
  std::vector<std::string> inputShapes, dimensions, inputValues, buckets, pads,
      inputs, states, castOverrides;
  unsigned lnc = 1;
  bool mixedAccumulation = false, saturateInfinity = false;
  bool stochasticRounding = false, verifyAll = false;
};

class Parser {
public:
  llvm::Expected<std::variant<CommandLine, int>> parse(int argc, char **argv);

private:
  void addCompileFlags(CLI::App &command);
  void addReportFlag(CLI::App &command);
  void addCacheFlags(CLI::App &command);
  void addDiagnosticsFlag(CLI::App &command);
  void addRunFlags(CLI::App &command);
  void addCommands(CLI::App &app);
  int usageError(const CLI::App &app, const CLI::ParseError &error, int argc,
                 char **argv);
  void collectResultFlags(const CLI::App &command);
  llvm::Error check();
  llvm::Error checkLaterFlags();
  llvm::Error checkShapes();
  llvm::Error checkStates();
  llvm::Error checkBuckets();
  llvm::Error checkOverrides();

  CommandLine line;
  RawFlags raw;
  std::vector<std::string> compileFlags; // names, of what addCompileFlags adds
  std::vector<std::pair<CLI::App *, Command>> commands;
};
} // namespace glia

#endif
