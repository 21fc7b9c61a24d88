//===- CachedSession.cpp - A compilation that the cache may spare ---------===//
//
// The model is always opened: that costs the graph, not the weights, finds the
// files with weights, and gives the importer's errors and warnings. An object
// that is made goes into the cache first and comes out of it as a hit would.
//
//===----------------------------------------------------------------------===//
#include "CachedSession.h"
#include "glia/Support/Error.h"
#include "glia/Support/OutputFile.h"
#include <chrono>

using namespace glia;

CachedSession::CachedSession(const CommandLine &line)
    : line(line), listener(makeListener(line)),
      compiling(line.compile,
                {listener.phaseDone, [this](llvm::StringRef text) {
                   if (isOpen)
                     warnings.push_back(text.str());
                   listener.warning(text);
                 }}) {}

llvm::Error CachedSession::open() {
  llvm::Error error = compiling.open(line.file);
  isOpen = true;
  return error;
}

/// False, for `return`.
bool CachedSession::warnOf(llvm::Error error) {
  listener.warning("the cache is not used: " +
                   escapeForMessage(llvm::toString(std::move(error))));
  return false;
}

llvm::Expected<bool>
CachedSession::fetch(CompileCache &cache, const std::string &name,
                     llvm::function_ref<void(uint64_t)> begin,
                     CompileCache::Sink sink) {
  auto start = std::chrono::steady_clock::now();
  llvm::Expected<CompileCache::Entry> entry = cache.fetch(name, begin, sink);
  if (!entry)
    return entry.takeError();
  if (!entry->damage.empty())
    listener.warning("the cache's entry " + name + " is damaged, " +
                     escapeForMessage(entry->damage) +
                     ": the model is compiled again");
  if (!entry->isHit)
    return false;
  // After a compilation of ours they have been given already.
  if (compiling.phase() != Phase::isa)
    for (const std::string &warning : entry->warnings)
      listener.warning(warning);
  std::chrono::duration<double> seconds =
      std::chrono::steady_clock::now() - start;
  if (listener.phaseDone)
    listener.phaseDone("cache", seconds.count());
  return true;
}

llvm::Expected<bool>
CachedSession::obtain(llvm::function_ref<void(uint64_t)> begin,
                      CompileCache::Sink sink) {
  if (line.cacheFolder.empty())
    return false;
  llvm::Expected<CompileCache> cache =
      CompileCache::open(line.cacheFolder, line.cacheLimit);
  if (!cache)
    return warnOf(cache.takeError());
  llvm::Expected<CacheKey> key =
      makeCacheKey(compiling, line.file, line.resultFlags);
  if (!key)
    return key.takeError();
  std::string name = key->name();
  // A report tells of a compilation, so there has to be one.
  if (line.reportFile.empty()) {
    llvm::Expected<bool> isHit = fetch(*cache, name, begin, sink);
    if (!isHit || *isHit)
      return isHit;
  }
  // Faults of the model are told as without a cache.
  if (llvm::Error error = compiling.lowerTo(Phase::isa))
    return std::move(error);
  llvm::Error error = cache->store(
      name, warnings, [&](llvm::StringRef path) -> llvm::Error {
        if (llvm::Error error = compiling.writeObject(path))
          return error;
        if (key->isUnchanged())
          return llvm::Error::success();
        return llvm::createStringError(
            "the model has changed while it was compiled");
      });
  if (error)
    return warnOf(std::move(error));
  return fetch(*cache, name, begin, sink);
}

llvm::Error CachedSession::writeObject(OutputGroup &group) {
  std::optional<OutputFile> file;
  llvm::Error failure = llvm::Error::success();
  llvm::Expected<bool> obtained = obtain(
      [&](uint64_t) {
        file.reset();
        llvm::Expected<OutputFile> created =
            OutputFile::create(line.output, &group);
        if (created)
          file = std::move(*created);
        else
          failure = llvm::joinErrors(std::move(failure), created.takeError());
      },
      [&](llvm::ArrayRef<uint8_t> bytes) {
        return file ? file->write(bytes) : std::move(failure);
      });
  if (llvm::Error error = llvm::joinErrors(
          std::move(failure),
          obtained ? llvm::Error::success() : obtained.takeError()))
    return error;
  return *obtained ? file->finish()
                   : compiling.writeObject(line.output, &group);
}

llvm::Expected<std::vector<uint8_t>> CachedSession::writeObjectToMemory() {
  std::vector<uint8_t> object;
  llvm::Expected<bool> obtained = obtain(
      [&](uint64_t bytes) {
        object.clear();
        object.reserve(bytes);
      },
      [&](llvm::ArrayRef<uint8_t> bytes) {
        object.insert(object.end(), bytes.begin(), bytes.end());
        return llvm::Error::success();
      });
  if (!obtained)
    return obtained.takeError();
  if (*obtained)
    return std::move(object);
  return compiling.writeObjectToMemory();
}
