//===- MutationTest.cpp - Every byte, every bit, every truncation ---------===//
//
// Objects of 4 to 16 KiB in which one thing is wrong, with checksums made right
// again so that what stands behind them is reached: each is refused with a
// code or runs to an end within its fuel. Meant for the sanitizers. By default
// a part of the cases, another one in each group; GLIA_MUTATIONS=all does all,
// GLIA_MUTATIONS=2/3 the second third of them.
//
//===----------------------------------------------------------------------===//

#include "HostileFile.h"
#include "lib/Object/Format.h"
#include "llvm/Support/Endian.h"
#include <catch2/catch.hpp>
#include <cstdlib>

using namespace glia;
using namespace glia::test;

namespace {
/// The cases `first`, `first + step`, ... of a group.
struct Part {
  size_t first = 0, step = 1;
};
} // namespace

/// Every `usual`th case, or what is wanted.
static Part part(size_t usual) {
  const char *wanted = std::getenv("GLIA_MUTATIONS");
  if (!wanted)
    return {0, usual};
  if (llvm::StringRef(wanted) == "all")
    return {};
  auto [number, parts] = llvm::StringRef(wanted).split('/');
  Part part;
  REQUIRE_FALSE(number.getAsInteger(10, part.first));
  REQUIRE_FALSE(parts.getAsInteger(10, part.step));
  REQUIRE((part.first >= 1 && part.first <= part.step));
  part.first -= 1;
  return part;
}

static std::vector<uint8_t> original() {
  AssembledObject object = manyInstructions(1);
  std::vector<uint8_t> bytes =
      llvm::cantFail(writeObject(object.image, object.weights));
  REQUIRE(bytes.size() >= 4096);
  REQUIRE(bytes.size() <= 16384);
  return bytes;
}

TEST_CASE("the object itself is good") {
  std::vector<uint8_t> bytes = original(), fixed = bytes;
  fixChecksums(fixed);
  REQUIRE(fixed == bytes);
  llvm::Expected<std::unique_ptr<Object>> object = Object::fromMemory(bytes);
  REQUIRE(codeOf(object.takeError()) == 0);
  // It needs no memory of its own, so it runs up to what --check finds.
  unsigned code = feed(bytes);
  INFO(code);
  REQUIRE((code == 0 || code / 1000 == 3));
}

TEST_CASE("B2, B3: every byte replaced by its complement") {
  std::vector<uint8_t> bytes = original();
  auto [first, step] = part(37);
  for (size_t i = first; i < bytes.size(); i += step) {
    std::vector<uint8_t> damaged = bytes;
    damaged[i] = uint8_t(~damaged[i]);
    HostileOptions unverified, fixed;
    unverified.verifyChecksum = false;
    unverified.onlyRun = i % 3;
    fixed.onlyRun = (i + 1) % 3;
    INFO(i);
    REQUIRE(feed(damaged) != 0); // the hash finds it
    (void)feed(damaged, unverified);
    fixChecksums(damaged);
    (void)feed(damaged, fixed);
  }
}

TEST_CASE(
    "B3: every bit of headers, tables and text flipped, checksums fixed") {
  std::vector<uint8_t> bytes = original();
  auto [first, step] = part(211);
  for (size_t bit = first; bit < bytes.size() * 8; bit += step) {
    std::vector<uint8_t> damaged = bytes;
    damaged[bit / 8] ^= uint8_t(1u << bit % 8);
    fixChecksums(damaged);
    HostileOptions options;
    options.onlyRun = bit % 3;
    (void)feed(damaged, options);
  }
}

TEST_CASE("B1: every truncation, and garbage behind the end") {
  std::vector<uint8_t> bytes = original();
  auto [first, step] = part(3);
  for (size_t size = first; size < bytes.size(); size += step) {
    std::vector<uint8_t> cut(bytes.begin(), bytes.begin() + int64_t(size));
    INFO(size);
    REQUIRE(feed(cut) != 0);
    fixChecksums(cut);
    REQUIRE(feed(cut) != 0);
  }
  bytes.push_back(0);
  REQUIRE(feed(bytes) == 205); // GLIA-E0205
}

TEST_CASE("B3: instructions removed, repeated, exchanged and replaced") {
  auto [first, step] = part(10);
  for (uint64_t seed = first; seed < 3000; seed += step) {
    AssembledObject object = manyInstructions(seed % 16);
    mutateInstructions(object.image, seed);
    llvm::Expected<std::vector<uint8_t>> bytes =
        writeObject(object.image, object.weights);
    if (!bytes) {
      (void)codeOf(bytes.takeError());
      continue;
    }
    (void)feed(*bytes);
  }
}
