//===- EvaluateErrorsTest.cpp - What the evaluator refuses ----------------===//
#include "EvaluateHelpers.h"
#include "glia/Support/Error.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include <catch2/catch.hpp>

using namespace glia;
using namespace glia::test;

static std::string errorOf(llvm::StringRef text, const NamedTensors &inputs) {
  auto module = parse(text);
  auto outputs =
      evaluate(module->lookupSymbol<mlir::func::FuncOp>("main"), {}, inputs);
  REQUIRE(!outputs);
  return llvm::toString(outputs.takeError());
}

static const char *identity =
    R"(func.func @main(%a: tensor<2xf32> {graph.name = "a"}) -> (tensor<2xf32> {graph.name = "r"}) {
  %r = graph.relu %a : (tensor<2xf32>) -> tensor<2xf32>
  return %r : tensor<2xf32>
})";

TEST_CASE("E1620: inputs that are missing or do not fit", "[evaluate]") {
  CHECK_THAT(errorOf(identity, {}),
             Catch::Contains("GLIA-E1620") &&
                 Catch::Contains("input `a` has no value"));
  CHECK_THAT(errorOf(identity, {{"a", f32({3}, {1, 2, 3})}}),
             Catch::Contains("expects f32[2], got f32[3]"));
}

TEST_CASE("E3600: an index out of range names its node", "[evaluate]") {
  const char *text =
      R"(func.func @main(%a: tensor<2xf32> {graph.name = "a"}, %b: tensor<1xi64> {graph.name = "b"}) -> (tensor<1xf32> {graph.name = "r"}) {
  %r = graph.gather %a, %b axis = 0 : (tensor<2xf32>, tensor<1xi64>) -> tensor<1xf32> loc("4|Gather|lookup")
  return %r : tensor<1xf32>
})";
  for (int64_t index : {2, -3}) {
    std::string error =
        errorOf(text, {{"a", f32({2}, {1, 2})},
                       {"b", tensor<int64_t>(ElementType::i64, {1}, {index})}});
    CHECK_THAT(error, Catch::Contains("GLIA-E3600") &&
                          Catch::Contains("expects -2 to 1") &&
                          Catch::Contains("lookup"));
  }
}

TEST_CASE("E1600: constants and ops that are not there", "[evaluate]") {
  CHECK_THAT(
      errorOf(R"(func.func @main() -> (tensor<2xf32> {graph.name = "r"}) {
  %c = graph.constant 0 : tensor<2xf32>
  return %c : tensor<2xf32>
})",
              {}),
      Catch::Contains("GLIA-E1600") &&
          Catch::Contains("expects a constant of the store's 0, got 0"));
  CHECK_THAT(
      errorOf(R"(func.func @main() -> (tensor<2xf32> {graph.name = "r"}) {
  %c = func.call @other() : () -> tensor<2xf32>
  return %c : tensor<2xf32>
}
func.func private @other() -> tensor<2xf32>)",
              {}),
      Catch::Contains("expects a graph op to evaluate, got `func.call`"));
}
