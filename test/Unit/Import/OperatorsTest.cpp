//===- OperatorsTest.cpp - Each operator's graph ops ----------------------===//
//
// One graph per form of an operator, and the lines that it must become.
//
//===----------------------------------------------------------------------===//
#include "ImportHelpers.h"
#include <catch2/catch.hpp>

using Catch::Matchers::Contains;

/// A graph of one node, "y = ..."; `inputs` are its declarations.
static std::string importNode(const std::string &inputs,
                              const std::string &body, int opset = 20) {
  return importGraph("g (" + inputs + ") => (y) " + body, opset);
}

static void expect(const std::string &inputs, const std::string &body,
                   const std::vector<std::string> &lines, int opset = 20) {
  std::string imported = importNode(inputs, body, opset);
  INFO(inputs + " " + body + "\n" + imported);
  size_t from = 0;
  for (const std::string &line : lines) {
    size_t at = imported.find(line, from);
    INFO(line);
    CHECK(at != std::string::npos);
    from = at == std::string::npos ? from : at + 1;
  }
}

TEST_CASE("elementwise") {
  for (auto [name, op] : {std::pair("Add", "add"),
                          {"Sub", "sub"},
                          {"Mul", "mul"},
                          {"Div", "div"},
                          {"Max", "max"},
                          {"Min", "min"}}) {
    expect("float[2,3] a, float[3] b",
           std::string("{ y = ") + name + "(a, b) }",
           {std::string("graph.") + op +
            " %arg0, %arg1 : (tensor<2x3xf32>, tensor<3xf32>) -> "
            "tensor<2x3xf32>"});
    expect("int64[2,1] a, int64[3] b",
           std::string("{ y = ") + name + "(a, b) }",
           {std::string("graph.") + op +
            " %arg0, %arg1 : (tensor<2x1xi64>, tensor<3xi64>) -> "
            "tensor<2x3xi64>"});
  }
  for (auto [name, op] : {std::pair("Relu", "relu"),
                          {"Exp", "exp"},
                          {"Sigmoid", "sigmoid"},
                          {"Tanh", "tanh"},
                          {"Sqrt", "sqrt"},
                          {"Reciprocal", "reciprocal"},
                          {"Neg", "neg"},
                          {"Abs", "abs"},
                          {"Gelu", "gelu"},
                          {"Atan", "arctan"},
                          {"Erf", "erf"},
                          {"Log", "log"},
                          {"Mish", "mish"},
                          {"Sign", "sign"},
                          {"Softplus", "softplus"}})
    expect("float[2] a", std::string("{ y = ") + name + "(a) }",
           {std::string("graph.") + op +
            " %arg0 : (tensor<2xf32>) -> tensor<2xf32>"});
  for (auto [name, op] : {std::pair("Equal", "equal"),
                          {"Less", "less"},
                          {"Greater", "greater"},
                          {"LessOrEqual", "less_equal"},
                          {"GreaterOrEqual", "greater_equal"}})
    expect("float[2] a, float b", std::string("{ y = ") + name + "(a, b) }",
           {std::string("graph.") + op +
            " %arg0, %arg1 : (tensor<2xf32>, tensor<f32>) -> tensor<2xi1>"});
  for (auto [name, op] :
       {std::pair("And", "and"), {"Or", "or"}, {"Xor", "xor"}})
    expect("bool[2] a, bool[1] b", std::string("{ y = ") + name + "(a, b) }",
           {std::string("graph.logical_") + op +
            " %arg0, %arg1 : (tensor<2xi1>, tensor<1xi1>) -> tensor<2xi1>"});
  expect("bool[2] a", "{ y = Not(a) }",
         {"graph.logical_not %arg0 : (tensor<2xi1>) -> tensor<2xi1>"});
  expect("float[2] a", "{ y = IsNaN(a) }",
         {"graph.is_nan %arg0 : (tensor<2xf32>) -> tensor<2xi1>"});
  expect("bool[2,1] c, float[3] a, float b", "{ y = Where(c, a, b) }",
         {"graph.select %arg0, %arg1, %arg2 : (tensor<2x1xi1>, tensor<3xf32>, "
          "tensor<f32>) -> tensor<2x3xf32>"});
}

