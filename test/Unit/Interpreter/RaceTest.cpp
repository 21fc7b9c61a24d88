//===- RaceTest.cpp - Records of accesses ---------------------------------===//
//
// Against a model that keeps every byte, over random strided walks; and that
// long programs do not pile up records.
//
//===----------------------------------------------------------------------===//
#include "TestProgram.h"
#include "lib/Interpreter/Races.h"
#include <map>

using namespace glia;
using namespace glia::test;
using namespace glia::interpreter;

static AccessArea hbmArea(uint64_t start, Pattern pattern) {
  AccessArea area;
  area.space = Space::hbm;
  area.partitions.set(0);
  area.start = start;
  area.pattern = std::move(pattern);
  return area;
}
static Pattern run(uint64_t bytes) {
  Pattern pattern;
  pattern.push(bytes, 1);
  return pattern;
}

namespace {
/// Every byte with its accesses since the start, by actor.
struct Model {
  struct Touch {
    unsigned actor;
    bool isWrite;
  };
  std::map<uint64_t, std::vector<Touch>> bytes;
  /// Actors never see each other here: any two accesses conflict.
  bool access(unsigned actor, bool isWrite, uint64_t start,
              const Pattern &pattern) {
    bool conflict = false;
    forEachRun(pattern, [&](int64_t offset, uint64_t count) {
      for (uint64_t i = 0; i < count; ++i)
        for (const Touch &touch : bytes[start + uint64_t(offset) + i])
          conflict |= touch.actor != actor && (touch.isWrite || isWrite);
    });
    if (!conflict)
      forEachRun(pattern, [&](int64_t offset, uint64_t count) {
        for (uint64_t i = 0; i < count; ++i)
          bytes[start + uint64_t(offset) + i].push_back({actor, isWrite});
      });
    return conflict;
  }
};
} // namespace

TEST_CASE("strided accesses conflict where a byte is touched by both") {
  unsigned conflicts = 0;
  for (unsigned seed = 0; seed < 300; ++seed) {
    std::mt19937_64 generator(seed);
    // Buckets are 2^18 bytes wide: walks within one and across several.
    int64_t unit = seed % 3 == 0 ? 4 : 60000;
    RaceDetector detector;
    Model model;
    for (unsigned i = 0; i < 12; ++i) {
      Pattern pattern;
      pattern.elementBytes = 4;
      for (unsigned loop = 0, n = 1 + generator() % 3; loop < n; ++loop)
        pattern.push(1 + generator() % 5,
                     (int64_t(generator() % 9) - 4) * unit +
                         int64_t(generator() % 3) * 4);
      pattern.push(1 + generator() % 4, 4);
      uint64_t start = 4000000 + generator() % 64 * uint64_t(unit);
      unsigned engine = generator() % 2;
      bool isWrite = generator() % 2;
      detector.beginStream(0, engine);
      const AccessRecord *other = llvm::cantFail(
          detector.access(hbmArea(start, pattern), isWrite, 0, i));
      bool expected = model.access(engine, isWrite, start, pattern);
      INFO(seed << " " << i);
      REQUIRE((other != nullptr) == expected);
      if (expected) { // the detector stops there
        ++conflicts;
        break;
      }
    }
  }
  REQUIRE(conflicts > 50);
  REQUIRE(conflicts < 300);
}

TEST_CASE("E4404: what nothing orders piles up to a limit; the rest does not") {
  for (bool synchronised : {true, false}) {
    RaceDetector detector;
    for (unsigned engine = 2; engine < 5; ++engine)
      detector.halt(0, engine);
    unsigned code = 0, trips = 0;
    for (; trips < (1u << 21) && code == 0; ++trips) {
      detector.beginStream(0, 0);
      // Another place each time, so that none covers an older one.
      auto other = detector.access(hbmArea(uint64_t(trips) << 18, run(64)),
                                   /*isWrite=*/true, 0, 0);
      code = codeOf(other.takeError());
      if (synchronised && trips % 64 == 0) {
        REQUIRE(codeOf(detector.release(0, 7, 1)) == 0);
        detector.beginStream(0, 1);
        REQUIRE(codeOf(detector.acquire(0, 7, 1)) == 0);
        detector.subtract(0, 7, 1);
      }
    }
    REQUIRE(code == (synchronised ? 0u : 4404u));
  }
}
