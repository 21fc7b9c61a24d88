//===- Tool.cpp - The main function of a tool with LLVM's flags -----------===//
#include "glia/Support/Tool.h"
#include "glia/Support/Error.h"
#include "glia/Support/StandardStreams.h"
#include <new>
#include <unistd.h>

namespace glia {

void writeToStderr(llvm::StringRef text) {
  (void)!::write(STDERR_FILENO, text.data(), text.size());
}

static void onNoMemory() {
  writeToStderr("error: GLIA-E4601: out of memory\n");
  _exit(1);
}

/// What LLVM's parser said, without the program's name before it and the hints
/// behind it.
static llvm::Error usageError(llvm::StringRef text, const Tool &tool) {
  llvm::StringRef first = text.split('\n').first;
  if (first.empty()) // LLVM wrote of a value to stderr itself
    first = "a flag has a value of another form than it takes";
  size_t colon = first.find(": ");
  if (colon != llvm::StringRef::npos)
    first = first.substr(colon + 2);
  return makeError(
      std::move(GliaError(ErrorCode::E1806, escapeForMessage(first))
                    .remedy(tool.name + " --help shows the flags")));
}

static int runParsed(int argc, char **argv, const Tool &tool) {
  std::set_new_handler(onNoMemory);
  llvm::cl::HideUnrelatedOptions(*tool.category);
  llvm::cl::SetVersionPrinter([&](llvm::raw_ostream &os) {
    os << tool.name << ' ' << tool.version << '\n';
  });
  std::string usage;
  llvm::raw_string_ostream usageOs(usage);
  bool parsed =
      llvm::cl::ParseCommandLineOptions(argc, argv, tool.overview, &usageOs);
  llvm::Error problem = parsed ? tool.checkValues() : usageError(usage, tool);
  if (problem) {
    reportErrors(std::move(problem), llvm::errs());
    return 2;
  }
  if (llvm::Error error = tool.run())
    return reportErrors(std::move(error), llvm::errs());
  return 0;
}

int runTool(int argc, char **argv, const Tool &tool) {
  prepareStandardStreams();
  return finishStandardStreams(runParsed(argc, argv, tool));
}

} // namespace glia