TEST_CASE("variadic operators become chains") {
  expect("float[2] a, float[2] b, float[2] c", "{ y = Max(a, b, c) }",
         {"%0 = graph.max %arg0, %arg1", "%1 = graph.max %0, %arg2"});
  expect("float[2] a, float[2] b", "{ p = Max(a) \n y = Sum(p, b) }",
         {"graph.add %arg0, %arg1"});
}

TEST_CASE("casts") {
  expect("int64[2] a", "{ y = Cast<to = 9>(a) }",
         {"graph.cast %arg0 : (tensor<2xi64>) -> tensor<2xi1>"});
  expect("bool[2] a", "{ y = Cast<to = 1>(a) }",
         {"graph.cast %arg0 : (tensor<2xi1>) -> tensor<2xf32>"});
  expect("float[2] a", "{ b = Cast<to = 1>(a) \n y = Relu(b) }",
         {"graph.relu %arg0"});
}

TEST_CASE("MatMul") {
  expect("float[2,3,4] a, float[4,5] b", "{ y = MatMul(a, b) }",
         {"graph.contract %arg0, %arg1 k_cut = 128 : (tensor<2x3x4xf32>, "
          "tensor<4x5xf32>) -> tensor<2x3x5xf32>"});
  expect("float[4] a, float[4,5] b", "{ y = MatMul(a, b) }",
         {"graph.reshape %arg0 : (tensor<4xf32>) -> tensor<1x4xf32>",
          "graph.contract",
          "graph.reshape %1 : (tensor<1x5xf32>) -> tensor<5xf32>"});
  expect("float[7,3,4] a, float[4] b", "{ y = MatMul(a, b) }",
         {"graph.reshape %arg1 : (tensor<4xf32>) -> tensor<4x1xf32>",
          "graph.contract", "(tensor<7x3x1xf32>) -> tensor<7x3xf32>"});
  expect("float[4] a, float[4] b", "{ y = MatMul(a, b) }",
         {"-> tensor<1x1xf32>",
          "graph.reshape %2 : (tensor<1x1xf32>) -> tensor<f32>"});
}

TEST_CASE("Gemm") {
  expect("float[3,2] a, float[5,3] b, float[5] c",
         "{ y = Gemm<transA = 1, transB = 1>(a, b, c) }",
         {"graph.contract %arg0, %arg1 transpose_lhs transpose_rhs k_cut = 128 "
          ": (tensor<3x2xf32>, tensor<5x3xf32>) -> tensor<2x5xf32>",
          "graph.add %0, %arg2"});
  expect("float[2,3] a, float[3,5] b, float[2,1] c",
         "{ y = Gemm<alpha = 0.5, beta = 2.0>(a, b, c) }",
         {"%0 = graph.contract", "%2 = graph.mul %0, %1",
          "%4 = graph.mul %arg2, %3 : (tensor<2x1xf32>, tensor<f32>)",
          "graph.add %2, %4 : (tensor<2x5xf32>, tensor<2x1xf32>)"});
  expect("float[2,3] a, float[3,5] b", "{ y = Gemm(a, b) }",
         {"graph.contract", "return %0"});
}

TEST_CASE("Conv") {
  expect("float[1,4,9,9] x, float[6,2,3,3] w, float[6] b",
         "{ y = Conv<group = 2, strides = [2, 1], pads = [1, 0, 1, 2], "
         "dilations = [1, 2]>(x, w, b) }",
         {"graph.convolution %arg0, %arg1 strides = [2, 1] pads = [1, 0, 1, 2] "
          "dilations = [1, 2] groups = 2 k_cut = 128",
          "-> tensor<1x6x5x7xf32>",
          "graph.reshape %arg2 : (tensor<6xf32>) -> tensor<1x6x1x1xf32>",
          "graph.add %0, %1"});
  expect("float[1,4,9] x, float[6,4,3] w", "{ y = Conv(x, w) }",
         {"strides = [1] pads = [0, 0] dilations = [1] groups = 1 k_cut = 128",
          "-> tensor<1x6x7xf32>"});
  expect("float[1,1,8,8] x, float[1,1,3,2] w",
         "{ y = Conv<auto_pad = \"SAME_UPPER\", strides = [2, 1]>(x, w) }",
         {"pads = [0, 0, 1, 1]", "-> tensor<1x1x4x8xf32>"});
  expect("float[1,1,8,8] x, float[1,1,3,2] w",
         "{ y = Conv<auto_pad = \"SAME_LOWER\", strides = [2, 1]>(x, w) }",
         {"pads = [1, 1, 0, 0]", "-> tensor<1x1x4x8xf32>"});
  expect("float[1,1,8,8] x, float[1,1,3,2] w",
         "{ y = Conv<auto_pad = \"VALID\">(x, w) }",
         {"pads = [0, 0, 0, 0]", "-> tensor<1x1x6x7xf32>"});
}

