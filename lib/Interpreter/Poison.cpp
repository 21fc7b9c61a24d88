//===- Poison.cpp - One bit per byte of memory ----------------------------===//
//
// Runs are set and tested a word of 64 bytes at a time.
//
//===----------------------------------------------------------------------===//
#include "Poison.h"
#include "BitRange.h"
#include <bit>

namespace glia::interpreter {

llvm::Expected<PoisonMap> PoisonMap::create(uint64_t bytes) {
  llvm::Expected<Reservation> reserved = Reservation::create(bytes / 8 + 16);
  if (!reserved)
    return reserved.takeError();
  PoisonMap map;
  map.memory = std::move(*reserved);
  map.memory.wantLargePages(false); // most of it stays untouched
  return map;
}

void PoisonMap::set(uint64_t from, uint64_t bytes, bool poisoned) {
  forEachWord(from, bytes, [&](uint64_t word, uint64_t mask) {
    words()[word] = poisoned ? words()[word] & ~mask : words()[word] | mask;
    return true;
  });
}

void PoisonMap::set(uint64_t start, const Pattern &pattern, bool poisoned) {
  forEachRun(pattern, [&](int64_t offset, uint64_t bytes) {
    set(start + static_cast<uint64_t>(offset), bytes, poisoned);
  });
}

std::optional<uint64_t> PoisonMap::find(uint64_t from, uint64_t bytes) const {
  std::optional<uint64_t> found;
  forEachWord(from, bytes, [&](uint64_t word, uint64_t mask) {
    uint64_t undefined = ~words()[word] & mask;
    if (undefined)
      found = word * 64 + static_cast<uint64_t>(std::countr_zero(undefined));
    return !undefined;
  });
  return found;
}

std::optional<uint64_t> PoisonMap::find(uint64_t start,
                                        const Pattern &pattern) const {
  std::optional<uint64_t> found;
  forEachRun(pattern, [&](int64_t offset, uint64_t bytes) {
    if (!found)
      found = find(start + static_cast<uint64_t>(offset), bytes);
  });
  return found;
}

void PoisonMap::copy(PoisonMap &to, uint64_t toStart, const Pattern &toPattern,
                     const PoisonMap &from, uint64_t fromStart,
                     const Pattern &fromPattern) {
  if (!from.find(fromStart, fromPattern))
    return to.set(toStart, toPattern, false);
  std::vector<uint8_t> bits;
  from.read(fromStart, fromPattern, bits);
  to.write(toStart, toPattern, bits);
}

void PoisonMap::read(uint64_t start, const Pattern &pattern,
                     std::vector<uint8_t> &poisoned) const {
  forEachRun(pattern, [&](int64_t offset, uint64_t bytes) {
    for (uint64_t i = 0; i < bytes; ++i)
      poisoned.push_back(
          find(start + static_cast<uint64_t>(offset) + i, 1).has_value());
  });
}

void PoisonMap::write(uint64_t start, const Pattern &pattern,
                      llvm::ArrayRef<uint8_t> poisoned) {
  size_t next = 0;
  forEachRun(pattern, [&](int64_t offset, uint64_t bytes) {
    for (uint64_t i = 0; i < bytes; ++i)
      set(start + static_cast<uint64_t>(offset) + i, 1, poisoned[next++]);
  });
}

} // namespace glia::interpreter
