//===- SimplifyConstantsTest.cpp - Movements recorded in the store --------===//
#include "EvaluateHelpers.h"
#include "dialects/Graph/GraphOps.h"
#include "dialects/Graph/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/PassManager.h"
#include <catch2/catch.hpp>

using namespace glia;
using namespace glia::test;

TEST_CASE("graph-simplify folds movements of constants into the store",
          "[simplify]") {
  ConstantStore store;
  store.addMemory("w", ElementType::f32, {2, 3},
                  f32({2, 3}, {0, 1, 2, 3, 4, 5}).bytes);
  auto module = parse(
      R"(func.func @main() -> (tensor<2xi32> {graph.name = "r"}, tensor<2x3xf32> {graph.name = "s"}) {
  %w = graph.constant 0 : tensor<2x3xf32>
  %t = graph.transpose %w permutation = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %s = graph.slice %t starts = [2, 0] sizes = [1, 2] strides = [1, 1] : (tensor<3x2xf32>) -> tensor<1x2xf32>
  %v = graph.reshape %s : (tensor<1x2xf32>) -> tensor<2xf32>
  %c = graph.cast %v : (tensor<2xf32>) -> tensor<2xi32>
  return %c, %w : tensor<2xi32>, tensor<2x3xf32>
})");
  mlir::PassManager passes(&context());
  passes.addPass(graph::createGraphSimplifyPass(&store));
  REQUIRE(succeeded(passes.run(*module)));
  auto main = module->lookupSymbol<mlir::func::FuncOp>("main");
  for (mlir::Operation &op : main.front().without_terminator())
    // A broadcast copies what is returned.
    CHECK((llvm::isa<graph::ConstantOp, graph::BroadcastOp>(op)));
  auto outputs = evaluate(main, store, {});
  REQUIRE(!!outputs);
  CHECK(values<int32_t>((*outputs)[0].second) == std::vector<int32_t>{2, 5});
  CHECK(values<float>((*outputs)[1].second) ==
        std::vector<float>{0, 1, 2, 3, 4, 5});
}
