//===- CachedSession.h - A compilation that the cache may spare -----------===//
//
// `compile` and `run` open a model and want its object; whether the object is
// made or taken from --cache-dir is decided here. A cache that cannot be used
// is a warning: the object is made as without one.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_TOOLS_GLIA_CC_CACHEDSESSION_H
#define GLIA_TOOLS_GLIA_CC_CACHEDSESSION_H

#include "Commands.h"
#include "glia/Compiler/CompileCache.h"

namespace glia {

class CachedSession {
public:
  explicit CachedSession(const CommandLine &line);
  Session &session() { return compiling; }

  llvm::Error open();
  /// The object, to line.output.
  llvm::Error writeObject(OutputGroup &group);
  llvm::Expected<std::vector<uint8_t>> writeObjectToMemory();

private:
  /// Hands the object to `sink`, from the cache or by way of it; false: it has
  /// to be made without. After `begin` the sink starts anew.
  llvm::Expected<bool> obtain(llvm::function_ref<void(uint64_t)> begin,
                              CompileCache::Sink sink);
  llvm::Expected<bool> fetch(CompileCache &cache, const std::string &name,
                             llvm::function_ref<void(uint64_t)> begin,
                             CompileCache::Sink sink);
  bool warnOf(llvm::Error error);

  const CommandLine &line;
  Session::Listener listener;
  std::vector<std::string> warnings; // since the model was opened
  bool isOpen = false;
  Session compiling;
};

} // namespace glia

#endif
