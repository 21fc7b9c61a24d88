//===- Report.h - What a compilation did, as JSON -------------------------===//
//
// The keys of `--report` are a contract (docs/Commands.md).
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_COMPILER_REPORT_H
#define GLIA_COMPILER_REPORT_H

#include "glia/Compiler/Session.h"

namespace glia {
std::string formatReport(const Session &session);
} // namespace glia

#endif
