//===- FunctionsTest.cpp - Model-local functions --------------------------===//
//
// Row I17 of docs/HostileModels.md and what inlining must get right: names,
// absent operands, attributes, opsets.
//
//===----------------------------------------------------------------------===//
#include "ImportHelpers.h"
#include <catch2/catch.hpp>

using Catch::Matchers::Contains;

static const std::string header =
    "<ir_version: 9, opset_import: [\"\" : 20, \"f\" : 1]>\n";
static const std::string domain =
    "<domain: \"f\", opset_import: [\"\" : 20, \"f\" : 1]>\n";

static onnx::ModelProto parse(const std::string &text) {
  onnx::ModelProto model;
  onnx::Common::Status status = onnx::OnnxParser::Parse(model, text.c_str());
  INFO(status.ErrorMessage());
  REQUIRE(status.IsOK());
  return model;
}

static void expect(const std::string &imported, const std::string &code,
                   const std::string &part = "") {
  INFO(imported);
  CHECK(codeOf(imported) == code);
  CHECK_THAT(imported, Contains(part));
}

/// A model whose graph is `y = <call>` and that has `functions`.
static onnx::ModelProto callModel(const std::string &call,
                                  const std::string &functions) {
  return parse(header + "g (float[2] x) => (float[2] y) { [call] y = " + call +
               " }\n" + functions);
}

TEST_CASE("nodes of functions know their path") {
  std::string imported = importModel(callModel(
      "f.a(x)", domain + "a (p) => (q) { r = f.b(p) \n q = Exp(r) }\n" +
                    domain + "b (p) => (q) { s = Relu(p) \n q = Tanh(s) }"));
  expect(imported, "ok", "\"0/0/0|Relu|");
  CHECK_THAT(imported, Contains("\"0/1|Exp|"));
}

TEST_CASE("I17: functions that call themselves, and 2^40 nodes") {
  expect(
      importModel(callModel("f.a(x)", domain + "a (p) => (q) { q = f.a(p) }")),
      "E1016", "function: a");
  expect(importModel(
             callModel("f.a(x)", domain + "a (p) => (q) { q = f.b(p) }\n" +
                                     domain + "b (p) => (q) { q = f.a(p) }")),
         "E1016");
  std::string chain; // each function calls the next twice
  for (int index = 0; index < 40; ++index) {
    std::string next = index == 39 ? "Relu" : "f.a" + std::to_string(index + 1);
    chain += domain + (index == 0 ? "a" : "a" + std::to_string(index)) +
             " (p) => (q) { r = " + next + "(p) \n q = " + next + "(r) }\n";
  }
  onnx::ModelProto model = callModel("f.a(x)", chain);
  expect(importModel(model), "E4002", "after inlining");
  onnx::FunctionProto &lowest = *model.mutable_functions(39); // without nodes
  lowest.clear_node();
  lowest.set_output(0, lowest.input(0));
  expect(importModel(model), "E4002", "after inlining");
}

TEST_CASE("I17: a standard operator comes before a function of its name") {
  std::string text = "<ir_version: 9, opset_import: [\"\" : 20]>\n g (float[2] "
                     "x) => (float[2] y) { [n] y = Relu(x) }\n"
                     "<domain: \"\", opset_import: [\"\" : 20]>\n"
                     "Relu (p) => (q) { q = Neg(p) }";
  for (const char *name : {"", "ai.onnx"}) {
    onnx::ModelProto model = parse(text);
    model.mutable_functions(0)->set_domain(name);
    std::string imported = importModel(model);
    expect(imported, "ok", "graph.relu");
    CHECK_THAT(imported, Contains("// warning: the function `Relu` is not "
                                  "called: `ai.onnx` has an operator"));
    CHECK(imported.find("graph.neg") == std::string::npos);
  }
  onnx::ModelProto model = parse(text); // no such operator in this opset
  model.mutable_functions(0)->set_name("Gelu");
  model.mutable_graph()->mutable_node(0)->set_op_type("Gelu");
  model.mutable_opset_import(0)->set_version(17);
  expect(importModel(model), "ok", "graph.neg");
}

