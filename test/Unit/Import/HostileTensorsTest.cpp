//===- HostileTensorsTest.cpp - Data, shapes and attributes that lie ------===//
//
// Rows of docs/HostileModels.md about stored tensors and about operators'
// shapes and attributes.
//
//===----------------------------------------------------------------------===//
#include "ImportHelpers.h"
#include "mlir/IR/MLIRContext.h"
#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>
#include <sys/stat.h>
#include <unistd.h>

using Catch::Matchers::Contains;

static void expect(const std::string &imported, const std::string &code,
                   const std::string &part = "") {
  INFO(imported);
  CHECK(codeOf(imported) == code);
  CHECK_THAT(imported, Contains(part));
}

/// "g (float[2,3,4] x) => (float y) <some constants> { [n] y = BODY }"
static std::string node(const std::string &body) {
  return importGraph(
      "g (float[2,3,4] x, float[0,3] empty, float[1] scalar, "
      "float[1,1,1024] channel, float[1,1,1024] taps) => (float y) "
      "<int64[1] zero = {0}, int64[1] one = {1}, int64[1] least = "
      "{-9223372036854775808}, int64[1] most = {9223372036854775807}, int64[1] "
      "back = {-1}, int64[1] minus = {-5}, int64[2] open = {-1, -1}, int64[2] "
      "openZero = {-1, 0}, int64[3] wide = {1048576, 1073741824, 1}, int64[2] "
      "tile = {1048576, 1073741824}, int64[2] sizes = {1, 1}, float[1] nan = "
      "{0}, float[3] scales = {1048000, 1048000, 1}, int64[1] beyond = {3}, "
      "int64[1] far = {68719476736}, int64[2] beside = "
      "{0, 4611686018427387904}> "
      "{ [n] y = " +
      body + " }");
}

/// The bytes of the constant that the graph of `initializer` is.
static std::vector<uint8_t> bytesOf(const onnx::TensorProto &initializer,
                                    const std::string &body = "Identity(w)") {
  onnx::ModelProto model =
      parseModel("g (float[1] x) => (float y, float[1] z) { y = " + body +
                 " \n z = Relu(x) }");
  model.mutable_graph()->mutable_output(0)->clear_type();
  *model.mutable_graph()->add_initializer() = initializer;
  TemporaryFolder folder;
  std::string encoded = encode(model);
  const auto *first = reinterpret_cast<const uint8_t *>(encoded.data());
  mlir::MLIRContext context;
  llvm::Expected<glia::ImportResult> result = glia::importONNX(
      context, folder.write("model.onnx", {first, encoded.size()}));
  if (!result)
    FAIL(llvm::toString(result.takeError()));
  return llvm::cantFail(result->constants->read(
      glia::ConstantStore::Id(result->constants->size()) - 1));
}

static onnx::TensorProto tensor(int type, std::initializer_list<int64_t> dims) {
  onnx::TensorProto tensor;
  tensor.set_name("w");
  tensor.set_data_type(type);
  for (int64_t dim : dims)
    tensor.add_dims(dim);
  return tensor;
}

/// A model that adds `initializer`.
static std::string importTensor(const onnx::TensorProto &initializer) {
  onnx::ModelProto model =
      parseModel("g (float[2] x) => (float y) { y = Add(x, w) }");
  *model.mutable_graph()->add_initializer() = initializer;
  return importModel(model);
}

TEST_CASE("I18: dimensions") {
  onnx::TensorProto bad = tensor(onnx::TensorProto::FLOAT, {0, 2});
  bad.set_raw_data("abcdefgh");
  expect(importTensor(bad), "E1008", "8 bytes of data, expects 0");
  bad.clear_raw_data();
  for (int index = 0; index < 1000000; ++index)
    bad.add_dims(1);
  expect(importTensor(bad), "E4004", "rank 1000002");
  bad = tensor(onnx::TensorProto::FLOAT, {int64_t(1) << 62, 4});
  expect(importTensor(bad), "E4004");
}

