//===- Compile.cpp - Compiling through the C interface --------------------===//
//
// One call, one session.
//
//===----------------------------------------------------------------------===//
#include "Support.h"
#include "glia/Compiler/Session.h"
#include "glia/Compiler/Version.h"

using namespace glia;

const char *gliaVersion(void) { return version(); }

void gliaCompileOptionsInit(GliaCompileOptions *options) {
  if (!options)
    return;
  *options = GliaCompileOptions{};
  options->size = sizeof(GliaCompileOptions);
  options->optimisation = 2;
}

static llvm::Error compile(const char *model, const char *output,
                           const GliaCompileOptions &given) {
  if (!model || !output)
    return makeError(ErrorCode::E1802,
                     "expects the names of a model and of an output file");
  if (given.optimisation < 0 || given.optimisation > 3)
    return makeError(ErrorCode::E1802,
                     "expects an optimisation of 0 to 3, got " +
                         llvm::Twine(given.optimisation));
  CompileOptions options;
  if (given.target)
    options.target = given.target;
  options.optimisation = given.optimisation == 0 ? 0 : 2;
  options.maxMemory = given.maxMemory;
  for (size_t i = 0; i < given.dimensionCount; ++i) {
    if (!given.dimensionNames || !given.dimensionNames[i] ||
        !given.dimensionValues)
      return makeError(ErrorCode::E1802,
                       "expects a name and a value for each dimension");
    options.import.dims[given.dimensionNames[i]] = given.dimensionValues[i];
  }
  Session::Listener listener;
  listener.warning = [&](llvm::StringRef text) {
    capi::reportWarning(text, given.onDiagnostic, given.userData);
  };
  Session session(std::move(options), std::move(listener));
  if (llvm::Error error = session.open(model))
    return error;
  return session.writeObject(output);
}

GliaStatus gliaCompile(const char *model, const char *output,
                       const GliaCompileOptions *options) {
  GliaCompileOptions given = capi::readOptions(options, gliaCompileOptionsInit);
  return capi::report(compile(model, output, given), given.onDiagnostic,
                      given.userData);
}
