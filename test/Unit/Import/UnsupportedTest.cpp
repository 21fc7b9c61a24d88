//===- UnsupportedTest.cpp - What Glia lacks, and odd legal models --------===//
//
// All that is unsupported is found by the importer and reported together;
// what is legal, however odd, is read.
//
//===----------------------------------------------------------------------===//
#include "ImportHelpers.h"
#include <algorithm>
#include <catch2/catch.hpp>

using Catch::Matchers::Contains;

static void expect(const std::string &imported, const std::string &code,
                   const std::string &part = "") {
  INFO(imported);
  CHECK(codeOf(imported) == code);
  CHECK_THAT(imported, Contains(part));
}

TEST_CASE("element types without a kernel name the node") {
  for (const char *body :
       {"[n] y = Softmax(x)", "[n] y = MatMul(x, x)", "[n] y = Conv(x, x)",
        "[n] y = MaxPool<kernel_shape = [1, 1]>(x)", "[n] y = ReduceSum(x)",
        "[n] y = ReduceMax(x)", "[n] y = GlobalAveragePool(x)",
        "[n] y = LayerNormalization(x, x)", "[n] y = ReduceMean(x)",
        "[n] y = AveragePool<kernel_shape = [1, 1]>(x)"})
    expect(importGraph(std::string("g (float16[1,1,1,1] x) => (float16 y) { ") +
                       body + " }"),
           "E2001", "takes elements of type f16, expects f32");
  expect(importGraph("g (float16[2,3] x) => (float16 y) { [n] y = "
                     "Gemm<transB = 1>(x, x) }"),
         "E2001", "(node: n, op: Gemm");
  expect(importGraph("g (float16[2,3] x, float16[3] s) => (float16 y) { [n] y "
                     "= BatchNormalization(x, s, s, s, s) }"),
         "E2001", "(node: n, op: BatchNormalization");
  expect(importGraph("g (int8[2] x) => (int8 y) { [n] y = ReduceMax(x) }"),
         "E2001", "takes elements of type i8, expects f32, i32 or i64");
  expect(importGraph("g (uint8[2] x) => (uint8 y) { [n] y = ReduceMin(x) }"),
         "E2001", "op: ReduceMin");
  expect(importGraph("g (int64[2] x) => (int64 y) { y = ReduceMax(x) }"), "ok");
}

TEST_CASE("all that is unsupported is reported together") {
  std::string imported = importGraph(
      "g (float[2] x, double[2] d, float16[2,2] h, int64[1] k) => (float[2] y, "
      "float16[2,2] z) { [a] p = Reshape(x, k) \n [b] q = Foo(p) \n "
      "[c] r = Reshape(x, k) \n [e] s = Softmax(h) \n "
      "[f] z = Softmax(h) \n [g] t = Exp(d) \n [i] y = Add(q, r) }");
  INFO(imported);
  CHECK(std::count(imported.begin(), imported.end(), '\n') == 3);
  CHECK_THAT(imported, Contains("GLIA-E2000: 1 operator is not supported: "
                                "`Foo`"));
  CHECK_THAT(imported, Contains("GLIA-E2001: the input `d`"));
  CHECK_THAT(imported, Contains("(nodes: a, c, op: Reshape"));
  CHECK_THAT(imported, Contains("(nodes: e, f, op: Softmax"));
}

TEST_CASE("a long list of nodes is cut") {
  std::string body;
  for (int index = 0; index < 20; ++index)
    body += "y" + std::to_string(index) + " = Softmax(x) \n ";
  expect(importGraph("g (float16[2] x) => (float16 y) { " + body +
                     "y = Identity(x) }"),
         "E2001", "#7 and 12 more, op: Softmax");
}

TEST_CASE("unsupported operators come before a shape that is missing") {
  expect(importGraph("g (float[n] x) => (float y) { y = Foo(x) }"), "E2000");
}

TEST_CASE("empty operands at the end are absent") {
  expect(importGraph("g (float[2] x) => (float[2] y) { y = Relu(x, \"\") }"),
         "ok", "graph.relu");
}

