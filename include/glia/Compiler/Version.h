//===- Version.h - The version of Glia ------------------------------------===//
//
// One number for compiler, machine and library; the object format has its
// own (docs/ObjectFormat, note section).
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_COMPILER_VERSION_H
#define GLIA_COMPILER_VERSION_H

namespace glia {
/// "0.1.0".
const char *version();
} // namespace glia

#endif
