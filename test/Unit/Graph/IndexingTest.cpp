//===- IndexingTest.cpp - IndexingOpInterface describes what is computed --===//
//
// For ops whose loops say all (elementwise, contract, convolution, movement),
// walking the loops and maps gives the op's result on exact small integers.
//
//===----------------------------------------------------------------------===//
#include "EvaluateHelpers.h"
#include "dialects/Graph/GraphOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include <catch2/catch.hpp>

using namespace glia;
using namespace glia::test;

static int64_t flatIndex(mlir::AffineMap map, llvm::ArrayRef<int64_t> loops,
                         llvm::ArrayRef<int64_t> shape) {
  int64_t index = 0;
  for (auto [expression, size] : llvm::zip(map.compose(loops), shape)) {
    if (expression < 0 || expression >= size)
      return -1; // padding
    index = index * size + expression;
  }
  return index;
}

/// Sum over all loops of the product of the operands' elements.
static std::vector<float> walk(mlir::Operation *op,
                               const std::vector<Tensor> &operands,
                               llvm::ArrayRef<int64_t> resultShape) {
  auto indexing = llvm::cast<graph::IndexingOpInterface>(op);
  llvm::SmallVector<int64_t> extents = indexing.getLoopExtents(),
                             loops(extents.size(), 0);
  CHECK(indexing.getLoops().size() == extents.size());
  int64_t trips = 1, elements = 1;
  for (int64_t extent : extents)
    trips *= extent;
  for (int64_t size : resultShape)
    elements *= size;
  std::vector<float> result(elements, 0);
  for (int64_t trip = 0; trip < trips; ++trip) {
    for (int64_t d = int64_t(extents.size()) - 1, rest = trip; d >= 0;
         rest /= extents[d--])
      loops[d] = rest % extents[d];
    float product = 1;
    for (size_t i = 0; i < operands.size(); ++i) {
      int64_t index =
          flatIndex(indexing.getOperandMap(i), loops, operands[i].shape);
      product *= index < 0 ? 0 : values<float>(operands[i])[index];
    }
    result[flatIndex(indexing.getResultMap(0), loops, resultShape)] += product;
  }
  return result;
}

static std::vector<float> smallIntegers(const Tensor &like, unsigned seed) {
  int64_t count = 1;
  for (int64_t size : like.shape)
    count *= size;
  std::vector<float> result(count);
  for (int64_t i = 0; i < count; ++i)
    result[i] = float((i * 7 + seed) % 5) - 2;
  return result;
}

TEST_CASE("loops and maps say what ops compute", "[indexing]") {
  struct Case {
    std::string op;
    std::vector<std::vector<int64_t>> shapes;
    std::vector<int64_t> result;
  };
  const Case cases[] = {
      Case{"graph.mul %a, %b", {{2, 1, 3}, {4, 1}}, {2, 4, 3}},
      Case{"graph.contract %a, %b transpose_rhs k_cut = 128",
           {{2, 1, 3, 5}, {4, 2, 5}},
           {2, 4, 3, 2}},
      Case{"graph.contract %a, %b transpose_lhs k_cut = 128",
           {{5, 3}, {5, 2}},
           {3, 2}},
      Case{"graph.convolution %a, %b strides = [2, 1] pads = [1, 2, 0, 1] "
           "dilations = [1, 2] groups = 2 k_cut = 128",
           {{2, 4, 5, 6}, {6, 2, 2, 3}},
           {2, 6, 3, 5}},
      Case{"graph.convolution %a, %b strides = [2] pads = [1, 1] dilations = "
           "[1] groups = 1 k_cut = 128",
           {{1, 3, 8}, {2, 3, 3}},
           {1, 2, 4}},
      Case{"graph.reduce sum %a axes = [0, 2] keepdims = true cut = 2048",
           {{2, 3, 4}},
           {1, 3, 1}},
      Case{"graph.reduce sum %a axes = [1] keepdims = false cut = 2048",
           {{2, 3, 4}},
           {2, 4}},
      Case{
          "graph.transpose %a permutation = [2, 0, 1]", {{2, 3, 4}}, {4, 2, 3}},
      Case{"graph.broadcast %a", {{3, 1}}, {2, 3, 4}},
      Case{"graph.slice %a starts = [1, 3] sizes = [2, 2] strides = [1, -2]",
           {{4, 5}},
           {2, 2}},
      Case{"graph.pad %a low = [1, 0] high = [0, 2] value = 0.0",
           {{2, 2}},
           {3, 4}}};
  for (const Case &c : cases) {
    std::vector<Tensor> inputs;
    std::string types;
    for (size_t i = 0; i < c.shapes.size(); ++i) {
      Tensor shape = f32(c.shapes[i], {});
      inputs.push_back(f32(c.shapes[i], smallIntegers(shape, i)));
      types += (i ? ", " : "") + typeText(shape);
    }
    std::string result = typeText(f32(c.result, {})),
                body = "%r = " + c.op + " : (" + types + ") -> " + result;
    Tensor got = evaluateBody(inputs, result, body);
    std::string arguments;
    for (size_t i = 0; i < inputs.size(); ++i)
      arguments += (i ? ", %" : "%") + std::string(1, char('a' + i)) + ": " +
                   typeText(inputs[i]);
    auto module =
        parse("func.func @main(" + arguments + ") { " + body + "\nreturn }");
    mlir::Operation *op =
        &module->lookupSymbol<mlir::func::FuncOp>("main").front().front();
    INFO(c.op);
    CHECK(walk(op, inputs, c.result) == values<float>(got));
  }
}
