//===- FileRoles.h - The files that one command reads and writes ----------===//
//
// A command with several outputs must not let one replace another, nor a file
// that it reads. Paths are compared as places: the folder with its links
// resolved, and the name.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_SUPPORT_FILEROLES_H
#define GLIA_SUPPORT_FILEROLES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace glia {

/// A flag (or `MODEL.onnx`, the positional one) and the path that it has; an
/// empty path is a flag that was not given.
struct FileRole {
  std::string flag, path;
};

/// Errors: E1805 when two outputs, or an output and an input, are one file.
llvm::Error checkFileRoles(llvm::ArrayRef<FileRole> inputs,
                           llvm::ArrayRef<FileRole> outputs);

} // namespace glia

#endif