TEST_CASE("pooling") {
  expect("float[1,2,9,9] x",
         "{ y = MaxPool<kernel_shape = [3, 3], strides = [2, 2], pads = [1, 1, "
         "1, 1]>(x) }",
         {"graph.window",
          "max %arg0 kernel = [3, 3] strides = [2, 2] pads = [1, 1, 1, 1] "
          "dilations = [1, 1] count_include_pad = false",
          "-> tensor<1x2x5x5xf32>"});
  expect("float[1,2,6] x",
         "{ y = MaxPool<kernel_shape = [3], strides = [2], ceil_mode = 1>(x) }",
         {"pads = [0, 1]", "-> tensor<1x2x3xf32>"});
  expect("float[1,2,5] x",
         "{ y = MaxPool<kernel_shape = [1], strides = [4], ceil_mode = 1>(x) }",
         {"pads = [0, 0]", "-> tensor<1x2x2xf32>"});
  expect("float[1,2,9] x",
         "{ y = AveragePool<kernel_shape = [3], pads = [1, 1], "
         "count_include_pad = 1>(x) }",
         {"average %arg0", "count_include_pad = true", "-> tensor<1x2x9xf32>"});
  expect("float[1,2,9,9] x", "{ y = GlobalMaxPool(x) }",
         {"graph.reduce", "max %arg0 axes = [2, 3] keepdims = true cut = 2048 "
                          ": (tensor<1x2x9x9xf32>) -> tensor<1x2x1x1xf32>"});
  expect("float[1,2,9,9] x", "{ y = GlobalAveragePool(x) }",
         {"graph.reduce", "mean %arg0 axes = [2, 3] keepdims = true"});
}

TEST_CASE("reductions, with axes as attribute and as operand") {
  expect("float[2,3,4] x",
         "<int64[1] a = {-1}> { y = ReduceSum<keepdims = 0>(x, a) }",
         {"sum %arg0 axes = [2] keepdims = false cut = 2048 : "
          "(tensor<2x3x4xf32>) -> tensor<2x3xf32>"});
  expect("float[2,3,4] x", "{ y = ReduceSum<axes = [2, 0]>(x) }",
         {"sum %arg0 axes = [0, 2] keepdims = true", "-> tensor<1x3x1xf32>"},
         11);
  expect("float[2,3] x", "{ y = ReduceMean(x) }",
         {"mean %arg0 axes = [0, 1] keepdims = true"});
  expect("float[2,3] x", "{ y = ReduceMax<axes = [1]>(x) }",
         {"max %arg0 axes = [1]"}, 13);
  expect("float[2,3] x", "{ y = ReduceMin(x) }", {"min %arg0 axes = [0, 1]"});
  expect("float[2,3] x",
         "{ p = ReduceSum<noop_with_empty_axes = 1>(x) \n y = Relu(p) }",
         {"graph.relu %arg0"});
}

TEST_CASE("Softmax of both ages") {
  expect("float[2,3,4] x", "{ y = Softmax<axis = 1>(x) }",
         {"graph.softmax %arg0 axis = 1 : (tensor<2x3x4xf32>)"});
  expect("float[2,3,4] x", "{ y = Softmax(x) }",
         {"graph.softmax %arg0 axis = 2"});
  expect("float[2,3,4] x", "{ y = Softmax(x) }",
         {"-> tensor<2x12xf32>",
          "graph.softmax %0 axis = 1 : (tensor<2x12xf32>)",
          "-> tensor<2x3x4xf32>"},
         11);
}

