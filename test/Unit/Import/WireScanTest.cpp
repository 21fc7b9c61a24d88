//===- WireScanTest.cpp - Bytes that are no model -------------------------===//
//
// Rows I1 to I5 of docs/HostileModels.md: whatever the bytes, a coded error and
// no crash.
//
//===----------------------------------------------------------------------===//
#include "ImportHelpers.h"
#include <catch2/catch.hpp>
#include <random>
#include <sys/stat.h>

static const std::string reluGraph =
    "g (float[2,3] x) => (float[2,3] y) { y = Relu(x) }";

/// Large enough for its data to be left in the file.
static onnx::ModelProto modelWithWeights() {
  onnx::ModelProto model =
      parseModel("g (float[20,20] x) => (float[20,20] y) <float[20,20] w = "
                 "{0}> { y = Add(x, w) }");
  onnx::TensorProto &weights = *model.mutable_graph()->mutable_initializer(0);
  weights.clear_float_data();
  weights.set_raw_data(std::string(1600, 'a'));
  return model;
}

TEST_CASE("a model imports") {
  CHECK(importGraph(reluGraph).find("graph.relu") != std::string::npos);
  CHECK(importModel(modelWithWeights())
            .find("graph.constant 0 : tensor<20x20xf32>") != std::string::npos);
}

TEST_CASE("I1, I2: files that are no model") {
  CHECK(codeOf(importBytes("")) == "E0000");
  CHECK(codeOf(importBytes(
            "version https://git-lfs.github.com/spec/v1\noid sha256:0\n")) ==
        "E0002");
  CHECK(codeOf(importBytes("\x89PNG\r\n\x1a\n")) == "E0001");
  CHECK(codeOf(importBytes("<!DOCTYPE html><html></html>")) == "E0001");
  CHECK(codeOf(importBytes("just a text file\n")) == "E0001");
  std::mt19937 random(1);
  for (int turn = 0; turn < 200; ++turn) {
    std::string bytes(random() % 300 + 1, '\0');
    for (char &byte : bytes)
      byte = static_cast<char>(random());
    CHECK(codeOf(importBytes(bytes)) != "ok");
  }
}

TEST_CASE("I3: every truncation of a model") {
  for (const onnx::ModelProto &model :
       {parseModel(reluGraph), modelWithWeights()}) {
    std::string bytes = encode(model);
    for (size_t length = 0; length < bytes.size(); ++length) {
      INFO(length);
      std::string code = codeOf(importBytes(bytes.substr(0, length)));
      CHECK(code != "E9800");
      CHECK((code[1] == '0' || code == "E1000" || code == "E1002"));
    }
  }
}

TEST_CASE("every single byte changed") {
  std::string bytes = encode(parseModel(reluGraph));
  for (size_t at = 0; at < bytes.size(); ++at)
    for (char change : {'\x01', '\x80', '\xff'}) {
      std::string changed = bytes;
      changed[at] ^= change;
      INFO(at);
      CHECK(codeOf(importBytes(changed)) != "E9800");
    }
}

TEST_CASE("I4: encodings that protobuf forbids") {
  std::string eleven(11, '\xff'),
      huge = "\x3a\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01";
  CHECK(codeOf(importBytes("\x08" + eleven)) == "E0004");
  CHECK(codeOf(importBytes("\x08\x09\x3a\x7f"
                           "abc")) == "E0003");
  CHECK(codeOf(importBytes("\x08\x09" + huge)) == "E0003");
  CHECK(codeOf(importBytes(std::string("\x08\x09\x00\x01", 4))) ==
        "E0004"); // field number 0
  for (char type : {3, 4, 6, 7})
    CHECK(codeOf(importBytes(std::string("\x08\x09") +
                             static_cast<char>(7 << 3 | type))) == "E0004");
  CHECK(codeOf(importBytes(std::string("\x08\x09\x38\x01"))) ==
        "E0005"); // graph as a number
}

TEST_CASE("I5: nesting") {
  std::string bytes;
  auto wrap = [&](unsigned number) {
    std::string length;
    for (size_t rest = bytes.size();; rest >>= 7) {
      length += static_cast<char>(rest >= 0x80 ? rest | 0x80 : rest);
      if (rest < 0x80)
        break;
    }
    bytes = static_cast<char>(number << 3 | 2) + length + bytes;
  };
  for (int depth = 0; depth < 60; ++depth) { // graph { node { attribute { g
    wrap(6);
    wrap(5);
    wrap(1);
  }
  wrap(7);
  CHECK(codeOf(importBytes("\x08\x09" + bytes)) == "E4001");
  // graph { input { type { sequence_type { elem_type ..., no further than the
  // scan allows and one message further: what it lets pass, protobuf reads.
  for (int depth : {48, 49, 2000}) {
    INFO(depth);
    bytes.clear();
    for (int level = 0; level < depth; ++level) {
      wrap(1);
      wrap(4);
    }
    wrap(2);
    wrap(11);
    wrap(7); // one more input of the graph before it
    std::string code =
        codeOf(importBytes(encode(parseModel(reluGraph)) + bytes));
    CHECK(code == (depth == 48 ? "E2004" : "E4001"));
  }
}

TEST_CASE("sizes") {
  glia::ImportOptions options;
  options.limits.modelBytes = 20;
  CHECK(codeOf(importGraph(reluGraph, 20, options)) == "E4000");
  options = {};
  options.limits.nameBytes = 3;
  CHECK(codeOf(importGraph(reluGraph, 20, options)) == "E4003");
}

TEST_CASE("tensors in segments, and data twice") {
  onnx::ModelProto model = modelWithWeights();
  model.mutable_graph()->mutable_initializer(0)->mutable_segment()->set_begin(
      0);
  CHECK(codeOf(importModel(model)) == "E2004");
  model = modelWithWeights();
  std::string bytes;
  onnx::TensorProto more;
  more.set_raw_data("abcd");
  model.mutable_graph()->mutable_initializer(0)->SerializeToString(&bytes);
  onnx::TensorProto &weights = *model.mutable_graph()->mutable_initializer(0);
  weights.add_float_data(1);
  CHECK(codeOf(importModel(model)) == "E1008");
}

TEST_CASE("large float_data stays in the file, too") {
  onnx::ModelProto model = modelWithWeights();
  onnx::TensorProto &weights = *model.mutable_graph()->mutable_initializer(0);
  weights.clear_raw_data();
  for (int index = 0; index < 400; ++index)
    weights.add_float_data(static_cast<float>(index));
  CHECK(codeOf(importModel(model)) == "ok");
  weights.set_data_type(onnx::TensorProto::INT64);
  CHECK(codeOf(importModel(model)) == "E1008");
}

TEST_CASE("I44: paths that are no readable file") {
  TemporaryFolder folder;
  CHECK(codeOf(importFile(folder.path("missing.onnx"))) == "E5800");
  CHECK(codeOf(importFile(folder.path(""))) == "E5800");
  REQUIRE(::mkfifo(folder.path("fifo").c_str(), 0600) == 0);
  CHECK(codeOf(importFile(folder.path("fifo"))) == "E5800");
}