TEST_CASE("I19: data of another kind than the type") {
  onnx::TensorProto bad = tensor(onnx::TensorProto::INT64, {2});
  bad.add_float_data(1);
  bad.add_float_data(2);
  expect(importTensor(bad), "E1008");
  bad = tensor(onnx::TensorProto::UINT32, {1});
  bad.add_uint64_data(uint64_t(1) << 32);
  expect(importTensor(bad), "E1008", "4294967296");
  bad = tensor(onnx::TensorProto::INT4, {3}); // two bytes hold three nibbles
  bad.set_raw_data("a");
  expect(importTensor(bad), "E1008", "1 bytes of data, expects 2");
  bad.set_raw_data("ab");
  expect(importTensor(bad), "E2001");
  bad = tensor(onnx::TensorProto::STRING, {1});
  bad.set_raw_data("a");
  expect(importTensor(bad), "E2001", "string");
}

TEST_CASE("I19: all bytes of a bool but 0 are true") {
  onnx::TensorProto flags = tensor(onnx::TensorProto::BOOL, {2, 2});
  flags.set_raw_data(std::string("\x00\x02\x00\x80", 4));
  CHECK(bytesOf(flags) == std::vector<uint8_t>{0, 1, 0, 1});
  CHECK(bytesOf(flags, "Transpose<perm = [1, 0]>(w)") ==
        std::vector<uint8_t>{0, 0, 1, 1});
  flags.clear_raw_data();
  for (int value : {0, 2, -1, 1})
    flags.add_int32_data(value);
  CHECK(bytesOf(flags) == std::vector<uint8_t>{0, 1, 1, 1});
  onnx::TensorProto many = tensor(onnx::TensorProto::BOOL, {3000});
  many.set_raw_data(std::string(3000, '\x7f')); // stays in the file
  CHECK(bytesOf(many) == std::vector<uint8_t>(3000, 1));
}

TEST_CASE("I20: types") {
  for (int type : {onnx::TensorProto::COMPLEX64, onnx::TensorProto::COMPLEX128})
    expect(importTensor(tensor(type, {0})), "E2001", "complex");
  expect(importTensor(tensor(-1, {0})), "E1008", "-1");
}

TEST_CASE("I22: external data that overlaps or is unaligned is legal") {
  onnx::ModelProto model = parseModel(
      "g (float[2] x) => (float[2] y) { p = Add(x, a) \n y = Add(p, b) }");
  for (const char *name : {"a", "b"}) {
    onnx::TensorProto &each = *model.mutable_graph()->add_initializer();
    each = tensor(onnx::TensorProto::FLOAT, {2});
    each.set_name(name);
    each.set_data_location(onnx::TensorProto::EXTERNAL);
    for (auto [key, value] : {std::pair("location", "weights.bin"),
                              std::pair("offset", *name == 'a' ? "0" : "3")}) {
      onnx::StringStringEntryProto *entry = each.add_external_data();
      entry->set_key(key);
      entry->set_value(value);
    }
  }
  TemporaryFolder folder;
  folder.write("weights.bin", std::vector<uint8_t>(11, 7));
  std::string bytes = encode(model);
  expect(importFile(folder.write(
             "model.onnx",
             {reinterpret_cast<const uint8_t *>(bytes.data()), bytes.size()})),
         "ok");
}

TEST_CASE("I23, I43: files that shrink while they are read") {
  onnx::TensorProto weights = tensor(onnx::TensorProto::FLOAT, {1000});
  weights.set_raw_data(std::string(4000, 'a'));
  onnx::ModelProto model =
      parseModel("g (float[1000] x) => (float y) { y = Add(x, w) }");
  *model.mutable_graph()->add_initializer() = weights;
  TemporaryFolder folder;
  std::string bytes = encode(model),
              path =
                  folder.write("model.onnx",
                               {reinterpret_cast<const uint8_t *>(bytes.data()),
                                bytes.size()});
  mlir::MLIRContext context;
  llvm::Expected<glia::ImportResult> result = glia::importONNX(context, path);
  REQUIRE(static_cast<bool>(result));
  CHECK(llvm::cantFail(result->constants->read(0)).size() == 4000);
  REQUIRE(::truncate(path.c_str(), 1000) == 0);
  std::string text = llvm::toString(result->constants->read(0).takeError());
  INFO(text);
  CHECK(text.find("GLIA-E5802") != std::string::npos);
}

