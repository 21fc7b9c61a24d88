//===- OpenBeneath.cpp - Files that a model names -------------------------===//
//
// Walks the path with openat and O_NOFOLLOW, so that a link that is put in
// place between a check and its use can't be followed either.
//
//===----------------------------------------------------------------------===//
#include "glia/Support/OpenBeneath.h"
#include "glia/Support/Error.h"
#include "llvm/ADT/SmallVector.h"
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace glia {

static constexpr size_t longestPath = 4096;

static llvm::Error refuse(llvm::StringRef path, const llvm::Twine &why) {
  return makeError(
      GliaError(
          ErrorCode::E6000,
          ("the model names `" + path.take_front(256) + "`: " + why).str())
          .remedy("copy the data beside the model"));
}

static llvm::Error cannotOpen(llvm::StringRef path, int error) {
  return makeError(ErrorCode::E5800,
                   "cannot read `" + path + "`: " + std::strerror(error));
}

/// The parts of a path that stays below its root by its spelling alone.
static llvm::Expected<llvm::SmallVector<llvm::StringRef>>
splitPath(llvm::StringRef path) {
  if (path.empty())
    return refuse(path, "the path is empty");
  if (path.size() > longestPath)
    return refuse(path, "the path has " + llvm::Twine(path.size()) +
                            " bytes, expects at most " +
                            llvm::Twine(longestPath));
  if (path.contains('\0') || path.contains('\\'))
    return refuse(path, "expects no zero byte and no backslash");
  if (path.starts_with("/") || (path.size() > 1 && path[1] == ':'))
    return refuse(path, "expects a relative path");
  llvm::SmallVector<llvm::StringRef> parts, kept;
  path.split(parts, '/', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  for (llvm::StringRef part : parts) {
    if (part == "..")
      return refuse(path, "expects no `..`");
    if (part != ".")
      kept.push_back(part);
  }
  if (kept.empty() || path.ends_with("/"))
    return refuse(path, "expects a file, not a folder");
  return kept;
}

static bool isLink(int folder, const char *name) {
  struct stat status;
  return ::fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 &&
         S_ISLNK(status.st_mode);
}

/// Replaces `folder` by its child `name`; 0 or an errno.
static int descend(int &folder, const std::string &name) {
  int child = ::openat(folder, name.c_str(),
                       O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  int error = child < 0 ? errno : 0;
  if (error && isLink(folder, name.c_str()))
    error = ELOOP;
  ::close(folder);
  folder = child;
  return error;
}

llvm::Expected<InputFile> openBeneath(llvm::StringRef root,
                                      llvm::StringRef relative) {
  llvm::Expected<llvm::SmallVector<llvm::StringRef>> parts =
      splitPath(relative);
  if (!parts)
    return parts.takeError();
  std::string start = root.empty() ? "." : root.str();
  std::string full = (start == "." ? "" : start + "/") + relative.str();
  int folder = ::open(start.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0)
    return cannotOpen(start, errno);
  for (llvm::StringRef part : llvm::ArrayRef(*parts).drop_back())
    if (int error = descend(folder, part.str()))
      return error == ELOOP ? refuse(relative, "`" + part + "` is a link")
                            : cannotOpen(full, error);
  std::string last = parts->back().str();
  int descriptor =
      ::openat(folder, last.c_str(),
               O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  int error = descriptor < 0 ? errno : 0;
  ::close(folder);
  if (error)
    return error == ELOOP   ? refuse(relative, "`" + last + "` is a link")
           : error == ENXIO ? refuse(relative, "expects a regular file")
                            : cannotOpen(full, error);
  struct stat status;
  if (::fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode) ||
      status.st_nlink > 1) {
    ::close(descriptor);
    return refuse(relative, S_ISREG(status.st_mode) ? "it is a hard link"
                                                    : "expects a regular file");
  }
  return InputFile::adopt(descriptor, full);
}

} // namespace glia
