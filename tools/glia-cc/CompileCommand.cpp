//===- CompileCommand.cpp - glia-cc compile -------------------------------===//
//
// A model, or a phase's IR, to the object file or to a later phase's IR.
//
//===----------------------------------------------------------------------===//
#include "CachedSession.h"
#include "glia/Compiler/Buckets.h"
#include "glia/Compiler/Report.h"
#include "glia/Support/Error.h"
#include "glia/Support/OutputFile.h"
#include "llvm/Support/Process.h"

using namespace glia;

Session::Listener glia::makeListener(const CommandLine &line) {
  Session::Listener listener;
  bool json = line.jsonDiagnostics;
  listener.warning = [json](llvm::StringRef text) {
    if (json)
      llvm::errs() << llvm::formatv(
          "{{\"severity\":\"warning\",\"message\":\"{0}\"}\n",
          escapeForMessage(text));
    else
      llvm::errs() << "warning: " << text << '\n';
  };
  if (line.verbose > 0 || llvm::sys::Process::StandardErrIsDisplayed())
    listener.phaseDone = [](llvm::StringRef phase, double seconds) {
      llvm::errs() << llvm::formatv("{0,-13} {1:f2} s\n", phase, seconds);
    };
  return listener;
}

llvm::Error glia::writeReport(Session &session, llvm::StringRef path,
                              OutputGroup &group) {
  if (session.phase() == Phase::isa)
    if (llvm::Error error = session.describeProgram())
      return error;
  return writeFile(path, llvm::StringRef(formatReport(session)), &group);
}

static llvm::Expected<int> compileForBuckets(const CommandLine &line) {
  OutputGroup outputs;
  Session::Listener listener = makeListener(line);
  if (!line.cacheFolder.empty())
    listener.warning("the cache is not used: it keeps no programs of several "
                     "sizes (--bucket) yet");
  if (llvm::Error error = compileBuckets(line.file, line.compile, line.output,
                                         &outputs, listener))
    return std::move(error);
  if (llvm::Error error = outputs.commit())
    return std::move(error);
  return 0;
}

llvm::Expected<int> glia::compileCommand(const CommandLine &line) {
  if (!line.compile.bucketSizes.empty())
    return compileForBuckets(line);
  CachedSession cached(line);
  Session &session = cached.session();
  OutputGroup outputs;
  if (llvm::Error error = cached.open())
    return std::move(error);
  if (line.compile.emit) {
    if (llvm::Error error = session.lowerTo(*line.compile.emit))
      return std::move(error);
    if (llvm::Error error = session.writeModule(line.output, &outputs))
      return std::move(error);
  } else if (llvm::Error error = cached.writeObject(outputs)) {
    return std::move(error);
  }
  if (!line.reportFile.empty())
    if (llvm::Error error = writeReport(session, line.reportFile, outputs))
      return std::move(error);
  if (llvm::Error error = outputs.commit())
    return std::move(error);
  return 0;
}
