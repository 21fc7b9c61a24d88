//===- FoldTest.cpp - Shape arithmetic ------------------------------------===//
//
// The output of each graph is a constant; its elements are checked.
//
//===----------------------------------------------------------------------===//
#include "ImportHelpers.h"
#include "dialects/Graph/GraphOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/MLIRContext.h"
#include <catch2/catch.hpp>
#include <cstring>

using namespace glia;

/// "2x3: 1 2 3 4 5 6" of the one output, or the error.
static std::string fold(const std::string &graph, int opset = 20) {
  TemporaryFolder folder;
  std::string bytes = encode(parseModel(graph, opset));
  mlir::MLIRContext context;
  llvm::Expected<ImportResult> result = importONNX(
      context,
      folder.write("m.onnx", {reinterpret_cast<const uint8_t *>(bytes.data()),
                              bytes.size()}));
  if (!result)
    return llvm::toString(result.takeError());
  mlir::Operation *copy = nullptr;
  result->module->walk([&](mlir::func::ReturnOp op) {
    copy = op.getOperand(0).getDefiningOp();
  });
  auto constant = llvm::isa_and_nonnull<graph::BroadcastOp>(copy)
                      ? copy->getOperand(0).getDefiningOp<graph::ConstantOp>()
                      : nullptr;
  if (!constant)
    return "not folded";
  ConstantStore::Id id = constant.getId();
  std::vector<uint8_t> data = llvm::cantFail(result->constants->read(id));
  std::string text;
  for (int64_t extent : result->constants->shape(id))
    text += (text.empty() ? "" : "x") + std::to_string(extent);
  text += ":";
  ElementType type = result->constants->type(id);
  for (size_t at = 0; at < data.size(); at += bitWidth(type) / 8) {
    float number = 0;
    int64_t integer = 0;
    if (type == ElementType::f32)
      std::memcpy(&number, data.data() + at, 4);
    else if (type == ElementType::i32)
      integer = *reinterpret_cast<const int32_t *>(data.data() + at);
    else
      std::memcpy(&integer, data.data() + at, bitWidth(type) / 8);
    text += " " + (type == ElementType::f32 ? std::to_string(number)
                                            : std::to_string(integer));
  }
  return text;
}

static std::string foldBody(const std::string &body) {
  return fold("g (float[2,3,5] x) => (y) " + body);
}

TEST_CASE("Shape and its relatives") {
  CHECK(foldBody("{ y = Shape(x) }") == "3: 2 3 5");
  CHECK(foldBody("{ y = Shape<start = -2>(x) }") == "2: 3 5");
  CHECK(foldBody("{ y = Shape<start = 1, end = -1>(x) }") == "1: 3");
  CHECK(foldBody("{ y = Shape<start = 2, end = 1>(x) }") == "0:");
  CHECK(foldBody("{ y = Size(x) }") == ": 30");
}

TEST_CASE("a tf2onnx shape chain") {
  CHECK(
      foldBody(
          "<int64[1] zero = {0}, int64[1] one = {1}, int32[2] rest = {7, 9}> { "
          "s = Shape(x) \n c = Cast<to = 6>(s) \n b = Slice(c, zero, one, zero)"
          " \n j = Concat<axis = 0>(b, rest) \n y = Cast<to = 7>(j) }") ==
      "3: 2 7 9");
}

TEST_CASE("integer arithmetic") {
  std::string constants = "<int64[3] a = {7, -7, 2}, int64[1] b = {2}, "
                          "int64[1] m = {-1}, bool[2] t = {1, 0}> ";
  CHECK(foldBody(constants + "{ y = Add(a, b) }") == "3: 9 -5 4");
  CHECK(foldBody(constants + "{ y = Sub(a, b) }") == "3: 5 -9 0");
  CHECK(foldBody(constants + "{ y = Mul(a, b) }") == "3: 14 -14 4");
  CHECK(foldBody(constants + "{ y = Div(a, b) }") == "3: 3 -3 1");
  CHECK(foldBody(constants + "{ y = Div(a, m) }") == "3: -7 7 -2");
  CHECK(foldBody(constants + "{ y = Max(a, b) }") == "3: 7 2 2");
  CHECK(foldBody(constants + "{ y = Min(a, b) }") == "3: 2 -7 2");
  CHECK(foldBody(constants + "{ y = Neg(a) }") == "3: -7 7 -2");
  CHECK(foldBody(constants + "{ y = Abs(a) }") == "3: 7 7 2");
  CHECK(foldBody(constants + "{ y = Less(a, b) }") == "3: 0 1 0");
  CHECK(foldBody(constants + "{ y = GreaterOrEqual(a, b) }") == "3: 1 0 1");
  CHECK(foldBody(constants + "{ y = Not(t) }") == "2: 0 1");
  CHECK(foldBody(constants + "{ e = Equal(a, b) \n y = Where(e, b, a) }") ==
        "3: 7 -7 2");
  CHECK(foldBody("<int64 a = {1}, int64 b = {0}> { y = Div(a, b) }")
            .find("GLIA-E1009") != std::string::npos);
}

