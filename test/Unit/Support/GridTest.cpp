//===- GridTest.cpp - Numbers and groups of cores -------------------------===//
#include "glia/Support/Grid.h"
#include <catch2/catch.hpp>

using namespace glia;

TEST_CASE("the last axis of a grid is the fastest") {
  Grid grid({2, 3});
  CHECK(grid.axes() == 2);
  CHECK(grid.cores() == 6);
  CHECK(grid.stride(0) == 3);
  CHECK(grid.stride(1) == 1);
  CHECK(grid.place(5, 0) == 1);
  CHECK(grid.place(5, 1) == 2);
}

TEST_CASE("the groups of an axis hold every core once, in the order of places") {
  using Groups = std::vector<std::vector<uint32_t>>;
  Grid grid({2, 3});
  CHECK(grid.groups(0) == Groups{{0, 3}, {1, 4}, {2, 5}});
  CHECK(grid.groups(1) == Groups{{0, 1, 2}, {3, 4, 5}});
  CHECK(Grid({2, 2, 2}).groups(1) == Groups{{0, 2}, {1, 3}, {4, 6}, {5, 7}});
  CHECK(Grid({1, 2}).groups(0) == Groups{{0}, {1}});
}

TEST_CASE("a grid without axes is one core") {
  CHECK(Grid().cores() == 1);
  CHECK(Grid().axes() == 0);
}

TEST_CASE("a grid has cores along every axis, and not too many") {
  CHECK(Grid::isGrid({}));
  CHECK(Grid::isGrid({2, 1, 4}));
  CHECK(Grid::isGrid({1 << 16}));
  CHECK_FALSE(Grid::isGrid({0}));
  CHECK_FALSE(Grid::isGrid({2, -1}));
  CHECK_FALSE(Grid::isGrid({1 << 16, 2}));
  CHECK_FALSE(Grid::isGrid({int64_t(1) << 32, int64_t(1) << 32}));
}
