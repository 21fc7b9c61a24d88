//===- ErrorsTest.cpp - Models that are refused ---------------------------===//
//
// Rows I6 to I41 of docs/HostileModels.md that the importer decides: each gives
// its code and names what it is about.
//
//===----------------------------------------------------------------------===//
#include "ImportHelpers.h"
#include <catch2/catch.hpp>

using Catch::Matchers::Contains;

static const std::string reluGraph =
    "g (float[2,3] x) => (float[2,3] y) { y = Relu(x) }";

/// The graph must give `code`, and the message must have `part` in it.
static void expect(const std::string &imported, const std::string &code,
                   const std::string &part = "") {
  INFO(imported);
  CHECK(codeOf(imported) == code);
  CHECK_THAT(imported, Contains(part));
  if (code == "ok")
    return;
  // One line per error, each with its code.
  llvm::SmallVector<llvm::StringRef> lines;
  llvm::StringRef(imported).split(lines, '\n', -1, /*KeepEmpty=*/false);
  for (llvm::StringRef line : lines)
    CHECK(line.contains("GLIA-E"));
}

TEST_CASE("I6: no graph, no outputs") {
  onnx::ModelProto model = parseModel(reluGraph);
  model.clear_graph();
  expect(importModel(model), "E1000");
  model = parseModel(reluGraph);
  model.mutable_graph()->clear_output();
  expect(importModel(model), "E1000");
}

TEST_CASE("I7: IR version") {
  onnx::ModelProto model = parseModel(reluGraph);
  model.clear_ir_version();
  expect(importModel(model), "E1001", "states no ir_version");
  model.set_ir_version(0);
  expect(importModel(model), "E1001", "ir_version 0");
  model.set_ir_version(INT64_MIN);
  expect(importModel(model), "E1001");
  model.set_ir_version(99);
  expect(importModel(model), "ok", "// warning: model IR 99, newest known");
  glia::ImportOptions strict;
  strict.strict = true;
  expect(importModel(model, strict), "E1001", "model IR 99");
}

TEST_CASE("I8: opset imports") {
  onnx::ModelProto model = parseModel(reluGraph);
  model.clear_opset_import();
  expect(importModel(model), "E1002");
  model = parseModel(reluGraph);
  onnx::OperatorSetIdProto *second = model.add_opset_import();
  second->set_domain("ai.onnx");
  second->set_version(19);
  expect(importModel(model), "E1002", "opset 20 and opset 19");
  second->set_version(20);
  expect(importModel(model), "ok");
  for (int64_t version : {int64_t(0), int64_t(-1)}) {
    model = parseModel(reluGraph);
    model.mutable_opset_import(0)->set_version(version);
    expect(importModel(model), "E1002", "expects at least 1");
  }
  model.mutable_opset_import(0)->set_version(1000000000);
  expect(importModel(model), "E2003", "newest known is");
  model = parseModel(reluGraph);
  onnx::OperatorSetIdProto *unknown = model.add_opset_import();
  unknown->set_domain("com.example");
  unknown->set_version(3);
  expect(importModel(model), "ok"); // nothing uses it
}

TEST_CASE("I9: all unsupported operators at once") {
  std::string imported = importGraph(
      "g (float[2] x) => (float[2] y) { a = Frobnicate(x) \n b = Gelu(a) \n "
      "[other] c = com.example.Widget(b) \n y = Frobnicate(c) }",
      17);
  expect(imported, "E2000", "3 operators are not supported");
  CHECK_THAT(imported,
             Contains("`Frobnicate` (domain ai.onnx, opset 17; 2 nodes)"));
  CHECK_THAT(
      imported,
      Contains(
          "`Gelu` (domain ai.onnx, opset 17, which does not have it; 1 node)"));
  CHECK_THAT(imported, Contains("`Widget` (domain com.example, which the model "
                                "does not import; 1 node)"));
  CHECK_THAT(imported, Contains("other"));
}

