//===- ControlTest.cpp - Branches
//------------------------------------------===//
//
// If on a condition that is known: names, scopes, and what is unsupported in
// the branch that is taken.
//
//===----------------------------------------------------------------------===//
#include "ImportHelpers.h"
#include <catch2/catch.hpp>

using Catch::Matchers::Contains;

static void expect(const std::string &imported, const std::string &code,
                   const std::string &part = "") {
  INFO(imported);
  CHECK(codeOf(imported) == code);
  CHECK_THAT(imported, Contains(part));
}

/// y = x > 0 elements ? `yes` : `no`, in opset 20.
static std::string branch(const std::string &condition, const std::string &yes,
                          const std::string &no) {
  return importGraph(
      "g (float[2] x) => (float[2] y) <bool c = {" + condition +
      "}> { p = Exp(x) \n [choice] y = If <then_branch = t () => (float[2] a) "
      "{ " +
      yes + " }, else_branch = e () => (float[2] b) { " + no + " }> (c) }");
}

TEST_CASE("If takes the branch that is known") {
  expect(branch("1", "a = Relu(p)", "b = Neg(p)"), "ok", "graph.relu");
  expect(branch("0", "a = Relu(p)", "b = Neg(p)"), "ok", "graph.neg");
  expect(branch("1", "a = Relu(p)", "b = Neg(p)"), "ok", "\"1/then/0|Relu|\"");
  // The branch that is not taken may hold what Glia has not.
  expect(branch("1", "a = Relu(p)", "b = Frobnicate(p)"), "ok");
  std::string imported =
      branch("1", "q = Frobnicate(p) \n a = Relu(q)", "b = Neg(p)");
  expect(imported, "E2000", "`Frobnicate`");
  CHECK(imported.find('\n') == std::string::npos); // and nothing else
}

TEST_CASE("If on a condition of run time") {
  std::string graph =
      "g (float[2] x, bool c) => (float[2] y) { [n] y = If <then_branch = t () "
      "=> (float[2] a) { a = Relu(x) }, else_branch = e () => (float[2] b) { b "
      "= Neg(x) }> (c) }";
  expect(importGraph(graph), "E2002", "(node: n, op: If");
  glia::ImportOptions options;
  options.inputValues.push_back({"c", "", glia::ElementType::boolean, {}, {0}});
  expect(importGraph(graph, 20, options), "ok", "graph.neg");
}

TEST_CASE("I12, I13: names of subgraphs") {
  // A name in the branch hides the one outside, also behind the node.
  std::string imported = importGraph(
      "g (float[2] x) => (float[2] y, float[2] z) <bool c = {1}> { p = Exp(x) "
      "\n y = If <then_branch = t () => (float[2] p) { p = Relu(x) }, "
      "else_branch = e () => (float[2] b) { b = Neg(x) }> (c) \n z = Tanh(p) "
      "}");
  expect(imported, "ok", "graph.tanh %0");
  // What a branch reads is made before the node, wherever it stands.
  expect(
      importGraph("g (float[2] x) => (float[2] y) <bool c = {1}> { y = If "
                  "<then_branch = t () => (float[2] a) { a = Relu(q) }, "
                  "else_branch = e () => (float[2] b) { b = Neg(q) }> (c) \n "
                  "q = Exp(x) }"),
      "ok", "graph.relu");
  expect(branch("1", "a = Relu(nothing)", "b = Neg(p)"), "E1006", "`nothing`");
  expect(branch("1", "a = Add(p, a)", "b = Neg(p)"), "E1007", "cycle");
  expect(branch("1", "a = Exp(p) \n a = Neg(p)", "b = Neg(p)"), "E1005");
}

TEST_CASE("I35: branches have the node's outputs") {
  onnx::ModelProto model = parseModel(
      "g (float[2] x) => (float[2] y) <bool c = {1}> { y = If <then_branch = t "
      "() => (float[2] a) { a = Relu(x) }, else_branch = e () => (float[2] b) "
      "{ b = Neg(x) }> (c) }");
  onnx::NodeProto *node = model.mutable_graph()->mutable_node(0);
  for (onnx::AttributeProto &attribute : *node->mutable_attribute())
    if (attribute.name() == "else_branch")
      attribute.mutable_g()->add_output()->set_name("b");
  expect(importModel(model), "E1003", "has 2 outputs, expects 1");
}
