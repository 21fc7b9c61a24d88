//===- HostileGraphsTest.cpp - Graphs that break or bend the rules --------===//
//
// Rows of docs/HostileModels.md about graphs, subgraphs, names and what a
// model holds beside them. The other rows stand in the tests of what they are
// about; test/Import/every-row-has-a-test.test finds all of them.
//
//===----------------------------------------------------------------------===//
#include "ImportHelpers.h"
#include <catch2/catch.hpp>

using Catch::Matchers::Contains;

static const std::string reluGraph =
    "g (float[2,3] x) => (float[2,3] y) { y = Relu(x) }";

static void expect(const std::string &imported, const std::string &code,
                   const std::string &part = "") {
  INFO(imported);
  CHECK(codeOf(imported) == code);
  CHECK_THAT(imported, Contains(part));
  CHECK(imported.size() <= (64 << 10));
}

TEST_CASE("I6, I14: outputs that no node makes are copies") {
  onnx::ModelProto model = parseModel(reluGraph);
  model.mutable_graph()->clear_node();
  model.mutable_graph()->mutable_output(0)->set_name("x");
  expect(importModel(model), "ok", "graph.broadcast");
  expect(importGraph("g () => (float[2] w) <float[2] w = {1, 2}> { }"), "ok",
         "graph.broadcast");
  expect(importGraph("g (float[2] x) => (float[2] x, float[2] y) { y = Relu(x) "
                     "}"),
         "ok", "graph.broadcast");
}

TEST_CASE("I8: models before IR 3 use the first opset") {
  onnx::ModelProto model =
      parseModel("g (float[2] x) => (float[2] y) { y = Identity(x) }");
  model.clear_opset_import();
  model.set_ir_version(2);
  expect(importModel(model), "ok", "graph.broadcast");
}

TEST_CASE("I12: a subgraph's name that hides another is said") {
  std::string graph =
      "g (float[2] x) => (float[2] y) <bool c = {1}> { p = Exp(x) \n [n] y = "
      "If <then_branch = t () => (float[2] p) { p = Relu(x) }, else_branch = e "
      "() => (float[2] b) { b = Neg(x) }> (c) }";
  expect(importGraph(graph), "ok",
         "// warning: `n` has a subgraph whose `p` hides that of a graph");
  glia::ImportOptions strict;
  strict.strict = true;
  expect(importGraph(graph, 20, strict), "E1005", "node: n");
}

/// A graph whose node is If, both of whose branches are `depth - 1` deep.
static onnx::GraphProto nested(unsigned depth, bool twice) {
  onnx::ModelProto model = parseModel(
      depth == 0
          ? "g () => (float[2] y) { y = Relu(x) }"
          : "g () => (float[2] y) <bool c = {1}> { y = If <then_branch = t () "
            "=> (float[2] a) { a = Relu(x) }, else_branch = e () => (float[2] "
            "a) { a = Relu(x) }> (c) }");
  if (depth > 0) {
    onnx::NodeProto &node = *model.mutable_graph()->mutable_node(0);
    *node.mutable_attribute(0)->mutable_g() = nested(depth - 1, twice);
    if (twice)
      *node.mutable_attribute(1)->mutable_g() = node.attribute(0).g();
  }
  return model.graph();
}

TEST_CASE("I16: subgraphs are nested 32 deep at most") {
  auto import = [](unsigned depth, bool twice) {
    onnx::ModelProto model =
        parseModel("g (float[2] x) => (float[2] y) { y = Relu(x) }");
    onnx::ValueInfoProto input = model.graph().input(0);
    *model.mutable_graph() = nested(depth, twice);
    *model.mutable_graph()->add_input() = input;
    return importModel(model);
  };
  expect(import(32, false), "ok", "graph.relu");
  expect(import(33, false), "E4001", "");
  expect(import(10, true), "ok", "graph.relu"); // 2 * 2^10 branches
}

TEST_CASE("I16: functions do not add to the nesting of subgraphs") {
  // Each function has its call in a branch.
  std::string branch =
      "(p) => (q) { c = Constant<value = bool {1}>() \n q = If <then_branch = "
      "t () => (float[2] a) { a = CALL(p) }, else_branch = e () => (float[2] "
      "b) { b = Neg(p) }> (c) }\n";
  auto import = [&](int depth) {
    std::string text = "<ir_version: 9, opset_import: [\"\" : 20, \"f\" : 1]>\n"
                       "g (float[2] x) => (float[2] y) { y = f.a0(x) }\n";
    for (int index = 0; index < depth; ++index) {
      std::string body = branch, next = index + 1 == depth
                                            ? "Relu"
                                            : "f.a" + std::to_string(index + 1);
      body.replace(body.find("CALL"), 4, next);
      text += "<domain: \"f\", opset_import: [\"\" : 20, \"f\" : 1]>\na" +
              std::to_string(index) + " " + body;
    }
    onnx::ModelProto model;
    onnx::Common::Status status = onnx::OnnxParser::Parse(model, text.c_str());
    INFO(status.ErrorMessage());
    REQUIRE(status.IsOK());
    return importModel(model);
  };
  expect(import(32), "ok", "graph.relu");
  expect(import(33), "E4001", "subgraphs are nested deeper than 32");
  expect(import(99), "E4001");
}

