//===- Version.cpp - The version of Glia ----------------------------------===//
//
// The number itself is the project's in CMakeLists.txt.
//
//===----------------------------------------------------------------------===//
#include "glia/Compiler/Version.h"

const char *glia::version() { return GLIA_VERSION; }
