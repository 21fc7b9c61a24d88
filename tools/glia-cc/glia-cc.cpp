//===- glia-cc.cpp - The compiler's command line --------------------------===//
//
// Parses, dispatches, reports. Whatever happens below, the exit status is 0,
// 1 (the user's), 2 (usage) or 70 (ours), never a signal.
//
//===----------------------------------------------------------------------===//
#include "Commands.h"
#include "glia/Support/Error.h"
#include "glia/Support/StandardStreams.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/raw_ostream.h"
#include <csignal>
#include <new>
#include <unistd.h>

using namespace glia;

static void say(llvm::StringRef text) {
  (void)!::write(STDERR_FILENO, text.data(), text.size());
}

static void onSignal(int signal) {
  say("error: GLIA-E9800: internal error: a fault of the compiler; please "
      "report the command and its input\n");
  _exit(70);
}
static void onFatal(void *, const char *reason, bool) {
  say("error: GLIA-E9800: internal error: ");
  say(reason);
  say("\n");
  _exit(70);
}
static void onNoMemory() {
  say("error: GLIA-E4601: out of memory\n");
  _exit(1);
}

static void installHandlers() {
  for (int signal : {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT})
    std::signal(signal, onSignal);
  llvm::install_fatal_error_handler(onFatal);
  llvm::install_bad_alloc_error_handler(
      [](void *, const char *, bool) { onNoMemory(); });
  std::set_new_handler(onNoMemory);
}

static llvm::Expected<int> dispatch(const CommandLine &line) {
  switch (line.command) {
  case Command::compile:
    return compileCommand(line);
  case Command::run:
    return runCommand(line);
  case Command::verify:
    return verifyCommand(line);
  case Command::profile:
    return profileCommand(line);
  case Command::inspect:
    return inspectCommand(line);
  case Command::listOperators:
    return listOperatorsCommand(line);
  case Command::explain:
    return explainCommand(line);
  }
  llvm_unreachable("unknown command");
}

static int run(int argc, char **argv) {
  llvm::Expected<std::variant<CommandLine, int>> parsed =
      parseCommandLine(argc, argv);
  if (!parsed)
    return reportErrors(parsed.takeError(), llvm::errs());
  if (int *status = std::get_if<int>(&*parsed))
    return *status;
  const CommandLine &line = std::get<CommandLine>(*parsed);
  for (const std::string &remark : line.remarks)
    llvm::errs() << "remark: " << remark << '\n';
  if (llvm::Error error = checkFiles(line))
    return reportErrors(std::move(error), llvm::errs(), line.jsonDiagnostics);
  llvm::Expected<int> status = dispatch(line);
  if (!status)
    return reportErrors(status.takeError(), llvm::errs(), line.jsonDiagnostics);
  return *status;
}

int main(int argc, char **argv) {
  prepareStandardStreams();
  installHandlers();
  return finishStandardStreams(run(argc, argv));
}
