//===- CodeOf.h - Codes of errors that hostile files give -----------------===//
//----------------------===//
#ifndef GLIA_TEST_UNIT_HOSTILE_CODEOF_H
#define GLIA_TEST_UNIT_HOSTILE_CODEOF_H

#include "glia/Support/Error.h"

namespace glia::test {

/// The code of an error, 0 for none. An error without a code, or of the class
/// bug, ends the process: no file may give one.
unsigned codeOf(llvm::Error error);

} // namespace glia::test

#endif
