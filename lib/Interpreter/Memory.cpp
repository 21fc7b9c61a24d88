//===- Memory.cpp - SBUF, PSUM and HBM of one core ------------------------===//
//
// Rows are an odd number of cache lines apart: a power of two would put a
// column of partitions into one cache set.
//
//===----------------------------------------------------------------------===//
#include "Memory.h"
#include "Weights.h"
#include "glia/Support/Error.h"
#include "glia/Support/Limits.h"
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <sys/mman.h>

namespace glia::interpreter {

static constexpr uint64_t largePage = uint64_t(2) << 20;

llvm::Expected<Reservation> Reservation::create(uint64_t bytes) {
  Reservation result;
  result.size = std::max<uint64_t>(bytes, 1);
  void *memory = ::mmap(nullptr, result.size, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED)
    return makeError(ErrorCode::E4401,
                     "cannot reserve " + llvm::Twine(bytes) +
                         " bytes of memory: " + std::strerror(errno));
  result.memory = static_cast<uint8_t *>(memory);
  return result;
}

void Reservation::wantLargePages(bool wanted) {
  // A hint: not every host has them.
  if (size >= largePage)
    (void)::madvise(memory, size, wanted ? MADV_HUGEPAGE : MADV_NOHUGEPAGE);
}

void Reservation::clear() {
  // If the host keeps its pages, they are cleared by hand.
  if (::madvise(memory, size, MADV_DONTNEED) != 0)
    std::memset(memory, 0, size);
}

Reservation::Reservation(Reservation &&other) noexcept
    : memory(std::exchange(other.memory, nullptr)), size(other.size) {}

Reservation &Reservation::operator=(Reservation &&other) noexcept {
  std::swap(memory, other.memory);
  std::swap(size, other.size);
  return *this;
}

Reservation::~Reservation() {
  if (memory)
    ::munmap(memory, size);
}

llvm::Expected<OnChipMemory> OnChipMemory::create(uint64_t bytesPerPartition) {
  assert(bytesPerPartition <= OnChipUse::granule * OnChipUse::granules);
  OnChipMemory result;
  result.rowBytes = bytesPerPartition;
  result.rowStride = ((bytesPerPartition + 63) / 64 | 1) * 64;
  llvm::Expected<Reservation> memory =
      Reservation::create(result.rowStride * numPartitions);
  if (!memory)
    return memory.takeError();
  result.memory = std::move(*memory);
  return result;
}

void OnChipUse::add(unsigned firstPartition, unsigned partitions, uint64_t low,
                    uint64_t high) {
  for (unsigned block = firstPartition / blockPartitions;
       block * blockPartitions < firstPartition + partitions &&
       block < blocks.size();
       ++block) {
    for (uint64_t i = low / granule; i < granules && i * granule < high; ++i)
      blocks[block].set(i);
  }
}

OnChipUse OnChipUse::all() {
  OnChipUse use;
  use.add(0, numPartitions, 0, UINT64_MAX);
  return use;
}

/// Part of a memory from which on large pages pay.
static constexpr size_t fewGranules = 16;

size_t OnChipUse::count() const {
  size_t used = 0;
  for (const auto &block : blocks)
    used += block.count();
  return used;
}

void OnChipMemory::reset(const OnChipUse &use) {
  // A column touches a page a partition: that wants large pages. But a program
  // that uses little would have the host clear all of every large page that it
  // touches, on every core.
  if (!std::exchange(isAdvised, true)) {
    size_t all = rowBytes / OnChipUse::granule * use.blocks.size();
    memory.wantLargePages(use.count() * fewGranules >= all);
  }
  constexpr uint64_t granule = OnChipUse::granule;
  for (unsigned partition = 0; partition < numPartitions; ++partition) {
    const auto &used = use.blocks[partition / OnChipUse::blockPartitions];
    for (uint64_t i = 0; i < OnChipUse::granules; ++i) {
      uint64_t begin = i * granule;
      while (i < OnChipUse::granules && used[i])
        ++i;
      uint64_t end = std::min(i * granule, rowBytes);
      if (begin < end)
        std::memset(row(partition) + begin, 0xFF, end - begin);
    }
  }
}

llvm::Expected<Hbm> Hbm::create(const ObjectImage &image,
                                Machine::WeightReader readWeights,
                                uint64_t limit, uint32_t core,
                                SharedWeights *shared) {
  if (image.hbmBytes > limit)
    return makeError(GliaError(ErrorCode::E4401,
                               "the program needs " +
                                   std::to_string(image.hbmBytes) +
                                   " bytes of device memory, expects at most " +
                                   std::to_string(limit))
                         .remedy("raise --max-device-memory"));
  Hbm result;
  llvm::Expected<Reservation> memory = Reservation::create(image.hbmBytes);
  if (!memory)
    return memory.takeError();
  memory->wantLargePages(true); // weights come in pieces of 1 MiB
  result.memory = std::move(*memory);
  result.size = image.hbmBytes;
  result.readWeights = std::move(readWeights);
  result.shared = shared;
  for (auto [index, span] : llvm::enumerate(image.constants)) {
    if (span.bytes == 0 || !span.isOn(core))
      continue;
    if (span.hbmOffset > image.hbmBytes ||
        span.bytes > image.hbmBytes - span.hbmOffset)
      return makeError(ErrorCode::E1400, "constant " + llvm::Twine(index) +
                                             " lies outside the HBM image");
    WeightChunks chunks(span);
    std::pair<uint64_t, uint64_t> mapped{0, 0};
    if (shared && shared->holds(index) && !span.isInitial) {
      auto made = shared->map(index, result.memory.data());
      if (!made)
        return made.takeError();
      mapped = *made;
    }
    result.constants.push_back(
        {span.hbmOffset, span.hbmOffset + span.bytes, index, span.isInitial,
         mapped.first, mapped.second, chunks, std::vector<bool>(chunks.count()),
         chunks.count()});
  }
  llvm::sort(result.constants, [](const Constant &a, const Constant &b) {
    return a.begin < b.begin;
  });
  for (size_t i = 1; i < result.constants.size(); ++i)
    if (result.constants[i].begin < result.constants[i - 1].end)
      return makeError(
          ErrorCode::E1400,
          "constants " + llvm::Twine(result.constants[i - 1].index) + " and " +
              llvm::Twine(result.constants[i].index) + " overlap in HBM");
  return result;
}

size_t Hbm::firstEndingAfter(uint64_t low) const {
  auto found = std::upper_bound(
      constants.begin(), constants.end(), low,
      [](uint64_t at, const Constant &each) { return at < each.end; });
  return static_cast<size_t>(found - constants.begin());
}

bool Hbm::touchesConstant(uint64_t low, uint64_t high) const {
  for (size_t i = firstEndingAfter(low);
       i < constants.size() && constants[i].begin < high; ++i)
    if (!constants[i].isInitial)
      return true;
  return false;
}

llvm::Error Hbm::loadChunk(Constant &constant, uint64_t chunk) {
  uint64_t offset = constant.chunks.begin(chunk),
           begin = constant.begin + offset,
           end = constant.begin + constant.chunks.end(chunk);
  if (!shared || !shared->holds(constant.index))
    return readWeights(constant.index, offset,
                       {memory.data() + begin, end - begin});
  llvm::Expected<llvm::ArrayRef<uint8_t>> bytes =
      shared->chunk(constant.index, chunk);
  if (!bytes)
    return bytes.takeError();
  auto copy = [&](uint64_t from, uint64_t to) {
    if (from < to)
      std::memcpy(memory.data() + from, bytes->data() + (from - begin),
                  to - from);
  };
  // The mapped pages show them already.
  bool isMapped = constant.mappedBegin < constant.mappedEnd;
  copy(begin, isMapped ? std::min(end, constant.mappedBegin) : end);
  if (isMapped)
    copy(std::max(begin, constant.mappedEnd), end);
  return llvm::Error::success();
}

llvm::Error Hbm::load(uint64_t low, uint64_t high) {
  for (size_t i = firstEndingAfter(low);
       i < constants.size() && constants[i].begin < high; ++i) {
    Constant &constant = constants[i];
    if (constant.missing == 0)
      continue;
    uint64_t from = std::max(low, constant.begin) - constant.begin,
             to = std::min(high, constant.end) - constant.begin;
    size_t last = constant.chunks.at(to - 1);
    for (size_t chunk = constant.chunks.at(from); chunk <= last; ++chunk) {
      if (constant.loaded[chunk])
        continue;
      if (llvm::Error error = loadChunk(constant, chunk))
        return error;
      constant.loaded[chunk] = true;
      --constant.missing;
    }
  }
  return llvm::Error::success();
}

} // namespace glia::interpreter