TEST_CASE("I25: sparse initializers") {
  auto import = [](std::initializer_list<int64_t> indices,
                   std::initializer_list<int64_t> shape,
                   std::initializer_list<int64_t> dims, int values = 2,
                   int type = onnx::TensorProto::INT64) {
    onnx::ModelProto model =
        parseModel("g (float[2] x) => (float y) { y = Add(x, w) }");
    onnx::SparseTensorProto &sparse =
        *model.mutable_graph()->add_sparse_initializer();
    *sparse.mutable_values() = tensor(onnx::TensorProto::FLOAT, {values});
    for (int index = 0; index < values; ++index)
      sparse.mutable_values()->add_float_data(1);
    *sparse.mutable_indices() = tensor(type, shape);
    for (int64_t index : indices)
      if (type == onnx::TensorProto::INT64)
        sparse.mutable_indices()->add_int64_data(index);
      else
        sparse.mutable_indices()->add_int32_data(int32_t(index));
    for (int64_t dim : dims)
      sparse.add_dims(dim);
    return importModel(model);
  };
  expect(import({1, 4}, {2}, {2, 3}), "E2004", "`w` is a sparse initializer");
  expect(import({0, 1, 1, 1}, {2, 2}, {2, 3}), "E2004");
  expect(import({1, 6}, {2}, {2, 3}), "E1008", "the index 6");
  expect(import({-1, 4}, {2}, {2, 3}), "E1008", "the index -1");
  expect(import({0, 1, 2, 0}, {2, 2}, {2, 3}), "E1008", "the index 2");
  expect(import({4, 1}, {2}, {2, 3}), "E1008", "do not ascend");
  expect(import({1, 1}, {2}, {2, 3}), "E1008", "do not ascend");
  expect(import({1, 4}, {2}, {2, 3}, 3), "E1008", "one int64 index");
  expect(import({1, 4}, {2}, {2, 3}, 2, onnx::TensorProto::INT32), "E1008");
  expect(import({0, 1, 1, 1}, {4, 1}, {2, 3}, 4), "E1008");
  expect(import({1, 4}, {2}, {1 << 25, 1 << 25}), "E4004");
  expect(import({1, 4}, {2}, {-2, 3}), "E1008", "-2");
}

TEST_CASE("I26: slices of nothing, and bounds beyond all") {
  for (const char *steps : {"back", "one", "least", "most", "minus"}) {
    INFO(steps);
    expect(node(std::string("Slice(empty, most, least, zero, ") + steps + ")"),
           "ok", "tensor<0x3xf32>");
    expect(node(std::string("Slice(x, least, most, one, ") + steps + ")"),
           "ok");
    expect(node(std::string("Slice(x, most, least, one, ") + steps + ")"),
           "ok");
  }
  expect(node("Slice(x, most, least, one, back)"), "ok", "tensor<2x3x4xf32>");
  expect(node("Slice(x, zero, one, zero, zero)"), "E1009", "step 0");
}

TEST_CASE("I27: reshapes") {
  expect(node("Reshape(x, open)"), "E1009", "-1 twice");
  expect(node("Reshape<allowzero = 1>(x, openZero)"), "E1009");
  expect(node("Reshape<allowzero = 1>(empty, openZero)"), "E1009");
  expect(node("Reshape(empty, openZero)"), "ok", "tensor<0x3xf32>");
  expect(node("Reshape(x, one)"), "E1009");
  expect(node("Reshape(x, minus)"), "E1009", "below -1");
  expect(node("Reshape(x, wide)"), "E1009");
}

TEST_CASE("I29: pools") {
  for (const char *attributes :
       {"kernel_shape = [0]", "kernel_shape = [-1]", "kernel_shape = [9]",
        "kernel_shape = [9223372036854775807]",
        "kernel_shape = [2], dilations = [9223372036854775807]",
        "kernel_shape = [2], strides = [0]",
        "kernel_shape = [2], pads = [9223372036854775807, 0]"}) {
    INFO(attributes);
    std::string code =
        codeOf(node(std::string("MaxPool<") + attributes + ">(x)"));
    CHECK((code == "E1009" || code == "E1004"));
  }
}

