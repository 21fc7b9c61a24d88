//===- MutationTest.cpp - Every byte, every bit, every truncation ---------===//
//
// Objects of 4 to 16 KiB in which one thing is wrong, with checksums made right
// again so that what stands behind them is reached: each is refused with a
// code or runs to an end within its fuel. Meant for the sanitizers. By default
// a part of the cases, another one in each group; GLIA_MUTATIONS=all does all.
//
//===----------------------------------------------------------------------===//

#include "HostileFile.h"
#include "lib/Object/Format.h"
#include "llvm/Support/Endian.h"
#include <catch2/catch.hpp>
#include <cstdlib>

using namespace glia;
using namespace glia::test;

/// Every how manyth case is done.
static size_t step(size_t part) {
  const char *wanted = std::getenv("GLIA_MUTATIONS");
  return wanted && llvm::StringRef(wanted) == "all" ? 1 : part;
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
  for (size_t i = 0; i < bytes.size(); i += step(37)) {
    std::vector<uint8_t> damaged = bytes;
    damaged[i] = uint8_t(~damaged[i]);
    HostileOptions unverified;
    unverified.verifyChecksum = false;
    INFO(i);
    REQUIRE(feed(damaged) != 0); // the hash finds it
    (void)feed(damaged, unverified);
    fixChecksums(damaged);
    (void)feed(damaged);
  }
}

TEST_CASE(
    "B3: every bit of headers, tables and text flipped, checksums fixed") {
  std::vector<uint8_t> bytes = original();
  for (size_t bit = 0; bit < bytes.size() * 8; bit += step(211)) {
    std::vector<uint8_t> damaged = bytes;
    damaged[bit / 8] ^= uint8_t(1u << bit % 8);
    fixChecksums(damaged);
    (void)feed(damaged);
  }
}

TEST_CASE("B1: every truncation, and garbage behind the end") {
  std::vector<uint8_t> bytes = original();
  for (size_t size = 0; size < bytes.size(); size += step(3)) {
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
  size_t rounds = 3000 / step(10);
  for (uint64_t seed = 0; seed < rounds; ++seed) {
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
