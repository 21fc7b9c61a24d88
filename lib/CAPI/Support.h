//===- Support.h - What the C functions share -----------------------------===//
//
// Option structs of any caller's size, and errors on their way to a callback.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_LIB_CAPI_SUPPORT_H
#define GLIA_LIB_CAPI_SUPPORT_H

#include "glia-c/Glia.h"
#include "glia/Support/Error.h"
#include <cstring>

namespace glia::capi {

/// The caller's struct over the library's defaults: a caller built against an
/// older header has fewer fields, one built against a newer header more.
template <typename Options>
Options readOptions(const Options *given, void (*initialise)(Options *)) {
  Options options;
  initialise(&options);
  if (given)
    std::memcpy(&options, given,
                given->size < sizeof(Options) ? given->size : sizeof(Options));
  options.size = sizeof(Options);
  return options;
}

/// Hands each error to the callback; the status of the first.
GliaStatus report(llvm::Error error, GliaDiagnosticCallback callback,
                  void *userData);
void reportWarning(llvm::StringRef text, GliaDiagnosticCallback callback,
                   void *userData);

} // namespace glia::capi

#endif