TEST_CASE("I31: what Glia has no operator for is unsupported as such") {
  expect(importGraph("g (float[2,2] x) => (float y) { y = Einsum<equation = "
                     "\"->,,\">(x) }"),
         "E2000", "`Einsum`");
}

/// A graph of a Loop; its body has the node that makes `q` of `p`.
static std::string loop(const std::string &operands, const std::string &body) {
  return "g (float[2] x) => (float[2] y) <int64 most = {9223372036854775807}, "
         "int64 many = {4096}, int64 two = {2}, int64 none = {0}, bool yes = "
         "{1}, bool[2] both = {1, 1}> { [n] y = Loop<body = b (int64 i, bool "
         "k, float[2] p) => (bool k2, float[2] q) { k2 = Identity(k) \n " +
         body + " }>(" + operands + ", x) }";
}

TEST_CASE("I34: iterations") {
  expect(importGraph(loop("most, yes", "q = Relu(p)")), "E2002",
         "at most 4096");
  expect(importGraph(loop("\"\", yes", "q = Relu(p)")), "E2002",
         "at most 4096");
  expect(importGraph(loop("two, \"\"", "q = Relu(p)")), "ok", "graph.relu");
  expect(importGraph(loop("none, yes", "q = Relu(p)")), "ok",
         "graph.broadcast");
  expect(importGraph(loop("two, both", "q = Relu(p)")), "E1009", "one bool");
  expect(importGraph("g (float[2] x) => (float[2] y) { [n] y = Scan<body = b "
                     "(float p) => (float q) { q = Relu(p) }, num_scan_inputs "
                     "= 1, scan_input_directions = [0, 1]>(x) }"),
         "E1004", "scan_input_directions");
  // 4096^3 nodes, and as many copies of a constant.
  std::string inner = "q = Relu(p)";
  for (const char *name : {"a", "b"})
    inner = std::string("q = Loop<body = ") + name +
            " (int64 i1, bool k1, float[2] p) => (bool k3, float[2] q) { k3 = "
            "Identity(k1) \n " +
            inner + " }>(many, yes, p)";
  glia::ImportOptions options;
  options.limits.nodes = 5000; // quick
  expect(importGraph(loop("many, yes", inner), 20, options), "E4002",
         "more than 5000 nodes");
  options = {};
  options.limits.foldedTotalBytes = 1000;
  expect(importGraph(loop("many, yes",
                          "c = Constant<value_floats = [1.0, 2.0]>() \n w = "
                          "Constant<value = float[2] {1, 2}>() \n q = Add(p, "
                          "w)"),
                     20, options),
         "E4005", "the constants of the model's loops");
}

TEST_CASE("I34: a body that names a value as the graph around it does") {
  expect(importGraph("g (float[3,2] x, float[2] s) => (float[2] y, float[3,2] "
                     "z) { y, z = Scan<body = b (float[2] s, float[2] x) => "
                     "(float[2] t, float[2] u) { t = Add(s, x) \n u = "
                     "Identity(t) }, num_scan_inputs = 1>(s, x) }"),
         "ok", "graph.concat");
}

TEST_CASE("I35: branches declare the same types") {
  auto branches = [](const std::string &otherType) {
    return "g (float[2] x) => (float[2] y) <bool c = {1}> { [n] y = If "
           "<then_branch = t () => (float[2] a) { a = Relu(x) }, else_branch = "
           "e () => (" +
           otherType + "[3] b) { b = Neg(x) }> (c) }";
  };
  expect(importGraph(branches("int64")), "E1015", "as float and as int64");
  expect(importGraph(branches("float")), "ok"); // other shapes are legal
}

