//===- StandardStreams.cpp - stdin, stdout and stderr of a program --------===//
//
// A stdout that was closed is opened for reading only: then writing to it
// fails, as it should. What cannot be said on stderr is lost without an error.
//
//===----------------------------------------------------------------------===//
#include "glia/Support/StandardStreams.h"
#include "glia/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

namespace glia {

void prepareStandardStreams() {
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  for (int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(stream, F_GETFD) >= 0 || errno != EBADF)
      continue;
    // The lowest free number is the stream's own: those below are open.
    int flags = stream == STDERR_FILENO ? O_WRONLY : O_RDONLY;
    int opened = ::open("/dev/null", flags);
    if (opened >= 0 && opened != stream)
      ::close(opened);
  }
}

int finishStandardStreams(int status) {
  llvm::outs().flush();
  std::error_code error = llvm::outs().error();
  llvm::outs().clear_error();
  bool failed = std::fflush(stdout) != 0; // what a library has printed
  if (failed && !error)
    error = std::error_code(errno, std::generic_category());
  if ((error || std::ferror(stdout)) && status == 0)
    status = reportErrors(
        makeError(ErrorCode::E5801,
                  "cannot write to standard output: " +
                      llvm::Twine(error ? error.message() : "it failed")),
        llvm::errs());
  llvm::errs().flush();
  llvm::errs().clear_error();
  return status;
}

} // namespace glia