TEST_CASE("I38: value_info is checked") {
  auto import = [](int type, int64_t extent, bool strict) {
    onnx::ModelProto model = parseModel("g (float[2] x) => (float[2] y) { t = "
                                        "Relu(x) \n y = Relu(t) }");
    onnx::ValueInfoProto *info = model.mutable_graph()->add_value_info();
    info->set_name("t");
    onnx::TypeProto::Tensor *tensor =
        info->mutable_type()->mutable_tensor_type();
    tensor->set_elem_type(type);
    tensor->mutable_shape()->add_dim()->set_dim_value(extent);
    glia::ImportOptions options;
    options.strict = strict;
    return importModel(model, options);
  };
  const int f32 = onnx::TensorProto::FLOAT, i64 = onnx::TensorProto::INT64;
  expect(import(f32, 2, true), "ok");
  expect(import(i64, 2, false), "E1015",
         "the tensor `t` is declared as int64 and computed as f32");
  expect(import(f32, 3, false), "ok",
         "// warning: the tensor `t` is declared with another shape");
  expect(import(f32, 3, true), "E1015", "the tensor `t`");
}

TEST_CASE("I14: an output that is named twice is there once") {
  onnx::ModelProto model =
      parseModel("g (float[2] x) => (float[2] y) { y = Relu(x) }");
  *model.mutable_graph()->add_output() = model.graph().output(0);
  expect(importModel(model), "ok",
         "// warning: the model names the output `y`");
}

TEST_CASE("I36: names that are not text are escaped") {
  onnx::ModelProto model =
      parseModel("g (float[2] x) => (float[2] y) { y = Relu(x) }");
  onnx::GraphProto &graph = *model.mutable_graph();
  const std::string input = "a\xff", output = std::string("b\0c", 3);
  graph.mutable_input(0)->set_name(input);
  graph.mutable_node(0)->set_input(0, input);
  graph.mutable_node(0)->set_output(0, output);
  graph.mutable_output(0)->set_name(output);
  std::string imported = importModel(model);
  expect(imported, "ok", "// warning: 2 names");
  CHECK_THAT(imported, Contains(R"("a\\xFF")")); // as MLIR prints it
  CHECK_THAT(imported, Contains(R"("b\\x00c")"));
}

TEST_CASE("I18: the dimensions beside an empty one have a limit") {
  expect(importGraph("g (float[4294967296,4294967296,0] x) => (float y) { y = "
                     "Relu(x) }"),
         "E4004");
  expect(importGraph("g (float[0,5] x) => (float y) { y = Relu(x) }"), "ok");
}

TEST_CASE("Gemm with beta 0 does not read C") {
  std::string imported =
      importGraph("g (float[2,2] x, float[2,2] c) => (float[2,2] y) { y = "
                  "Gemm<beta = 0.0>(x, x, c) }");
  expect(imported, "ok", "graph.contract");
  CHECK(imported.find("graph.add") == std::string::npos);
  CHECK(imported.find("graph.mul") == std::string::npos);
}

TEST_CASE("auto_pad and pads exclude each other") {
  expect(importGraph("g (float[1,1,3,3] x, float[1,1,3,3] w) => (float y) { y "
                     "= Conv<auto_pad = \"SAME_UPPER\", pads = [1, 1, 1, 1]>"
                     "(x, w) }"),
         "E1004", "attribute: pads");
}

TEST_CASE("empty operands of convolution and global pooling") {
  std::string imported = importGraph(
      "g (float[1,0,5,5] x, float[4,0,3,3] w, float[4] b) => (float[1,4,3,3] "
      "y) { y = Conv(x, w, b) }");
  expect(imported, "ok", "graph.add");
  CHECK(imported.find("graph.convolution") == std::string::npos);
  expect(importGraph("g (float[0,2,3,3] x) => (float[0,2,1,1] y) { y = "
                     "GlobalMaxPool(x) }"),
         "ok", "graph.reduce");
}