TEST_CASE("a function's body reads nothing of the graph that calls it") {
  expect(importModel(callModel("f.a(x)",
                               domain + "a (p) => (q) { [in] q = Add(p, x) }")),
         "E1006", "function's body reads `x`");
  expect(
      importModel(callModel("f.a(x)", domain + "a (p) => (x) { r = Exp(p) }")),
      "E1006", "function's output is `x`");
  // A name of the graph inside a body is another one.
  expect(importModel(callModel(
             "f.a(x)", domain + "a (p) => (q) { x = Exp(p) \n q = Neg(x) }")),
         "ok", "graph.neg");
}

TEST_CASE("operands of a call") {
  std::string two = domain + "a (p, o) => (q) { q = Clip(p, o) }";
  expect(importModel(callModel("f.a(x, x, x)", two)), "E1003",
         "has 3 inputs, the function has 2 (node: call");
  expect(importModel(callModel("f.a(x, \"\", \"\")", two)), "ok");
  expect(importModel(callModel("f.a(x)", two)), "ok"); // Clip without a bound
  onnx::ModelProto model = callModel("f.a(x)", two);
  model.mutable_graph()->mutable_node(0)->add_output("z");
  expect(importModel(model), "E1003", "has 2 outputs, the function has 1");
}

TEST_CASE("attributes of a call") {
  std::string axis = "<domain: \"f\", opset_import: [\"\" : 20]>\n"
                     "a <axis> (p) => (q) { q = Softmax<axis = @axis>(p) }";
  expect(importModel(callModel("f.a<axis = 0>(x)", axis)), "ok", "axis = 0");
  expect(importModel(callModel("f.a(x)", axis)), "ok"); // Softmax's default
  expect(importModel(callModel("f.a<speed = 1>(x)", axis)), "E1004",
         "attribute: speed");
  expect(importModel(callModel("f.a<axis = 0, axis = 0>(x)", axis)), "E1004",
         "twice");
  onnx::ModelProto model = callModel("f.a<axis = 0>(x)", axis);
  model.mutable_functions(0)->clear_attribute();
  model.mutable_graph()->mutable_node(0)->clear_attribute();
  expect(importModel(model), "E1004", "refers to the attribute `axis`");
}

TEST_CASE("a function's output may be its input, or be named twice") {
  expect(importModel(callModel("f.a(x)", domain + "a (p) => (p) { }")), "ok",
         "graph.broadcast");
  std::string imported =
      importModel(parse(header +
                        "g (float[2] x) => (float[2] y, float[2] z) { y, z = "
                        "f.a(x) }\n" +
                        domain + "a (p) => (q, q) { q = Neg(p) }"));
  expect(imported, "ok", "graph.neg");
}

TEST_CASE("a function imports opsets of its own") {
  // Unsqueeze of opset 11 has an attribute, that of 13 an operand.
  std::string old = "<domain: \"f\", opset_import: [\"\" : 11]>\n"
                    "a (p) => (q) { q = Unsqueeze<axes = [0]>(p) }";
  onnx::ModelProto model = callModel("f.a(x)", old);
  expect(importModel(model), "ok", "tensor<1x2xf32>");
  model.mutable_functions(0)->mutable_opset_import(0)->set_version(1000);
  expect(importModel(model), "E2003", "the function uses opset 1000");
  model.mutable_functions(0)->mutable_opset_import(0)->set_version(0);
  expect(importModel(model), "E1002", "function: a");
  model.mutable_functions(0)->mutable_opset_import(0)->set_version(11);
  model.mutable_functions(0)->mutable_node(0)->set_op_type("Frobnicate");
  expect(importModel(model), "E2000", "`Frobnicate` (domain ai.onnx, opset 11");
}