TEST_CASE("casts of constants go towards zero and wrap") {
  CHECK(foldBody("<float[4] a = {1.5, -1.5, 2.5, 3000000000}> { y = Cast<to = "
                 "6>(a) }") == "4: 1 -1 2 2147483647");
  CHECK(foldBody("<int64[2] a = {4294967297, -1}> { y = Cast<to = 6>(a) }") ==
        "2: 1 -1");
  CHECK(foldBody("<int64[2] a = {3, 0}> { y = Cast<to = 9>(a) }") == "2: 1 0");
  CHECK(foldBody("<int64[2] a = {3, -2}> { y = Cast<to = 1>(a) }") ==
        "2: 3.000000 -2.000000");
}

TEST_CASE("made constants") {
  CHECK(foldBody("<int64[2] s = {2, 2}> { y = ConstantOfShape<value = int64[1] "
                 "{5}>(s) }") == "2x2: 5 5 5 5");
  CHECK(foldBody("<int64[1] s = {2}> { y = ConstantOfShape(s) }") ==
        "2: 0.000000 0.000000");
  CHECK(foldBody("<int64 a = {5}, int64 b = {0}, int64 c = {-2}> { y = "
                 "Range(a, b, c) }") == "3: 5 3 1");
  CHECK(foldBody("<int64 a = {5}, int64 b = {5}, int64 c = {1}> { y = Range(a, "
                 "b, c) }") == "0:");
  CHECK(foldBody("{ y = Constant<value_ints = [3, 4]>() }") == "2: 3 4");
  CHECK(foldBody("{ y = Constant<value_float = 2.5>() }") == ": 2.500000");
  CHECK(foldBody("{ y = Constant<value = int32[2] {8, 9}>() }") == "2: 8 9");
}

TEST_CASE("movement and gathers of constants") {
  std::string constants =
      "<int64[2,3] a = {1, 2, 3, 4, 5, 6}, int64[2] i = {-1, 0}, int64[1] one "
      "= {1}, int64[2,2] nd = {1, 2, 0, -1}, int64[3] s = {2, 2, 3}> ";
  CHECK(foldBody(constants + "{ y = Gather<axis = 1>(a, i) }") ==
        "2x2: 3 1 6 4");
  CHECK(foldBody(constants + "{ y = GatherND(a, nd) }") == "2: 6 3");
  CHECK(foldBody(constants + "{ y = Transpose(a) }") == "3x2: 1 4 2 5 3 6");
  CHECK(foldBody(constants + "{ y = Unsqueeze(a, one) }") ==
        "2x1x3: 1 2 3 4 5 6");
  CHECK(foldBody(constants + "{ y = Expand(a, s) }") ==
        "2x2x3: 1 2 3 4 5 6 1 2 3 4 5 6");
  CHECK(foldBody(constants +
                 "{ t = Transpose(a) \n y = Concat<axis = 1>(t, t) }") ==
        "3x4: 1 4 1 4 2 5 2 5 3 6 3 6");
  CHECK(foldBody("<int64[2] a = {1, 2}, int64 i = {2}> { y = Gather(a, i) }")
            .find("GLIA-E1009") != std::string::npos);
}

TEST_CASE("float arithmetic is the machine's") {
  CHECK(foldBody("<float[2] a = {1, 2}> { y = Add(a, a) }") == "not folded");
}
