//===- StandardStreams.h - stdin, stdout and stderr of a program ----------===//
//
// A reader that goes away, a full disk or a limit on file sizes must end in an
// error with a code, never in a signal or in LLVM's abort; and a file that is
// opened must not take the place of a stream that the caller closed.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_SUPPORT_STANDARDSTREAMS_H
#define GLIA_SUPPORT_STANDARDSTREAMS_H

namespace glia {

/// First thing in main: SIGPIPE and SIGXFSZ become errors of the write, and
/// closed standard streams are opened as ones that give and take nothing.
void prepareStandardStreams();
/// Last thing in main: flushes llvm::outs() and stdout; the exit status, which
/// is 1 with E5801 reported where it was 0 and something was not written.
int finishStandardStreams(int status);

} // namespace glia

#endif