TEST_CASE("I10: operands and attributes") {
  expect(importGraph("g (float[2] x) => (float[2] y) { [n] y = Add(x) }"),
         "E1003", "node: n, op: Add, domain: ai.onnx, opset: 20");
  expect(importGraph("g (float[2] x) => (float[2] y) { y = Relu(x, x) }"),
         "E1003", "expects 1");
  expect(importGraph("g (float[2] x) => (float[2] y) { y, z = Relu(x) }"),
         "E1003", "outputs");
  for (const char *operands : {"x, \"\"", "\"\", x"})
    expect(importGraph(std::string("g (float[2] x) => (float[2] y) { y = "
                                   "Concat<axis = 0>(") +
                       operands + ") }"),
           "E1003", "`inputs` empty");
  expect(
      importGraph("g (float[2,2] x) => (float[2,2] y) { y = MatMul(\"\", x) }"),
      "E1003", "`A` empty");
  expect(
      importGraph("g (float[2] x) => (float[2] y) { y = Cast<to = 1.5>(x) }"),
      "E1004", "is a float, expects an int");
  expect(importGraph("g (float[2] x) => (float[2] y) { y = Cast(x) }"), "E1004",
         "attribute: to");
  expect(
      importGraph("g (float[2] x) => (float[2] y) { y = Relu<speed = 1>(x) }"),
      "E1004", "attribute: speed");
  expect(importGraph("g (float[2] x) => (float[2] y) { y = Softmax<axis = 0, "
                     "axis = 0>(x) }"),
         "E1004", "twice");
  onnx::ModelProto model =
      parseModel("g (float[2] x) => (float[2] y) { y = Softmax<axis = 0>(x) }");
  model.mutable_graph()
      ->mutable_node(0)
      ->mutable_attribute(0)
      ->set_ref_attr_name("axis");
  expect(importModel(model), "E1004", "outside one");
}

TEST_CASE("I11: cycles and order") {
  expect(importGraph("g (float[2] x) => (float[2] y) { [a] p = Add(x, q) \n "
                     "[b] q = Relu(p) \n y = Relu(q) }"),
         "E1007", "cycle");
  expect(importGraph("g (float[2] x) => (float[2] y) { [a] y = Add(x, y) }"),
         "E1007", "`a`");
  std::string unsorted = "g (float[2] x) => (float[2] y) { [late] y = Relu(p) "
                         "\n [early] p = Exp(x) }";
  expect(importGraph(unsorted), "ok",
         "warning: the nodes are not sorted (`late`");
  glia::ImportOptions strict;
  strict.strict = true;
  expect(importGraph(unsorted, 20, strict), "E1013", "node: late");
}

TEST_CASE("I12, I13: names") {
  expect(
      importGraph(
          "g (float[2] x) => (float[2] y) { y = Relu(x) \n [n] y = Exp(x) }"),
      "E1005", "`y`");
  expect(importGraph("g (float[2] x) => (float[2] y) <float[2] w = {1, 2}> { y "
                     "= Add(x, w) \n w = Relu(x) }"),
         "E1005", "`w`");
  expect(importGraph("g (float[2] x) => (float[2] x) { x = Relu(x) }"), "E1005",
         "`x`");
  expect(
      importGraph("g (float[2] x) => (float[2] y) { [n] y = Add(x, nothing) }"),
      "E1006", "`nothing`");
  expect(importGraph("g (float[2] x) => (float[2] z) { y = Relu(x) }"), "E1006",
         "`z`");
  onnx::ModelProto model = parseModel(reluGraph);
  *model.mutable_graph()->add_input() = model.graph().input(0);
  expect(importModel(model), "E1005", "input twice");
}