TEST_CASE("normalisations") {
  expect("float[2,3,4] x, float[4] s, float[4] b",
         "{ y = LayerNormalization<axis = -1, epsilon = 0.001>(x, s, b) }",
         {"graph.layer_norm %arg0, %arg1, %arg2 axis = 2 epsilon = "
          "1.000000e-03 : (tensor<2x3x4xf32>, tensor<4xf32>, tensor<4xf32>)"});
  expect("float[2,3,4] x, float[3,4] s",
         "{ y = LayerNormalization<axis = 1>(x, s) }",
         {"graph.layer_norm %arg0, %arg1 axis = 1 epsilon"});
  expect("float[2,3,4] x, float[3] s, float[3] b, float[3] m, float[3] v",
         "{ y = BatchNormalization(x, s, b, m, v) }",
         {"graph.add", "graph.sqrt", "graph.div", "graph.sub %arg0",
          "graph.mul", "graph.add"});
}

TEST_CASE("gathers") {
  expect("float[5,3] d, int64[2,2] i", "{ y = Gather(d, i) }",
         {"graph.gather %arg0, %arg1 axis = 0 : (tensor<5x3xf32>, "
          "tensor<2x2xi64>) -> tensor<2x2x3xf32>"});
  expect("float[5,3] d, int32 i", "{ y = Gather<axis = -1>(d, i) }",
         {"graph.gather %arg0, %arg1 axis = 1 : (tensor<5x3xf32>, tensor<i32>) "
          "-> tensor<5xf32>"});
  expect("float[5,3,7] d",
         "<int64[2,2] i = {0, 1, 4, -1}> { y = GatherND(d, i) }",
         {"graph.reshape %arg0 : (tensor<5x3x7xf32>) -> tensor<15x7xf32>",
          "graph.gather",
          "axis = 0 : (tensor<15x7xf32>, tensor<2xi64>) -> tensor<2x7xf32>"});
}

TEST_CASE("movement") {
  expect("float[2,3,4] x", "{ y = Transpose(x) }",
         {"graph.transpose %arg0 permutation = [2, 1, 0] : (tensor<2x3x4xf32>) "
          "-> tensor<4x3x2xf32>"});
  expect("float[2,3,4] x",
         "{ p = Transpose<perm = [0, 1, 2]>(x) \n y = Relu(p) }",
         {"graph.relu %arg0"});
  expect("float[2,3] a, float[2,1] b", "{ y = Concat<axis = -1>(a, b) }",
         {"graph.concat %arg0, %arg1 axis = 1 : (tensor<2x3xf32>, "
          "tensor<2x1xf32>) -> tensor<2x4xf32>"});
  expect("float[3,1] x", "<int64[3] s = {2, 1, 4}> { y = Expand(x, s) }",
         {"graph.broadcast %arg0 : (tensor<3x1xf32>) -> tensor<2x3x4xf32>"});
  expect("float[2,3] x",
         "<int64[4] p = {0, 1, 2, 0}, float v = {-1}> { y = Pad(x, p, v) }",
         {"graph.pad %arg0 low = [0, 1] high = [2, 0] value = -1.000000e+00 : "
          "(tensor<2x3xf32>) -> tensor<4x4xf32>"});
  expect("float[2,3] x",
         "<int64[2] p = {1, 2}, int64[1] a = {-1}> { y = Pad(x, p, \"\", a) }",
         {"low = [0, 1] high = [0, 2] value = 0.000000e+00"});
  expect("float[2] x", "{ p = Identity(x) \n q = Dropout(p) \n y = Relu(q) }",
         {"graph.relu %arg0"});
  expect("float[2] x", "<float a = {0}, float b = {6}> { y = Clip(x, a, b) }",
         {"graph.max", "graph.min"});
  // An absent bound is the largest finite value.
  expect("float[2] x", "<float a = {0}> { y = Clip(x, a) }",
         {"graph.max", "graph.min"});
}