TEST_CASE("I36: names are what they like to be") {
  for (const std::string &name :
       {std::string("a.b"), std::string("../../x"), std::string("%s%n"),
        std::string("\"; rm -rf"), std::string("tensor<2xf32>"),
        std::string("func.func"), std::string("\xF0\x9F\x90\x9F"),
        std::string(64 << 10, 'n')}) {
    onnx::ModelProto model = parseModel(
        "g (float[2] x) => (float[2] y) { t = Relu(x) \n y = Neg(t) }");
    onnx::GraphProto &graph = *model.mutable_graph();
    graph.mutable_node(0)->set_output(0, name);
    graph.mutable_node(1)->set_input(0, name);
    graph.mutable_node(0)->set_name(name);
    std::string imported = importModel(model);
    INFO(imported.substr(0, 2000));
    CHECK(codeOf(imported) == "ok");
  }
  // Two names that a tool might make one of.
  expect(importGraph("g (float[2] x) => (float[2] y) { a_b = Relu(x) \n y = "
                     "Neg(a_b) }"),
         "ok");
  onnx::ModelProto model = parseModel(reluGraph);
  model.mutable_graph()->mutable_node(0)->set_name(
      std::string((64 << 10) + 1, 'n'));
  expect(importModel(model), "E4003", "65537");
}

TEST_CASE("I37: metadata and documentation are passed over") {
  onnx::ModelProto model = parseModel(reluGraph);
  for (int index = 0; index < 1000000; ++index)
    model.add_metadata_props()->set_key("k");
  model.set_doc_string(std::string(16 << 20, 'd'));
  model.mutable_graph()->set_doc_string(std::string(16 << 20, 'd'));
  expect(importModel(model), "ok", "graph.relu");
}

TEST_CASE("I39: names and numbers of dimensions") {
  // "1" as a name is a name; 0 is a number.
  onnx::ModelProto model =
      parseModel("g (float[n] x) => (float y) { y = Relu(x) }");
  onnx::TensorShapeProto::Dimension *dim = model.mutable_graph()
                                               ->mutable_input(0)
                                               ->mutable_type()
                                               ->mutable_tensor_type()
                                               ->mutable_shape()
                                               ->mutable_dim(0);
  dim->set_dim_param("1");
  expect(importModel(model), "E1010", "`1` of `x`");
  dim->set_dim_value(0);
  expect(importModel(model), "ok", "tensor<0xf32>");
  dim->set_dim_value(-7);
  expect(importModel(model), "E1009", "the dimension -7");
}

TEST_CASE("I39: a million dimensions without numbers are a short message") {
  onnx::ModelProto model =
      parseModel("g (float[n] x) => (float y) { y = Relu(x) }");
  onnx::TensorShapeProto &shape = *model.mutable_graph()
                                       ->mutable_input(0)
                                       ->mutable_type()
                                       ->mutable_tensor_type()
                                       ->mutable_shape();
  for (int index = 0; index < 200000; ++index)
    shape.add_dim()->set_dim_param("n" + std::to_string(index));
  expect(importModel(model), "E1010", "`n0` of `x`, `n1` of `x`");
}

TEST_CASE("I40: inputs that are no tensors, and what beside the graph is") {
  for (const char *type : {"seq(float[2])", "map(int64, float[2])",
                           "optional(float[2])", "sparse_tensor(float[2])"})
    expect(importGraph(std::string("g (") + type +
                       " s, float[2] x) => (float[2] y) { y = Relu(x) }"),
           "E2004", "the input `s`");
  onnx::ModelProto model = parseModel(reluGraph);
  model.add_training_info();
  onnx::TensorAnnotation *annotation =
      model.mutable_graph()->add_quantization_annotation();
  annotation->set_tensor_name("x");
  std::string imported = importModel(model);
  expect(imported, "ok", "// warning: the model's training information");
  expect(imported, "ok", "// warning: the model's annotations of quant");
}

TEST_CASE("I41: an input's initializer is what the input says") {
  std::string rest = "float[2] x) => (float[2] y) <float[2] w = {1, 2}> { y = "
                     "Add(x, w) }";
  expect(importGraph("g (float[2] w, " + rest), "ok");
  expect(importGraph("g (float[n] w, " + rest), "ok");
  expect(importGraph("g (float[3] w, " + rest), "E1008", "the input `w`");
  expect(importGraph("g (float[2,1] w, " + rest), "E1008", "the input `w`");
  expect(importGraph("g (int64[2] w, " + rest), "E1008",
         "declared as int64, its initializer is float");
}

TEST_CASE("a million warnings are a few") {
  onnx::ModelProto model = parseModel(reluGraph);
  model.mutable_graph()->clear_output();
  for (int index = 0; index < 1000; ++index) {
    std::string name = "y" + std::to_string(index);
    onnx::NodeProto &node = *model.mutable_graph()->add_node();
    node.set_op_type("Relu");
    node.add_input("x");
    node.add_output(name);
    onnx::ValueInfoProto &output = *model.mutable_graph()->add_output();
    output = model.graph().input(0);
    output.set_name(name);
    output.mutable_type()
        ->mutable_tensor_type()
        ->mutable_shape()
        ->mutable_dim(0)
        ->set_dim_value(9);
  }
  std::string imported = importModel(model);
  CHECK(codeOf(imported) == "ok");
  CHECK_THAT(imported, Contains("// warning: and 936 more warnings"));
}