TEST_CASE("I15: a million nodes in a chain need no recursion") {
  onnx::ModelProto model = parseModel(reluGraph);
  onnx::NodeProto node = model.graph().node(0);
  constexpr int count = 20000;
  model.mutable_graph()->mutable_node()->Clear();
  for (int index = count;
       index-- > 0;) { // the last one first: sorting has to work
    node.set_input(0, index == 0 ? "x" : "v" + std::to_string(index));
    node.set_output(0,
                    index == count - 1 ? "y" : "v" + std::to_string(index + 1));
    *model.mutable_graph()->add_node() = node;
  }
  expect(importModel(model), "ok", "not sorted");
  glia::ImportOptions options;
  options.limits.nodes = count - 1;
  expect(importModel(model, options), "E4002");
}

TEST_CASE("I18, I19, I20: stored tensors") {
  onnx::ModelProto model = parseModel(
      "g (float[2] x) => (float[2] y) <float[2] w = {1, 2}> { y = Add(x, w) }");
  onnx::TensorProto &weights = *model.mutable_graph()->mutable_initializer(0),
                    good = weights;
  weights.set_dims(0, -1);
  expect(importModel(model), "E1008", "tensor: w");
  weights.set_dims(0, 3);
  expect(importModel(model), "E1008",
         "has 8 bytes of data, expects 12 for 3 elements of f32");
  weights = good;
  for (int index = 0; index < 4; ++index)
    weights.add_dims(int64_t(1) << 62);
  expect(importModel(model), "E4004");
  weights = good;
  for (int index = 0; index < 20; ++index)
    weights.add_dims(1);
  expect(importModel(model), "E4004", "rank 21");
  weights = good;
  weights.set_raw_data("abcdefgh");
  expect(importModel(model), "E1008", "2 fields");
  weights = good;
  weights.set_data_type(onnx::TensorProto::INT64);
  expect(importModel(model), "E1008");
  for (int type : {0, 99}) {
    weights.set_data_type(type);
    expect(importModel(model), "E1008", "data type");
  }
  weights = good;
  weights.clear_float_data();
  weights.set_data_type(onnx::TensorProto::FLOAT16);
  weights.add_int32_data(65536);
  weights.add_int32_data(0);
  expect(importModel(model), "E1008", "65536");
  weights.clear_int32_data();
  weights.set_data_type(onnx::TensorProto::DOUBLE);
  weights.add_double_data(1);
  weights.add_double_data(2);
  expect(importModel(model), "E2001", "double");
}

TEST_CASE("I26 to I33: shapes and attributes that don't fit") {
  auto bad = [](const std::string &body, const std::string &code = "E1009") {
    INFO(body);
    expect(importGraph("g (float[2,3,4] x) => (float y) <int64[1] zero = {0}, "
                       "int64[1] one = {1}, int64[2] pair = {1, 1}, int64[1] "
                       "many = {9}, int64[2] open = {-1, -1},"
                       " int64[1] half = {5}, int64[3] wide = {2, "
                       "1099511627776, 1099511627776}> { [n] y = " +
                       body + " }"),
           code, "node: n");
  };
  bad("Slice(x, zero, one, zero, zero)"); // step 0
  bad("Slice(x, zero, one, many)");
  bad("Slice(x, zero, pair)");
  bad("Reshape(x, open)");
  bad("Reshape(x, half)");
  bad("Expand(x, half)");
  bad("Expand(x, wide)", "E1009");
  bad("Concat<axis = 5>(x, x)");
  bad("Concat<axis = -9223372036854775808>(x, x)");
  bad("Transpose<perm = [0, 0, 1]>(x)");
  bad("Transpose<perm = [0, 1]>(x)");
  bad("Squeeze(x, one)");
  bad("Unsqueeze(x, pair)");
  bad("Gather<axis = 3>(x, one)");
  bad("GatherND(x, many)");
  bad("Softmax<axis = 3>(x)");
  bad("ReduceSum(x, many)");
  bad("Flatten<axis = 4>(x)");
  bad("MatMul(x, x)");
  bad("Gemm(x, x)");
  bad("Split<num_outputs = 2>(x)", "E1004");
  bad("Constant()", "E1004");
  bad("Range(zero, one, zero)");
  bad("Add(x, half)", "E1014");
  bad("Conv<strides = [0]>(x, x)", "E1004");
  bad("MaxPool<kernel_shape = [0]>(x)");
  bad("MaxPool<kernel_shape = [9]>(x)");
  bad("MaxPool<kernel_shape = [2], pads = [2, 0]>(x)");
  bad("MaxPool<kernel_shape = [2, 2]>(x)");
  bad("ConstantOfShape(wide)", "E4004");
}

