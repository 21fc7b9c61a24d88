//===- NumericOrderTest.cpp - How sums are cut ----------------------------===//
#include "dialects/Graph/NumericOrder.h"
#include <catch2/catch.hpp>

using namespace glia::graph;

TEST_CASE("reductions are cut every 2048", "[order]") {
  CHECK(reductionPieces(0).empty());
  CHECK(reductionPieces(2048) == llvm::SmallVector<Piece>{{0, 2048}});
  CHECK(reductionPieces(4100) ==
        llvm::SmallVector<Piece>{{0, 2048}, {2048, 2048}, {4096, 4}});
}

TEST_CASE("chunks of convolutions", "[order]") {
  // The stem: seven chunks of 21.
  auto stem = convolutionChunks(7, 7, 3);
  REQUIRE(stem.size() == 7);
  CHECK(stem[6] == ConvolutionChunk{6, 0, 7, 0, 3});
  // Two taps of one kernel row; the third alone.
  auto two = convolutionChunks(3, 3, 64);
  REQUIRE(two.size() == 6);
  CHECK(two[0] == ConvolutionChunk{0, 0, 2, 0, 64});
  CHECK(two[1] == ConvolutionChunk{0, 2, 1, 0, 64});
  CHECK(two[1].length() == 64);
  // Each tap cut.
  auto cut = convolutionChunks(1, 2, 200);
  REQUIRE(cut.size() == 4);
  CHECK(cut[3] == ConvolutionChunk{0, 1, 1, 128, 72});
}
