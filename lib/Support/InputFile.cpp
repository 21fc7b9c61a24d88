//===- InputFile.cpp - Reading regular files ------------------------------===//
//
// O_NONBLOCK and the check of the file's kind keep a FIFO or a device from
// blocking us.
//
//===----------------------------------------------------------------------===//
#include "glia/Support/InputFile.h"
#include "glia/Support/Error.h"
#include "glia/Support/Limits.h"
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace glia {

static llvm::Error cannotOpen(llvm::StringRef path, const llvm::Twine &why) {
  return makeError(ErrorCode::E5800, "cannot read `" + path + "`: " + why);
}

llvm::Expected<InputFile> InputFile::open(llvm::StringRef path) {
  if (path.contains('\0'))
    return cannotOpen(path, "the name holds a zero byte");
  int descriptor =
      ::open(path.str().c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (descriptor < 0)
    return cannotOpen(path, std::strerror(errno));
  return adopt(descriptor, path);
}

llvm::Expected<InputFile> InputFile::adopt(int descriptor,
                                           llvm::StringRef path) {
  struct stat status;
  if (::fstat(descriptor, &status) != 0) {
    int error = errno;
    ::close(descriptor);
    return cannotOpen(path, std::strerror(error));
  }
  if (!S_ISREG(status.st_mode)) {
    ::close(descriptor);
    return cannotOpen(path, S_ISDIR(status.st_mode)
                                ? "it is a folder, expects a regular file"
                                : "expects a regular file");
  }
  return InputFile(descriptor, static_cast<uint64_t>(status.st_size), path);
}

InputFile::InputFile(InputFile &&other) noexcept
    : descriptor(std::exchange(other.descriptor, -1)), fileSize(other.fileSize),
      filePath(std::move(other.filePath)) {}

InputFile &InputFile::operator=(InputFile &&other) noexcept {
  std::swap(descriptor, other.descriptor);
  std::swap(fileSize, other.fileSize);
  std::swap(filePath, other.filePath);
  return *this;
}

InputFile::~InputFile() {
  if (descriptor >= 0)
    ::close(descriptor);
}

llvm::Error InputFile::read(uint64_t offset,
                            llvm::MutableArrayRef<uint8_t> buffer) const {
  size_t done = 0;
  if (offset > fileSize || buffer.size() > fileSize - offset)
    return makeError(ErrorCode::E5802,
                     "`" + filePath + "` has " + llvm::Twine(fileSize) +
                         " bytes, expects " + llvm::Twine(buffer.size()) +
                         " from offset " + llvm::Twine(offset));
  while (done < buffer.size()) {
    ssize_t got =
        ::pread(descriptor, buffer.data() + done, buffer.size() - done,
                static_cast<off_t>(offset + done));
    if (got < 0 && errno == EINTR)
      continue;
    if (got < 0)
      return cannotOpen(filePath, std::strerror(errno));
    if (got == 0)
      return makeError(ErrorCode::E5802,
                       "`" + filePath + "` gave " + llvm::Twine(done) + " of " +
                           llvm::Twine(buffer.size()) + " bytes from offset " +
                           llvm::Twine(offset));
    done += static_cast<size_t>(got);
  }
  return llvm::Error::success();
}

llvm::Expected<std::vector<uint8_t>> InputFile::readAll(uint64_t limit) const {
  if (fileSize > limit)
    return makeError(ErrorCode::E4800,
                     "`" + filePath + "` has " + llvm::Twine(fileSize) +
                         " bytes, expects at most " + llvm::Twine(limit));
  std::vector<uint8_t> bytes(fileSize);
  if (llvm::Error error = read(0, bytes))
    return std::move(error);
  return bytes;
}

} // namespace glia