TEST_CASE("I28: convolutions") {
  auto bad = [](const std::string &attributes, const std::string &code) {
    INFO(attributes);
    expect(importGraph("g (float[1,4,8,8] x, float[6,2,3,3] w) => (float y) { "
                       "[n] y = Conv<" +
                       attributes + ">(x, w) }"),
           code, "node: n");
  };
  bad("group = 0", "E1009");
  bad("group = -1", "E1009");
  bad("group = 3", "E1009");
  bad("group = 4", "E1009");
  bad("group = 2, strides = [0, 1]", "E1004");
  bad("group = 2, strides = [1]", "E1004");
  bad("group = 2, dilations = [0, 1]", "E1004");
  bad("group = 2, pads = [1, 1]", "E1004");
  bad("group = 2, pads = [4611686018427387904, 0, 0, 0]", "E1004");
  bad("group = 2, kernel_shape = [3, 2]", "E1009");
  bad("group = 2, dilations = [9, 9]", "E1009");
  bad("group = 2, auto_pad = \"SIDEWAYS\"", "E1004");
}

TEST_CASE("what must be known, and element types") {
  expect(
      importGraph(
          "g (float[4] x, int64[2] s) => (float y) { [n] y = Reshape(x, s) }"),
      "E2002", "`s` to be known");
  expect(importGraph("g (double[4] x) => (double[4] y) { y = Relu(x) }"),
         "E2001", "double");
  expect(importGraph("g (int64[4] x, float[4] p) => (int64[4] y) { [n] y = "
                     "Pow(x, p) }"),
         "E2001", "raises integers to powers of type f32");
  expect(importGraph(
             "g (float[4] x) => (double[4] y) { [n] y = Cast<to = 11>(x) }"),
         "E2001", "double");
  expect(importGraph("g (int32[4] x) => (int32[4] y) { [n] y = Relu(x) }"),
         "E2001", "i32");
  expect(importGraph("g (float[4] x) => (float[4] y) { [n] y = "
                     "Gelu<approximate = \"cube\">(x) }"),
         "E1004", "cube");
  expect(importGraph("g (float[1,1,4,4,4] x, float[1,1,2,2,2] w) => (float y) "
                     "{ [n] y = Conv(x, w) }"),
         "E2002", "3 spatial");
  expect(importGraph(
             "g (seq(float[4]) x) => (float[4] y) { y = SequenceAt(x, x) }"),
         "E2000");
}

TEST_CASE("I40: inputs that are no tensors") {
  expect(importGraph("g (seq(float[2]) s, float[2] x) => (float[2] y) "
                     "{ y = Relu(x) }"),
         "E2004", "a sequence");
}

TEST_CASE("I38: declared outputs") {
  expect(importGraph("g (float[2] x) => (int32[2] y) { y = Relu(x) }"), "E1015",
         "int32");
  expect(importGraph("g (float[2] x) => (float[3] y) { y = Relu(x) }"), "ok",
         "// warning: the output `y`");
  glia::ImportOptions strict;
  strict.strict = true;
  expect(
      importGraph("g (float[2] x) => (float[3] y) { y = Relu(x) }", 20, strict),
      "E1015");
}

