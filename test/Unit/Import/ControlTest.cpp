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
  expect(importGraph(graph), "ok", "graph.select %arg1");
  glia::ImportOptions options;
  options.inputValues.push_back({"c", "", glia::ElementType::boolean, {}, {0}});
  std::string chosen = importGraph(graph, 20, options);
  expect(chosen, "ok", "graph.neg");
  CHECK_THAT(chosen, !Contains("graph.relu"));
  auto with = [](const std::string &no) {
    return importGraph("g (float[2] x, bool c) => (float[2] y) { [n] y = If "
                       "<then_branch = t () => (float[2] a) { a = Relu(x) }, "
                       "else_branch = e () => (float[2] b) { " +
                       no + " }> (c) }");
  };
  expect(with("b = Concat<axis = 0>(x, x)"), "E2002",
         "branches that give the shapes 2 and 4");
  expect(with("b = Cast<to = 7>(x)"), "E1015", "of types f32 and i64");
  expect(with("b = Frobnicate(x)"), "E2000", "`Frobnicate`");
}

/// y = Loop over a body that adds x; `count` and `condition` as declared.
static std::string loop(const std::string &inputs, const std::string &known,
                        const std::string &next = "d = Identity(c)") {
  return importGraph("g (float[2] x" + inputs + ") => (float[2] y) <" + known +
                     "> { y = Loop <body = b (int64 i, bool c, float[2] v) => "
                     "(bool d, float[2] w) { w = Add(v, x) \n " +
                     next + " }> (m, k, x) }");
}

TEST_CASE("Loop and Scan are unrolled") {
  auto count = [](const std::string &text, llvm::StringRef part) {
    return llvm::StringRef(text).count(part);
  };
  std::string three = loop("", "int64 m = {3}, bool k = {1}");
  expect(three, "ok");
  CHECK(count(three, "graph.add") == 3);
  expect(loop("", "int64 m = {3}, bool k = {0}"), "ok");
  CHECK(count(loop("", "int64 m = {3}, bool k = {0}"), "graph.add") == 0);
  // What has ended keeps its values.
  std::string until = loop(", bool k", "int64 m = {3}");
  expect(until, "ok", "graph.select");
  CHECK(count(until, "graph.select") == 3);
  expect(loop(", int64 m", "bool k = {1}"), "E2002", "known when compiling");
  expect(loop("", "int64 m = {5000}, bool k = {1}"), "E2002",
         "expects at most 4096");
  std::string scan = importGraph(
      "g (float[2] a, float[3,2] x) => (float[2] z, float[3,2] y) { z, y = "
      "Scan <num_scan_inputs = 1, body = b (float[2] s, float[2] e) => "
      "(float[2] t, float[2] o) { t = Add(s, e) \n o = Neg(t) }> (a, x) }");
  expect(scan, "ok", "graph.concat");
  CHECK(count(scan, "graph.add") == 3);
  expect(importGraph("g (float[2] a, float[3,2] x) => (float[2] z) { z = Scan "
                     "<num_scan_inputs = 3, body = b (float[2] s, float[2] e) "
                     "=> (float[2] t) { t = Add(s, e) }> (a, x) }"),
         "E1003", "num_scan_inputs");
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
