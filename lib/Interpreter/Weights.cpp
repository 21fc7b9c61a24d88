//===- Weights.cpp - Constants that several cores hold --------------------===//
//
// A file in memory, written through one mapping and seen through the cores'.
// The initial value of a state is read from it, too, but always copied: each
// core changes its own.
//
//===----------------------------------------------------------------------===//
#include "Weights.h"
#include "glia/Support/Error.h"
#include "glia/Support/Limits.h"
#include "llvm/Support/MathExtras.h"
#include <cerrno>
#include <cstring>
#include <sys/mman.h>
#include <unistd.h>

namespace glia::interpreter {

static constexpr uint64_t pageBytes = 4096;
/// Less than this isn't worth a mapping for each core.
static constexpr uint64_t smallestMapping = 64 * limits::kib;

static llvm::Error cannot(const char *what, uint64_t bytes) {
  return makeError(ErrorCode::E4401,
                   llvm::Twine("cannot ") + what + " " + llvm::Twine(bytes) +
                       " bytes of memory: " + std::strerror(errno));
}

llvm::Expected<std::unique_ptr<SharedWeights>>
SharedWeights::create(const ObjectImage &image,
                      Machine::WeightReader readWeights) {
  std::unique_ptr<SharedWeights> result(new SharedWeights());
  result->readWeights = std::move(readWeights);
  for (const ConstantSpan &constant : image.constants) {
    Span span;
    size_t cores =
        constant.cores.empty() ? image.numCores() : constant.cores.size();
    span.isShared = cores > 1 && constant.bytes != 0;
    if (span.isShared) {
      span.hbmOffset = constant.hbmOffset;
      span.bytes = constant.bytes;
      span.at = llvm::alignTo(result->size, pageBytes) +
                constant.hbmOffset % pageBytes;
      span.chunks = WeightChunks(constant);
      span.loaded.resize(span.chunks.count());
      result->size = span.at + span.bytes;
    }
    result->spans.push_back(std::move(span));
  }
  if (result->size == 0)
    return result;
  result->size = llvm::alignTo(result->size, pageBytes);
  result->file = ::memfd_create("glia weights", MFD_CLOEXEC);
  if (result->file < 0 ||
      ::ftruncate(result->file, static_cast<off_t>(result->size)) != 0)
    return cannot("reserve", result->size);
  void *memory = ::mmap(nullptr, result->size, PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_NORESERVE, result->file, 0);
  if (memory == MAP_FAILED)
    return cannot("map", result->size);
  result->memory = static_cast<uint8_t *>(memory);
  return result;
}

SharedWeights::~SharedWeights() {
  if (memory)
    ::munmap(memory, size);
  if (file >= 0)
    ::close(file);
}

llvm::Expected<std::pair<uint64_t, uint64_t>>
SharedWeights::map(size_t constant, uint8_t *hbm) const {
  const Span &span = spans[constant];
  uint64_t low = llvm::alignTo(span.hbmOffset, pageBytes),
           high = llvm::alignDown(span.hbmOffset + span.bytes, pageBytes);
  if (high < low + smallestMapping)
    return std::pair(low, low);
  // Written by nobody: the machine traps on writes into constants.
  void *where =
      ::mmap(hbm + low, high - low, PROT_READ, MAP_SHARED | MAP_FIXED, file,
             static_cast<off_t>(span.at + (low - span.hbmOffset)));
  if (where == MAP_FAILED)
    return cannot("map", high - low);
  return std::pair(low, high);
}

llvm::Expected<llvm::ArrayRef<uint8_t>> SharedWeights::chunk(size_t constant,
                                                             uint64_t number) {
  std::lock_guard<std::mutex> lock(mutex);
  Span &span = spans[constant];
  uint64_t offset = span.chunks.begin(number);
  llvm::MutableArrayRef<uint8_t> bytes(memory + span.at + offset,
                                       span.chunks.end(number) - offset);
  if (!span.loaded[number]) {
    if (llvm::Error error = readWeights(constant, offset, bytes))
      return std::move(error);
    span.loaded[number] = true;
  }
  return bytes;
}

} // namespace glia::interpreter
