//===- PatternTest.cpp - Strided walks ------------------------------------===//
#include "lib/Interpreter/Pattern.h"
#include "lib/Interpreter/ThreadPool.h"
#include <catch2/catch.hpp>
#include <cstring>
#include <random>

using namespace glia::interpreter;

/// Offsets of a walk, the plain way.
static std::vector<int64_t> offsets(const std::vector<Pattern::Loop> &loops) {
  std::vector<int64_t> result{0};
  for (const Pattern::Loop &loop : loops) {
    std::vector<int64_t> next;
    for (int64_t base : result)
      for (uint64_t i = 0; i < loop.count; ++i)
        next.push_back(base + loop.stride * int64_t(i));
    result = next;
  }
  return result;
}

TEST_CASE("transfers between random walks move the elements in order") {
  std::mt19937 generator(9);
  for (unsigned round = 0; round < 2000; ++round) {
    unsigned size = 1u << generator() % 4;
    auto randomLoops = [&](std::vector<uint64_t> counts) {
      // A random order of disjoint strides.
      std::vector<Pattern::Loop> loops;
      int64_t stride = size;
      for (uint64_t count : counts) {
        loops.push_back({count, generator() % 4 ? stride : -stride});
        stride *= int64_t(count + generator() % 2);
      }
      std::shuffle(loops.begin(), loops.end(), generator);
      return loops;
    };
    auto a = randomLoops({2, 3, 4}), b = round % 3 == 0 ? randomLoops({6, 4})
                                         : round % 3 == 1
                                             ? randomLoops({8, 3})
                                             : randomLoops({4, 2, 3});
    auto make = [&](const std::vector<Pattern::Loop> &loops) {
      Pattern pattern;
      pattern.elementBytes = size;
      for (const Pattern::Loop &loop : loops)
        pattern.push(loop.count, loop.stride);
      return pattern;
    };
    Pattern to = make(a), from = make(b);
    std::vector<uint8_t> source(8192), want(8192), got(8192);
    for (uint8_t &x : source)
      x = uint8_t(generator());
    std::vector<int64_t> toOffsets = offsets(a), fromOffsets = offsets(b);
    for (size_t i = 0; i < toOffsets.size(); ++i)
      std::memcpy(want.data() + 4096 + toOffsets[i],
                  source.data() + 4096 + fromOffsets[i], size);
    transfer(got.data() + 4096, to, source.data() + 4096, from);
    REQUIRE(got == want);
    // The runs cover exactly the elements.
    std::vector<uint8_t> touched(8192), expected(8192);
    forEachRun(to, [&](int64_t offset, uint64_t bytes) {
      std::memset(touched.data() + 4096 + offset, 1, bytes);
    });
    for (int64_t offset : toOffsets)
      std::memset(expected.data() + 4096 + offset, 1, size);
    REQUIRE(touched == expected);
    CHECK(to.low() == *std::min_element(toOffsets.begin(), toOffsets.end()));
    CHECK(to.high() == *std::max_element(toOffsets.begin(), toOffsets.end()) +
                           int64_t(size));
  }
}

TEST_CASE("large transfers give the same bytes on any number of threads") {
  // Where trips of the outermost loop overlap, the last one wins; there and in
  // transposing copies the order of elements must stay.
  using Loops = std::vector<Pattern::Loop>;
  struct Shape {
    Loops to, from;
  };
  const int64_t row = 40960;
  std::vector<Shape> shapes = {
      {{{64, row}, {2048, 4}}, {{64, 8192}, {2048, 4}}},
      {{{64, row}, {2048, 4}}, {{64, 0}, {2048, 4}}},
      {{{64, row}, {128, 4}, {16, 512}}, {{64, 8192}, {2048, 4}}},
      {{{2048, 4}, {64, row}}, {{2048, 256}, {64, 4}}},
      {{{64, 4096}, {2048, 4}}, {{64, row}, {2048, 4}}}, // rows overlap by half
      {{{131072, 4}}, {{131072, 4}}},
      {{{3, 8192}, {21846, 8}}, {{65538, 4}}}};
  std::vector<uint8_t> source(64 * row);
  std::mt19937 generator(12);
  for (uint8_t &x : source)
    x = uint8_t(generator());
  auto make = [](const Loops &loops) {
    Pattern pattern;
    pattern.elementBytes = 4;
    for (const Pattern::Loop &loop : loops)
      pattern.push(loop.count, loop.stride);
    return pattern;
  };
  for (auto &[to, from] : shapes) {
    for (unsigned threads : {1, 2, 5}) {
      ThreadPool pool(threads);
      std::vector<uint8_t> got(64 * row);
      for (unsigned round = 0; round < 5; ++round)
        transfer(got.data(), make(to), source.data(), make(from), &pool);
      std::vector<uint8_t> want(64 * row);
      transfer(want.data(), make(to), source.data(), make(from));
      CHECK(got == want);
    }
  }
}
