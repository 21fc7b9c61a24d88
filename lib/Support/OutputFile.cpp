//===- OutputFile.cpp - Output files that are whole or absent -------------===//
//
// The temporary name is random, created exclusively, and lies in the folder
// of the final one so that the rename is atomic.
//
//===----------------------------------------------------------------------===//
#include "glia/Support/OutputFile.h"
#include "glia/Support/Error.h"
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace glia {

static llvm::Error cannotWrite(llvm::StringRef path, const llvm::Twine &why) {
  return makeError(ErrorCode::E5801, "cannot write `" + path + "`: " + why);
}

llvm::Expected<OutputFile> OutputFile::create(llvm::StringRef path,
                                              OutputGroup *group) {
  if (path.empty() || path.contains('\0'))
    return cannotWrite(path, "expects a file name");
  struct stat status;
  if (::stat(path.str().c_str(), &status) == 0 && !S_ISREG(status.st_mode))
    return cannotWrite(path, S_ISDIR(status.st_mode)
                                 ? "it is a folder"
                                 : "it is not a regular file");
  std::string temporary = path.str() + ".XXXXXX";
  int descriptor = ::mkostemp(temporary.data(), O_CLOEXEC);
  if (descriptor < 0)
    return cannotWrite(path, std::strerror(errno));
  // mkostemp makes private files; outputs follow the user's mask as usual.
  mode_t mask = ::umask(0);
  ::umask(mask);
  (void)::fchmod(descriptor, 0666 & ~mask);
  return OutputFile(descriptor, path.str(), std::move(temporary), group);
}

OutputFile::OutputFile(OutputFile &&other) noexcept
    : descriptor(std::exchange(other.descriptor, -1)), group(other.group),
      written(other.written), path(std::move(other.path)),
      temporary(std::exchange(other.temporary, {})) {}

OutputFile &OutputFile::operator=(OutputFile &&other) noexcept {
  std::swap(descriptor, other.descriptor);
  std::swap(group, other.group);
  std::swap(written, other.written);
  std::swap(path, other.path);
  std::swap(temporary, other.temporary);
  return *this;
}

OutputFile::~OutputFile() {
  if (descriptor >= 0)
    ::close(descriptor);
  if (!temporary.empty())
    ::unlink(temporary.c_str());
}

llvm::Error OutputFile::fail(const char *why) { return cannotWrite(path, why); }

llvm::Error OutputFile::writeAt(uint64_t offset,
                                llvm::ArrayRef<uint8_t> bytes) {
  size_t done = 0;
  while (done < bytes.size()) {
    ssize_t put = ::pwrite(descriptor, bytes.data() + done, bytes.size() - done,
                           static_cast<off_t>(offset + done));
    if (put < 0 && errno == EINTR)
      continue;
    if (put <= 0)
      return fail(put < 0 ? std::strerror(errno) : "no room");
    done += static_cast<size_t>(put);
  }
  return llvm::Error::success();
}

llvm::Error OutputFile::write(llvm::ArrayRef<uint8_t> bytes) {
  if (llvm::Error error = writeAt(written, bytes))
    return error;
  written += bytes.size();
  return llvm::Error::success();
}

llvm::Error OutputFile::write(llvm::StringRef text) {
  return write(llvm::ArrayRef<uint8_t>(
      reinterpret_cast<const uint8_t *>(text.data()), text.size()));
}

llvm::Error OutputFile::flushToDisk() {
  if (::fsync(descriptor) != 0)
    return fail(std::strerror(errno));
  return llvm::Error::success();
}

llvm::Error OutputFile::finish() {
  int open = std::exchange(descriptor, -1);
  if (::close(open) != 0)
    return fail(std::strerror(errno));
  if (!group)
    return rename();
  group->files.push_back(std::move(*this));
  return llvm::Error::success();
}

llvm::Error OutputFile::rename() {
  if (::rename(temporary.c_str(), path.c_str()) != 0)
    return fail(std::strerror(errno));
  temporary.clear();
  return llvm::Error::success();
}

llvm::Error OutputGroup::commit() {
  for (size_t index = 0; index < files.size(); ++index)
    if (llvm::Error error = files[index].rename()) {
      for (const OutputFile &done : llvm::ArrayRef(files).take_front(index))
        ::unlink(done.path.c_str());
      return error;
    }
  files.clear();
  return llvm::Error::success();
}

llvm::Error writeFile(llvm::StringRef path, llvm::ArrayRef<uint8_t> bytes,
                      OutputGroup *group) {
  llvm::Expected<OutputFile> file = OutputFile::create(path, group);
  if (!file)
    return file.takeError();
  if (llvm::Error error = file->write(bytes))
    return error;
  return file->finish();
}

llvm::Error writeFile(llvm::StringRef path, llvm::StringRef text,
                      OutputGroup *group) {
  return writeFile(
      path,
      llvm::ArrayRef<uint8_t>(reinterpret_cast<const uint8_t *>(text.data()),
                              text.size()),
      group);
}

} // namespace glia
