//===- PassesKeepBitsTest.cpp - Simplifying and fusing change no bit ------===//
//
// Graphs that meet every pattern are evaluated before and after the passes.
//
//===----------------------------------------------------------------------===//
#include "EvaluateHelpers.h"
#include "dialects/Graph/GraphOps.h"
#include "dialects/Graph/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/PassManager.h"
#include <catch2/catch.hpp>

using namespace glia;
using namespace glia::test;

static NamedTensors evaluateModule(mlir::ModuleOp module,
                                   const ConstantStore &constants,
                                   const NamedTensors &inputs) {
  auto outputs = evaluate(module.lookupSymbol<mlir::func::FuncOp>("main"),
                          constants, inputs);
  if (!outputs)
    FAIL(llvm::toString(outputs.takeError()));
  return *outputs;
}

static void checkBits(const char *text, const NamedTensors &inputs,
                      unsigned fusions) {
  ConstantStore constants;
  constants.addMemory("w", ElementType::f32, {8, 12},
                      f32({8, 12}, randomFloats(96, 9)).bytes);
  auto module = parse(text);
  NamedTensors want = evaluateModule(*module, constants, inputs);
  mlir::PassManager passes(&context());
  passes.addPass(graph::createGraphSimplifyPass(&constants));
  passes.addPass(graph::createGraphVerifyPhasePass("graph"));
  REQUIRE(succeeded(passes.run(*module)));
  CHECK(evaluateModule(*module, constants, inputs) == want);
  passes.addPass(graph::createGraphFormFusionsPass());
  passes.addPass(graph::createGraphVerifyPhasePass("fused"));
  REQUIRE(succeeded(passes.run(*module)));
  CHECK(evaluateModule(*module, constants, inputs) == want);
  unsigned count = 0;
  module->walk([&](graph::FusionOp) { ++count; });
  CHECK(count == fusions);
}

TEST_CASE("attention keeps its bits", "[passes]") {
  checkBits(
      R"(func.func @main(%x: tensor<1x6x8xf32> {graph.name = "x"}) -> (tensor<1x6x12xf32> {graph.name = "y"}) {
  %w = graph.constant 0 : tensor<8x12xf32>
  %q = graph.contract %x, %w k_cut = 128 : (tensor<1x6x8xf32>, tensor<8x12xf32>) -> tensor<1x6x12xf32>
  %q1 = graph.reshape %q : (tensor<1x6x12xf32>) -> tensor<1x6x3x4xf32>
  %q2 = graph.transpose %q1 permutation = [0, 2, 1, 3] : (tensor<1x6x3x4xf32>) -> tensor<1x3x6x4xf32>
  %t = graph.transpose %w permutation = [1, 0] : (tensor<8x12xf32>) -> tensor<12x8xf32>
  %t1 = graph.transpose %t permutation = [1, 0] : (tensor<12x8xf32>) -> tensor<8x12xf32>
  %k = graph.contract %x, %t1 k_cut = 128 : (tensor<1x6x8xf32>, tensor<8x12xf32>) -> tensor<1x6x12xf32>
  %k0 = graph.tanh %k : (tensor<1x6x12xf32>) -> tensor<1x6x12xf32>
  %k1 = graph.reshape %k0 : (tensor<1x6x12xf32>) -> tensor<1x6x3x4xf32>
  %k2 = graph.transpose %k1 permutation = [0, 2, 1, 3] : (tensor<1x6x3x4xf32>) -> tensor<1x3x6x4xf32>
  %k3 = graph.reshape %k2 : (tensor<1x3x6x4xf32>) -> tensor<3x6x4xf32>
  %k4 = graph.transpose %k3 permutation = [0, 2, 1] : (tensor<3x6x4xf32>) -> tensor<3x4x6xf32>
  %k5 = graph.reshape %k4 : (tensor<3x4x6xf32>) -> tensor<1x3x4x6xf32>
  %k6 = graph.neg %k5 : (tensor<1x3x4x6xf32>) -> tensor<1x3x4x6xf32>
  %s = graph.contract %q2, %k6 k_cut = 128 : (tensor<1x3x6x4xf32>, tensor<1x3x4x6xf32>) -> tensor<1x3x6x6xf32>
  %p = graph.softmax %s axis = 3 : (tensor<1x3x6x6xf32>) -> tensor<1x3x6x6xf32>
  %o = graph.contract %p, %q2 k_cut = 128 : (tensor<1x3x6x6xf32>, tensor<1x3x6x4xf32>) -> tensor<1x3x6x4xf32>
  %o1 = graph.transpose %o permutation = [0, 2, 1, 3] : (tensor<1x3x6x4xf32>) -> tensor<1x6x3x4xf32>
  %o2 = graph.reshape %o1 : (tensor<1x6x3x4xf32>) -> tensor<1x6x12xf32>
  return %o2 : tensor<1x6x12xf32>
})",
      {{"x", f32({1, 6, 8}, randomFloats(48, 1))}}, 8);
}

TEST_CASE("residuals, broadcasts and shared results keep their bits",
          "[passes]") {
  checkBits(
      R"(func.func @main(%x: tensor<1x2x5x5xf32> {graph.name = "x"}, %w: tensor<2x2x3x3xf32> {graph.name = "w"}, %b: tensor<2x1x1xf32> {graph.name = "b"})
    -> (tensor<1x2x5x5xf32> {graph.name = "y"}, tensor<1x50xf32> {graph.name = "z"}, tensor<1x2x5x5xf32> {graph.name = "same"}) {
  %c = graph.convolution %x, %w strides = [1, 1] pads = [1, 1, 1, 1] dilations = [1, 1] groups = 1 k_cut = 128
       : (tensor<1x2x5x5xf32>, tensor<2x2x3x3xf32>) -> tensor<1x2x5x5xf32>
  %bb = graph.broadcast %b : (tensor<2x1x1xf32>) -> tensor<1x2x5x5xf32>
  %d = graph.add %c, %bb : (tensor<1x2x5x5xf32>, tensor<1x2x5x5xf32>) -> tensor<1x2x5x5xf32>
  %e = graph.add %d, %x : (tensor<1x2x5x5xf32>, tensor<1x2x5x5xf32>) -> tensor<1x2x5x5xf32>
  %f = graph.relu %e : (tensor<1x2x5x5xf32>) -> tensor<1x2x5x5xf32>
  %g = graph.relu %e : (tensor<1x2x5x5xf32>) -> tensor<1x2x5x5xf32>
  %h = graph.reshape %c : (tensor<1x2x5x5xf32>) -> tensor<1x50xf32>
  return %f, %h, %g : tensor<1x2x5x5xf32>, tensor<1x50xf32>, tensor<1x2x5x5xf32>
})",
      {{"x", f32({1, 2, 5, 5}, randomFloats(50, 2))},
       {"w", f32({2, 2, 3, 3}, randomFloats(36, 3))},
       {"b", f32({2, 1, 1}, randomFloats(2, 4))}},
      2);
}