TEST_CASE("shapes") {
  expect("float[2,3,4] x", "<int64[2] s = {0, -1}> { y = Reshape(x, s) }",
         {"graph.reshape %arg0 : (tensor<2x3x4xf32>) -> tensor<2x12xf32>"});
  expect("float[0,3] x",
         "<int64[2] s = {0, 7}> { y = Reshape<allowzero = 1>(x, s) }",
         {"-> tensor<0x7xf32>"});
  expect("float[2,3,4] x", "{ y = Flatten<axis = 2>(x) }",
         {"-> tensor<6x4xf32>"});
  expect("float[2,3,4] x", "{ y = Flatten<axis = 0>(x) }",
         {"-> tensor<1x24xf32>"});
  expect("float[1,3,1] x", "{ y = Squeeze(x) }", {"-> tensor<3xf32>"});
  expect("float[1,3,1] x", "<int64[0] a = {}> { y = Squeeze(x, a) }",
         {"-> tensor<3xf32>"});
  expect("float[1,3,1] x", "<int64[1] a = {-1}> { y = Squeeze(x, a) }",
         {"-> tensor<1x3xf32>"});
  expect("float[1,3,1] x", "{ y = Squeeze<axes = [0]>(x) }",
         {"-> tensor<3x1xf32>"}, 11);
  expect("float[3] x", "<int64[2] a = {-1, 0}> { y = Unsqueeze(x, a) }",
         {"-> tensor<1x3x1xf32>"});
}

TEST_CASE("slices") {
  expect("float[5,6] x",
         "<int64[1] s = {1}, int64[1] e = {9223372036854775807}, int64[1] a = "
         "{-1}, int64[1] t = {2}> { y = Slice(x, s, e, a, t) }",
         {"graph.slice %arg0 starts = [0, 1] sizes = [5, 3] strides = [1, 2] : "
          "(tensor<5x6xf32>) -> tensor<5x3xf32>"});
  expect("float[5,6] x",
         "<int64[1] s = {-1}, int64[1] e = {-9223372036854775808}, int64[1] a "
         "= {0}, int64[1] t = {-2}> { y = Slice(x, s, e, a, t) }",
         {"starts = [4, 0] sizes = [3, 6] strides = [-2, 1]"});
  expect("float[5,6] x",
         "<int64[1] s = {4}, int64[1] e = {2}> { y = Slice(x, s, e) }",
         {"-> tensor<0x6xf32>"});
  expect("float[5,6] x",
         "{ y = Slice<starts = [1], ends = [-1], axes = [1]>(x) }",
         {"starts = [0, 1] sizes = [5, 4]"}, 9);
  expect("float[0] x",
         "<int64[1] s = {3}, int64[1] e = {-9}, int64[1] a = {0}, int64[1] t = "
         "{-1}> { p = Slice(x, s, e, a, t) \n y = Relu(p) }",
         {"graph.relu %arg0 : (tensor<0xf32>)"});
  expect("float[5] x",
         "{ p, q = Split<num_outputs = 2>(x) \n y = Concat<axis = 0>(q, p) }",
         {"starts = [0] sizes = [3]", "starts = [3] sizes = [2]",
          "graph.concat %1, %0"});
}

TEST_CASE("names, locations and outputs") {
  std::string imported =
      importGraph("g (float[2] a, float[2] unused) => (float[2] a, float[2] y, "
                  "float[2] y) { [my_node] y = Relu(a) }");
  INFO(imported);
  CHECK_THAT(imported, Contains("{graph.name = \"unused\"}"));
  CHECK_THAT(
      imported,
      Contains("-> (tensor<2xf32> {graph.name = \"a\"}, tensor<2xf32> "
               "{graph.name = \"y\"})")); // an output named twice is kept once
  CHECK_THAT(imported, Contains("\"0|Relu|my_node\""));
  CHECK_THAT(imported,
             Contains("graph.broadcast %arg0")); // an output that is an input
                                                 // is copied (I14)
}

TEST_CASE("outputs that share memory are copied") {
  std::string imported = importGraph(
      "g (float[2,3] x) => (float[6] flat, float[2,3] y, float[6] same) "
      "<int64[1] s = {6}> { flat = Reshape(x, s) \n y = Relu(x) \n same = "
      "Reshape(y, s) }");
  INFO(imported);
  CHECK_THAT(imported, Contains("graph.broadcast %0"));
  CHECK_THAT(imported, Contains("return %3, %1, %4"));
}

