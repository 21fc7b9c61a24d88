//===- OpenBeneath.h - Files that a model names ---------------------------===//
//
// A path that comes out of a file is hostile until shown otherwise: it may
// only lead to a regular file below a given folder, and no part of it may be
// a link.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_SUPPORT_OPENBENEATH_H
#define GLIA_SUPPORT_OPENBENEATH_H

#include "glia/Support/InputFile.h"

namespace glia {

/// Opens `relative` below `root` component by component without following
/// links. Errors: E6000 when the path leaves `root`, meets a link or ends at
/// something that is no regular file; E5800 when it can't be opened.
llvm::Expected<InputFile> openBeneath(llvm::StringRef root,
                                      llvm::StringRef relative);

} // namespace glia

#endif