TEST_CASE("I30: results of 2^50 elements") {
  expect(node("Expand(scalar, wide)"), "E4004");
  expect(node("Tile(empty, tile)"), "E2000"); // there is none
  expect(node("ConstantOfShape(wide)"), "E4004");
  expect(node("Range(zero, most, one)"), "E4005");
  expect(node("Range(zero, one, zero)"), "E1009", "delta is 0");
  expect(node("Range(nan, nan, nan)"), "E2002"); // floats are not counted
  expect(node("Resize(x, \"\", scales)"), "E4004");
  // One axis of 2^36 positions, beside an empty one, too.
  expect(node("Resize(scalar, \"\", \"\", far)"), "E4005");
  expect(node("Resize<mode = \"linear\">(scalar, \"\", \"\", far)"), "E4005");
  expect(node("Resize(empty, \"\", \"\", beside)"), "E4004");
  expect(node("ConvTranspose<strides = [2147483648]>(channel, taps)"), "E4004");
  expect(node("ConvTranspose<dilations = [2147483648]>(channel, taps)"),
         "E4004");
  expect(node("LRN<size = 9223372036854775807>(x)"), "E1009");
}

TEST_CASE("I32: axes, permutations and parts") {
  for (const char *axis :
       {"3", "-4", "-9223372036854775808", "9223372036854775807"}) {
    INFO(axis);
    for (const char *body :
         {"Gather<axis = AXIS>(x, one)", "Concat<axis = AXIS>(x, x)",
          "Split<axis = AXIS, num_outputs = 1>(x)",
          "Softmax<axis = AXIS>(x)"}) {
      std::string text = body;
      text.replace(text.find("AXIS"), 4, axis);
      expect(node(text), "E1009", "node: n");
    }
  }
  expect(node("Gather(x, beyond)"), "E1009", "the index 3");
  expect(node("Gather(x, minus)"), "E1009", "the index -5");
  expect(node("Gather(x, back)"), "ok");
  expect(node("Transpose<perm = [0, 1, 3]>(x)"), "E1009");
  expect(node("Transpose<perm = [0, 1, -1]>(x)"), "E1009");
  expect(node("Transpose<perm = [2, 1]>(x)"), "E1009");
  expect(node("Squeeze(x, one)"), "E1009");
  expect(node("Split(x, sizes)"), "E1009");
  expect(node("Split<num_outputs = 9223372036854775807>(x)"), "E1004");
  expect(node("OneHot(one, one, scales)"), "E2000", "`OneHot`");
  expect(importGraph("g (float[2] x) => (float y, int64 i) <int64[1] k = {9}> "
                     "{ y, i = TopK(x, k) }"),
         "E2000", "`TopK`");
}

TEST_CASE("I33: constants have one value") {
  expect(node("Constant()"), "E1004", "0 values");
  expect(node("Constant<value_int = 1, value_float = 1.0>()"), "E1004",
         "2 values");
}

TEST_CASE("I42: odd numbers stay as they are") {
  std::vector<float> numbers = {NAN,   -NAN,   INFINITY, -INFINITY,
                                -0.0f, 1e-45f, 3.4e38f,  0.1f};
  std::string raw(reinterpret_cast<const char *>(numbers.data()),
                  numbers.size() * sizeof(float));
  onnx::TensorProto odd = tensor(onnx::TensorProto::FLOAT, {8});
  odd.set_raw_data(raw);
  std::vector<uint8_t> bytes(raw.begin(), raw.end());
  CHECK(bytesOf(odd) == bytes);
  odd.clear_raw_data();
  for (float number : numbers)
    odd.add_float_data(number);
  CHECK(bytesOf(odd) == bytes);
  onnx::TensorProto small = tensor(onnx::TensorProto::INT8, {2});
  small.add_int32_data(-128);
  small.add_int32_data(127);
  CHECK(bytesOf(small) == std::vector<uint8_t>{0x80, 0x7f});
}
