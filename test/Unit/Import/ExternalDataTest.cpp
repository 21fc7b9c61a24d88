//===- ExternalDataTest.cpp - Weights in files of their own ---------------===//
//
// Rows I21 to I24 of docs/HostileModels.md. OpenBeneath's own test has the
// paths.
//
//===----------------------------------------------------------------------===//
#include "ImportHelpers.h"
#include "mlir/IR/MLIRContext.h"
#include <catch2/catch.hpp>
#include <unistd.h>

namespace {
using Entries = std::vector<std::pair<std::string, std::string>>;
} // namespace

/// A model whose weights are 400 floats beside it.
static std::string writeModel(const TemporaryFolder &folder,
                              const Entries &entries) {
  onnx::ModelProto model =
      parseModel("g (float[20,20] x) => (float[20,20] y) <float[20,20] w = "
                 "{0}> { y = Add(x, w) }");
  onnx::TensorProto &weights = *model.mutable_graph()->mutable_initializer(0);
  weights.clear_float_data();
  weights.set_data_location(onnx::TensorProto::EXTERNAL);
  for (const auto &[key, value] : entries) {
    onnx::StringStringEntryProto *entry = weights.add_external_data();
    entry->set_key(key);
    entry->set_value(value);
  }
  std::string bytes = encode(model);
  folder.write("weights.bin", std::vector<uint8_t>(1700, 7));
  return folder.write(
      "model.onnx",
      {reinterpret_cast<const uint8_t *>(bytes.data()), bytes.size()});
}

static std::string codeFor(const Entries &entries) {
  TemporaryFolder folder;
  return codeOf(importFile(writeModel(folder, entries)));
}

TEST_CASE("external data is read from its place") {
  TemporaryFolder folder;
  std::string path = writeModel(
      folder,
      {{"location", "weights.bin"}, {"offset", "100"}, {"length", "1600"}});
  mlir::MLIRContext context;
  llvm::Expected<glia::ImportResult> result = glia::importONNX(context, path);
  REQUIRE(static_cast<bool>(result));
  CHECK(llvm::cantFail(result->constants->read(0)) ==
        std::vector<uint8_t>(1600, 7));
  REQUIRE(::truncate(folder.path("weights.bin").c_str(), 1000) == 0); // I23
  std::string text = llvm::toString(result->constants->read(0).takeError());
  CHECK(text.find("GLIA-E5802") != std::string::npos);
  REQUIRE(::unlink(folder.path("weights.bin").c_str()) == 0);
  REQUIRE(::symlink("model.onnx", folder.path("weights.bin").c_str()) ==
          0); // put there later
  text = llvm::toString(result->constants->read(0).takeError());
  CHECK(text.find("GLIA-E6000") != std::string::npos);
}

TEST_CASE("I21: locations") {
  CHECK(codeFor({{"location", "weights.bin"}}) == "ok");
  CHECK(codeFor({{"location", "./weights.bin"}}) == "ok");
  for (const char *location : {"/dev/zero", "/proc/self/mem", "../weights.bin",
                               "a/../../b", "", ".", "a\\b", "C:weights.bin"}) {
    INFO(location);
    CHECK(codeFor({{"location", location}}) == "E6000");
  }
  CHECK(codeFor({{"location", "missing.bin"}}) == "E5800");
  CHECK(codeFor({{"location", "\xff\xfe"}}) == "E5800");
  CHECK(codeFor({}) == "E1012");
}

TEST_CASE("I22: offsets and lengths") {
  for (const char *offset : {"-1", "1e9", "0x10", " 5", "", "101",
                             "18446744073709551615", "99999999999999999999"}) {
    INFO(offset);
    CHECK(codeFor({{"location", "weights.bin"}, {"offset", offset}}) ==
          "E1012");
  }
  for (const char *length :
       {"-1", "1599", "1601", "1600 ", "18446744073709551615"}) {
    INFO(length);
    CHECK(codeFor({{"location", "weights.bin"}, {"length", length}}) ==
          "E1012");
  }
  CHECK(codeFor({{"location", "weights.bin"}, {"offset", "3"}}) ==
        "ok"); // unaligned
}

TEST_CASE("I24: keys") {
  CHECK(codeFor({{"location", "weights.bin"}, {"location", "weights.bin"}}) ==
        "E1012");
  TemporaryFolder folder;
  std::string imported = importFile(
      writeModel(folder, {{"location", "weights.bin"}, {"__class__", "x"}}));
  CHECK(codeOf(imported) == "ok");
  CHECK(imported.find("// warning: external data of `w`: the entry `__class__` "
                      "is ignored") != std::string::npos);
}