TEST_CASE("I39: dimensions") {
  std::string graph =
      "g (float[batch,3] x, float[batch,len] z) => (float y) { y = Add(x, z) }";
  expect(importGraph(graph), "E1010",
         "`batch` of `x`, `batch` of `z`, `len` of `z`");
  CHECK_THAT(importGraph(graph), Contains("; give --dim batch=N --dim len=N"));
  glia::ImportOptions options;
  options.dims = {{"batch", 2}, {"len", 1}};
  expect(importGraph(graph, 20, options), "ok", "tensor<2x3xf32>");
  options.dims = {{"batch", 2}, {"height", 1}};
  expect(importGraph(graph, 20, options), "E1011", "`height`");
  options.dims = {{"batch", -2}};
  expect(importGraph(graph, 20, options), "E1011", "at least 0");
  options.dims = {};
  options.inputShapes = {{"z", {5, 3}}};
  expect(importGraph(graph, 20, options), "ok",
         "tensor<5x3xf32>"); // batch is known for x, too
  options.inputShapes = {{"z", {5, 3}}, {"x", {4, 3}}};
  expect(importGraph(graph, 20, options), "E1011", "given as 4 and as 5");
  options.inputShapes = {{"x", {4, 7}}};
  expect(importGraph(graph, 20, options), "E1011", "7");
  options.inputShapes = {{"x", {4}}};
  expect(importGraph(graph, 20, options), "E1011", "rank");
  options.inputShapes = {{"q", {4}}};
  expect(importGraph(graph, 20, options), "E1011", "`q`");
}

TEST_CASE("I39: unknown numbers as Paddle writes them") {
  onnx::ModelProto model =
      parseModel("g (float[n,h,w] x) => (float y) { y = Relu(x) }");
  auto *dims = model.mutable_graph()
                   ->mutable_input(0)
                   ->mutable_type()
                   ->mutable_tensor_type()
                   ->mutable_shape();
  dims->mutable_dim(0)->set_dim_value(-1);
  dims->mutable_dim(1)->set_dim_param("?");
  dims->mutable_dim(2)->set_dim_param("?");
  expect(importModel(model), "E1010", "dimension 0 of `x`, dimension 1 of `x`");
  glia::ImportOptions options;
  options.inputShapes = {{"x", {1, 48, 192}}};
  expect(importModel(model, options), "ok", "tensor<1x48x192xf32>");
}

TEST_CASE("--input-value makes an input known") {
  std::string graph =
      "g (float[4] x, int64[n] s) => (float y) { y = Reshape(x, s) }";
  glia::ImportOptions options;
  options.dims = {{"n", 2}};
  options.inputValues.push_back({"s", "2, 2", {}, {}, {}});
  expect(importGraph(graph, 20, options), "ok", "tensor<2x2xf32>");
  options.inputValues[0].list = "2";
  expect(importGraph(graph, 20, options), "E1011", "1 elements, expects 2");
  options.inputValues[0].list = "2,x";
  expect(importGraph(graph, 20, options), "E1011", "`x`");
  options.inputValues[0] = {
      "s", "", glia::ElementType::f32, {2}, std::vector<uint8_t>(8)};
  expect(importGraph(graph, 20, options), "E1011", "f32");
  options.inputValues[0].name = "t";
  expect(importGraph(graph, 20, options), "E1011", "`t`");
}

TEST_CASE("I36: names are escaped") {
  onnx::ModelProto model =
      parseModel("g (float[2] x) => (float[2] y) { [n] y = Add(x, q) }");
  model.mutable_graph()->mutable_node(0)->set_name(
      "\x1b[2J\n\"; rm -rf %s%n \xff");
  std::string imported = importModel(model);
  expect(imported, "E1006");
  CHECK(imported.find('\x1b') == std::string::npos);
  CHECK(imported.find('\xff') == std::string::npos);
  model.mutable_graph()->mutable_node(0)->set_input(1, "x");
  CHECK(codeOf(importModel(model)) == "ok");
}

TEST_CASE("folding has a budget") {
  glia::ImportOptions options;
  options.limits.foldedBytes = 64;
  std::string graph = "g (float[2] x) => (int64[100] y) <int64 a = {0}, int64 "
                      "b = {100}, int64 c = {1}> { [n] y = Range(a, b, c) }";
  expect(importGraph(graph), "ok");
  expect(importGraph(graph, 20, options), "E4005", "node: n");
}
