//===- CompileCache.cpp - Objects of earlier compilations -----------------===//
//
// An entry is the object's bytes, the warnings that compiling gave (a hit gives
// them again), and a tail: both sizes, a hash of all that and of the entry's
// name, and a mark. A file that lacks any of it was cut, or is something else.
//
//===----------------------------------------------------------------------===//
#include "glia/Compiler/CompileCache.h"
#include "glia/Support/Error.h"
#include "glia/Support/InputFile.h"
#include "glia/Support/Limits.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace glia;
namespace fs = llvm::sys::fs;

static constexpr llvm::StringLiteral suffix = ".glia-cache", part = ".part";
static constexpr llvm::StringLiteral mark = "GLIACACH";
static constexpr size_t hashBytes = 32, tailBytes = 16 + hashBytes + 8;
/// Left behind by a process that was killed.
static constexpr time_t oldPartSeconds = 24 * 60 * 60;

static llvm::Error cannotWrite(llvm::StringRef path, std::error_code code) {
  return makeError(ErrorCode::E5801,
                   "cannot write `" + path + "`: " + code.message());
}
static std::error_code lastError() {
  return std::error_code(errno, std::generic_category());
}

llvm::Expected<CompileCache> CompileCache::open(llvm::StringRef folder,
                                                uint64_t limitBytes) {
  if (std::error_code code = fs::create_directories(folder, true, fs::owner_all))
    return cannotWrite(folder, code);
  if (!fs::is_directory(folder))
    return cannotWrite(folder, std::make_error_code(std::errc::not_a_directory));
  return CompileCache(folder.str(), limitBytes);
}

std::string CompileCache::pathOf(llvm::StringRef name) const {
  llvm::SmallString<128> path(folder);
  llvm::sys::path::append(path, name + suffix);
  return path.str().str();
}

namespace {
struct Tail {
  uint64_t objectBytes = 0, warningBytes = 0;
  std::array<uint8_t, hashBytes> hash{};
};
} // namespace

static std::array<uint8_t, tailBytes> writeTail(const Tail &tail) {
  std::array<uint8_t, tailBytes> bytes;
  llvm::support::endian::write64le(bytes.data(), tail.objectBytes);
  llvm::support::endian::write64le(bytes.data() + 8, tail.warningBytes);
  std::memcpy(bytes.data() + 16, tail.hash.data(), hashBytes);
  std::memcpy(bytes.data() + 16 + hashBytes, mark.data(), mark.size());
  return bytes;
}

/// Nothing if the file cannot be an entry.
static llvm::Expected<std::optional<Tail>> readTail(const InputFile &file) {
  std::array<uint8_t, tailBytes> bytes;
  if (file.size() < tailBytes)
    return std::optional<Tail>();
  if (llvm::Error error = file.read(file.size() - tailBytes, bytes))
    return std::move(error);
  Tail tail;
  tail.objectBytes = llvm::support::endian::read64le(bytes.data());
  tail.warningBytes = llvm::support::endian::read64le(bytes.data() + 8);
  std::memcpy(tail.hash.data(), bytes.data() + 16, hashBytes);
  uint64_t content = file.size() - tailBytes;
  if (std::memcmp(bytes.data() + 16 + hashBytes, mark.data(), mark.size()) ||
      tail.warningBytes > limits::mib || tail.objectBytes > content ||
      tail.warningBytes != content - tail.objectBytes)
    return std::optional<Tail>();
  return std::optional<Tail>(tail);
}

/// Bytes [from, to) of the file, hashed and handed on.
static llvm::Error readRange(const InputFile &file, uint64_t from, uint64_t to,
                             llvm::BLAKE3 &hasher, CompileCache::Sink sink) {
  std::vector<uint8_t> buffer(limits::mib);
  while (from < to) {
    llvm::MutableArrayRef<uint8_t> bytes = llvm::MutableArrayRef(buffer)
        .take_front(std::min<uint64_t>(buffer.size(), to - from));
    if (llvm::Error error = file.read(from, bytes))
      return error;
    hasher.update(bytes);
    if (llvm::Error error = sink(bytes))
      return error;
    from += bytes.size();
  }
  return llvm::Error::success();
}

/// The hash's last part: an entry under another's name is damaged, too.
static std::array<uint8_t, hashBytes> finishHash(llvm::BLAKE3 &hasher,
                                                 llvm::StringRef name,
                                                 const Tail &tail) {
  hasher.update(name);
  hasher.update(std::to_string(tail.objectBytes) + "," +
                std::to_string(tail.warningBytes));
  return hasher.final<hashBytes>();
}

