//===- CompileCache.h - Objects of earlier compilations -------------------===//
//
// A folder with an entry for each combination of model, weights, flags and
// compiler. Entries are written under a name of their own and renamed, and
// hashed whole, so any number of processes may share the folder and may be
// killed at any time; an entry that is not what was written is never used.
// Whoever may write into the folder is trusted.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_COMPILER_COMPILECACHE_H
#define GLIA_COMPILER_COMPILECACHE_H

#include "glia/Compiler/Session.h"
#include "llvm/Support/BLAKE3.h"

namespace glia {

/// The name of an entry, from everything that its bytes depend on.
class CacheKey {
public:
  /// Starts with the compiler: its version and its build.
  CacheKey();
  void add(llvm::StringRef text);
  /// The bytes of the file, not its name. Errors: E5800, E5802, E6000.
  llvm::Error addFile(const FileSpan &file);
  /// Whether the files on the disk still are those that were read: else what
  /// is compiled now may be of others, and must not be kept.
  bool isUnchanged() const;
  /// Hex digits.
  std::string name() const;

private:
  struct Identity {
    std::string path;
    uint64_t device, inode, bytes;
    int64_t changedSeconds, changedNanoseconds;
  };
  static std::optional<Identity> identify(const std::string &path);

  llvm::BLAKE3 hasher;
  std::vector<Identity> files;
};

/// Of a session that has been opened: `flags` (whatever changes the result, as
/// text), the options' values, the input file and every file with weights.
/// Errors: those of CacheKey::addFile.
llvm::Expected<CacheKey> makeCacheKey(Session &session,
                                      llvm::StringRef inputFile,
                                      llvm::ArrayRef<std::string> flags);

class CompileCache {
public:
  static constexpr uint64_t defaultLimit = uint64_t(16) << 30;

  /// Makes the folder if it is not there. Errors: E5801.
  static llvm::Expected<CompileCache> open(llvm::StringRef folder,
                                           uint64_t limitBytes = defaultLimit);

  struct Entry {
    bool isHit = false;
    /// Why an entry that is there cannot be used; it has been removed.
    std::string damage;
    std::vector<std::string> warnings; // that compiling gave
  };
  /// Hands the object's bytes to `sink`, after `begin` has been told how many
  /// there are. What the sink got counts only if the entry is a hit. Errors:
  /// those of `sink`.
  using Sink = llvm::function_ref<llvm::Error(llvm::ArrayRef<uint8_t>)>;
  llvm::Expected<Entry> fetch(llvm::StringRef name,
                              llvm::function_ref<void(uint64_t)> begin,
                              Sink sink);
  /// `write` makes the object's file at the path that it is given. Then the
  /// entries that have not been used for longest go until the rest keeps the
  /// limit. Errors: E5801, those of `write`.
  llvm::Error store(llvm::StringRef name,
                    llvm::ArrayRef<std::string> warnings,
                    llvm::function_ref<llvm::Error(llvm::StringRef)> write);

private:
  CompileCache(std::string folder, uint64_t limitBytes)
      : folder(std::move(folder)), limitBytes(limitBytes) {}
  std::string pathOf(llvm::StringRef name) const;
  void evict(llvm::StringRef keep);

  std::string folder;
  uint64_t limitBytes;
};

} // namespace glia

#endif
