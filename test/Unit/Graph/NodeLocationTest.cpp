//===- NodeLocationTest.cpp - Locations that name ONNX nodes --------------===//
#include "dialects/Graph/NodeLocation.h"
#include "EvaluateHelpers.h"
#include <catch2/catch.hpp>

using namespace glia::graph;
using glia::test::context;

TEST_CASE("a node's location round-trips, whatever its name holds",
          "[location]") {
  mlir::Location location =
      makeNodeLocation(&context(), "3/then/4", "Conv", "a|b\n\"c\"");
  auto node = parseNodeLocation(location);
  REQUIRE(node);
  CHECK(node->path == "3/then/4");
  CHECK(node->opType == "Conv");
  CHECK(node->name == "a|b\n\"c\"");
  CHECK(parseNodeLocation(makeNodeLocation(&context(), "0", "", ""))->name ==
        "");
}

TEST_CASE("other locations name no node", "[location]") {
  CHECK(!parseNodeLocation(mlir::UnknownLoc::get(&context())));
  CHECK(!parseNodeLocation(mlir::FileLineColLoc::get(&context(), "f", 1, 2)));
  CHECK(!parseNodeLocation(
      mlir::NameLoc::get(mlir::StringAttr::get(&context(), "x|y"))));
  CHECK(!parseNodeLocation(
      mlir::NameLoc::get(mlir::StringAttr::get(&context(), "3|y"))));
}

TEST_CASE("fused locations list each node once, the first first",
          "[location]") {
  mlir::Location a = makeNodeLocation(&context(), "1", "A", ""),
                 b = makeNodeLocation(&context(), "2", "B", "");
  mlir::Location fused = fuseNodeLocations(&context(), {b, a, b});
  auto nodes = allNodes(fused);
  REQUIRE(nodes.size() == 2);
  CHECK(nodes[0].path == "2");
  CHECK(nodes[1].path == "1");
  CHECK(parseNodeLocation(fused)->opType == "B");
  CHECK(fuseNodeLocations(&context(), {a, a}) == a);
  mlir::Location unknown = mlir::UnknownLoc::get(&context());
  CHECK(fuseNodeLocations(&context(), {unknown}) == unknown);
}
