//===- Commands.h - The commands of glia-cc -------------------------------===//
//
// Each command is one function in a file of its own; it returns the exit
// status, errors go up to main.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_TOOLS_GLIA_CC_COMMANDS_H
#define GLIA_TOOLS_GLIA_CC_COMMANDS_H

#include "CommandLine.h"
#include "glia/Compiler/Session.h"
#include "glia/Interpreter/Run.h"

namespace glia {

llvm::Expected<int> compileCommand(const CommandLine &line);
llvm::Expected<int> runCommand(const CommandLine &line);
llvm::Expected<int> verifyCommand(const CommandLine &line);
llvm::Expected<int> profileCommand(const CommandLine &line);
llvm::Expected<int> inspectCommand(const CommandLine &line);
llvm::Expected<int> listOperatorsCommand(const CommandLine &line);
llvm::Expected<int> explainCommand(const CommandLine &line);

/// Progress lines on a terminal (or with --verbose), warnings always.
Session::Listener makeListener(const CommandLine &line);

/// Whether the file is an object, by its first bytes. Errors: E5800, E5802.
llvm::Expected<bool> startsAsObject(llvm::StringRef path);
/// Errors: E1800, E1805 (checkRequest).
llvm::Error checkFiles(const CommandLine &line);
/// --report.
llvm::Error writeReport(Session &session, llvm::StringRef path,
                        OutputGroup &group);
/// The flags that glia-run has, too.
RunRequest makeRunRequest(const RunFlags &flags);

} // namespace glia

#endif