TEST_CASE("weights stay weights through Identity, Transpose and Reshape") {
  expect("float[2] x",
         "<float[2,3] w = {1, 2, 3, 4, 5, 6}, int64[1] s = {6}> { p = "
         "Identity(w) \n q = Transpose(p) \n r = Reshape(q, s) \n a = "
         "Expand(x, s) \n y = Add(r, x) }",
         {}, 20);
  std::string imported = importNode(
      "float[6] x",
      "<float[2,3] w = {1, 2, 3, 4, 5, 6}, int64[1] s = {6}> { p = Identity(w) "
      "\n q = Transpose(p) \n r = Reshape(q, s) \n y = Add(r, x) }");
  CHECK(imported.find("graph.transpose") == std::string::npos);
  CHECK(imported.find("graph.reshape") == std::string::npos);
  CHECK_THAT(imported, Contains("graph.constant"));
}

TEST_CASE("formulas of elementwise ops") {
  expect("float[4] x", "<float p = {3.0}> { y = Pow(x, p) }",
         {"graph.mul %arg0, %arg0", "graph.mul %0, %arg0"});
  expect("float[4] x", "<float p = {-0.5}> { y = Pow(x, p) }",
         {"graph.sqrt %arg0", "graph.reciprocal %0"});
  expect("float[4] x", "{ y = HardSwish(x) }",
         {"graph.mul", "graph.add", "graph.min", "graph.max", "graph.mul"});
  expect("float[4] x", "{ y = Cast<to = 7>(x) }",
         {"graph.cast %arg0 : (tensor<4xf32>) -> tensor<4xi64>",
          "graph.greater", "graph.sub"});
}

TEST_CASE("Resize by a whole number repeats, by another one gathers") {
  expect("float[1,2,4] x",
         "<float[3] s = {1.0, 1.0, 2.0}> { y = Resize<mode = \"nearest\", "
         "coordinate_transformation_mode = \"asymmetric\", nearest_mode = "
         "\"floor\">(x, \"\", s) }",
         {"graph.broadcast", "-> tensor<1x2x4x2xf32>", "-> tensor<1x2x8xf32>"});
  expect("float[1,2,4] x",
         "<int64[3] s = {1, 2, 6}> { y = Resize<mode = \"nearest\">(x, \"\", "
         "\"\", s) }",
         {"graph.gather", "axis = 2"});
}

TEST_CASE("Sin and Cos take whole turns off") {
  expect("float[2] a", "{ y = Sin(a) }",
         {"graph.abs %arg0", "graph.select", "graph.sin"});
  expect("float[2] a", "{ y = Cos(a) }", {"graph.select", "graph.sin"});
  expect("float16[2] a", "{ y = Sin(a) }", {"graph.sin %arg0"});
}

TEST_CASE("ScatterND") {
  expect("float[4,3] x, float[1,3] u",
         "<int64[1,1] i = {2}> { y = ScatterND(x, i, u) }",
         {"graph.concat", "graph.gather"});
  expect("float[4,3] x, int64[1,1] i, float[1,3] u",
         "{ y = ScatterND(x, i, u) }",
         {"graph.scatter", "axis = 0",
          "(tensor<4x3xf32>, tensor<1xi64>, tensor<1x3xf32>)"});
  expect("float[4,3] x, int64[2,2] i, float[2] u", "{ y = ScatterND(x, i, u) }",
         {"graph.gather", "graph.mul", "graph.scatter",
          "(tensor<12x1xf32>, tensor<2xi64>, tensor<2x1xf32>)"});
}

TEST_CASE("normalisations of channels") {
  expect("float[2,6,4,5] x, float[6] s, float[6] b",
         "{ y = InstanceNormalization(x, s, b) }",
         {"graph.layer_norm", "axis = 2", "tensor<2x6x20xf32>"});
  expect("float[2,6,4] x, float[6] s, float[6] b",
         "{ y = GroupNormalization<num_groups = 3>(x, s, b) }",
         {"graph.layer_norm", "tensor<2x3x8xf32>", "graph.mul", "graph.add"},
         21);
  expect("float[1,6,4] x", "{ y = LRN<size = 3>(x) }",
         {"graph.window", "kernel = [3, 1]", "graph.div"});
}