llvm::Expected<CompileCache::Entry>
CompileCache::fetch(llvm::StringRef name,
                    llvm::function_ref<void(uint64_t)> begin, Sink sink) {
  Entry entry;
  std::string path = pathOf(name);
  if (!fs::exists(path))
    return entry;
  auto damaged = [&](std::string why) {
    entry.damage = std::move(why);
    fs::remove(path);
    return entry;
  };
  auto unreadable = [&](llvm::Error error) {
    return damaged("it cannot be read: " + llvm::toString(std::move(error)));
  };
  llvm::Expected<InputFile> file = InputFile::open(path);
  if (!file)
    return unreadable(file.takeError());
  llvm::Expected<std::optional<Tail>> tail = readTail(*file);
  if (!tail)
    return unreadable(tail.takeError());
  if (!*tail)
    return damaged("it is incomplete");
  begin((*tail)->objectBytes);
  llvm::BLAKE3 hasher;
  bool sinkFailed = false;
  if (llvm::Error error = readRange(*file, 0, (*tail)->objectBytes, hasher,
                                    [&](llvm::ArrayRef<uint8_t> bytes) {
                                      llvm::Error error = sink(bytes);
                                      sinkFailed = bool(error);
                                      return error;
                                    })) {
    if (sinkFailed)
      return std::move(error);
    return unreadable(std::move(error));
  }
  std::string text;
  if (llvm::Error error =
          readRange(*file, (*tail)->objectBytes, file->size() - tailBytes,
                    hasher, [&](llvm::ArrayRef<uint8_t> bytes) {
                      text += llvm::toStringRef(bytes);
                      return llvm::Error::success();
                    }))
    return unreadable(std::move(error));
  if (finishHash(hasher, name, **tail) != (*tail)->hash)
    return damaged("its bytes are not those that were written");
  llvm::SmallVector<llvm::StringRef> lines;
  llvm::StringRef(text).split(lines, '\0', -1, /*KeepEmpty=*/false);
  for (llvm::StringRef line : lines)
    entry.warnings.push_back(line.str());
  entry.isHit = true;
  // What was used last goes last.
  ::utimensat(AT_FDCWD, path.c_str(), nullptr, 0);
  return entry;
}

/// Adds warnings and tail to an object's file.
static llvm::Error finishEntry(llvm::StringRef path, llvm::StringRef name,
                               llvm::ArrayRef<std::string> warnings) {
  std::string text;
  for (const std::string &warning : warnings)
    text += warning + '\0';
  if (text.size() > limits::mib) // a hit would give fewer than compiling
    return cannotWrite(path,
                       std::make_error_code(std::errc::file_too_large));
  Tail tail;
  llvm::BLAKE3 hasher;
  {
    llvm::Expected<InputFile> file = InputFile::open(path);
    if (!file)
      return file.takeError();
    tail.objectBytes = file->size();
    if (llvm::Error error = readRange(
            *file, 0, file->size(), hasher,
            [](llvm::ArrayRef<uint8_t>) { return llvm::Error::success(); }))
      return error;
  }
  tail.warningBytes = text.size();
  hasher.update(text);
  tail.hash = finishHash(hasher, name, tail);
  std::array<uint8_t, tailBytes> bytes = writeTail(tail);
  text += llvm::toStringRef(bytes);
  int descriptor =
      ::open(path.str().c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
  if (descriptor < 0)
    return cannotWrite(path, lastError());
  bool written =
      ::write(descriptor, text.data(), text.size()) == ssize_t(text.size());
  std::error_code code = lastError();
  ::close(descriptor);
  return written ? llvm::Error::success() : cannotWrite(path, code);
}

llvm::Error
CompileCache::store(llvm::StringRef name, llvm::ArrayRef<std::string> warnings,
                    llvm::function_ref<llvm::Error(llvm::StringRef)> write) {
  llvm::SmallString<128> path;
  fs::createUniquePath(pathOf(name) + ".%%%%%%%%" + part, path,
                       /*MakeAbsolute=*/false);
  llvm::Error error = write(path);
  if (!error)
    error = finishEntry(path, name, warnings);
  if (!error)
    if (std::error_code code = fs::rename(path, pathOf(name)))
      error = cannotWrite(pathOf(name), code);
  if (error) {
    fs::remove(path);
    return error;
  }
  evict(name);
  return llvm::Error::success();
}

/// Other processes may do the same: what is gone already is no error.
void CompileCache::evict(llvm::StringRef keep) {
  struct File {
    timespec used;
    std::string path;
    uint64_t bytes;
    bool operator<(const File &other) const {
      return std::tie(used.tv_sec, used.tv_nsec, path) <
             std::tie(other.used.tv_sec, other.used.tv_nsec, other.path);
    }
  };
  std::vector<File> files;
  uint64_t total = 0;
  std::error_code code;
  time_t now = ::time(nullptr);
  for (fs::directory_iterator at(folder, code), end; at != end && !code;
       at.increment(code)) {
    llvm::StringRef path = at->path();
    struct stat status;
    if (::lstat(at->path().c_str(), &status) != 0 || !S_ISREG(status.st_mode))
      continue;
    if (path.contains((suffix + ".").str()) &&
        status.st_mtim.tv_sec < now - oldPartSeconds)
      fs::remove(path);
    if (!path.ends_with(suffix))
      continue;
    total += uint64_t(status.st_size);
    files.push_back({status.st_mtim, path.str(), uint64_t(status.st_size)});
  }
  llvm::sort(files);
  for (const File &file : files) {
    if (total <= limitBytes)
      return;
    if (file.path == pathOf(keep) && file.bytes <= limitBytes)
      continue;
    fs::remove(file.path);
    total -= file.bytes;
  }
}
