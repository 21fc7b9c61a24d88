//===- ProgramReport.h - What an object holds, for the report -------------===//
//
// Read off the finished instructions, so it is what the machine will do, not
// what a pass planned.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_LIB_COMPILER_PROGRAMREPORT_H
#define GLIA_LIB_COMPILER_PROGRAMREPORT_H

#include "glia/Compiler/Session.h"

namespace glia {
/// Fills instructions, peaks, HBM size, transposes, collectives and the
/// modelled time.
llvm::Error describeProgram(const ObjectImage &image, CompileReport &report);
} // namespace glia

#endif
