//===- SafetensorsTest.cpp - Files of named tensors -----------------------===//
//
// What is written is read back; every damaged header is a coded error.
//
//===----------------------------------------------------------------------===//
#include "glia/Support/Safetensors.h"
#include "glia/Support/Error.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/FileSystem.h"
#include <catch2/catch.hpp>

using namespace glia;

namespace {
struct TemporaryFile {
  llvm::SmallString<64> path;
  TemporaryFile() {
    llvm::sys::fs::createTemporaryFile("glia", "safetensors", path);
  }
  ~TemporaryFile() { llvm::sys::fs::remove(path); }
};
} // namespace

/// 0 for none.
static unsigned codeOf(llvm::Error error) {
  unsigned code = 0;
  llvm::handleAllErrors(std::move(error), [&](const GliaError &one) {
    code = unsigned(one.code);
  });
  return code;
}

static std::vector<uint8_t> file(llvm::StringRef header, size_t dataBytes) {
  std::vector<uint8_t> bytes(8);
  llvm::support::endian::write64le(bytes.data(), header.size());
  bytes.insert(bytes.end(), header.begin(), header.end());
  for (size_t i = 0; i < dataBytes; ++i)
    bytes.push_back(uint8_t(i));
  return bytes;
}

static unsigned codeOfFile(llvm::ArrayRef<uint8_t> bytes) {
  TemporaryFile temporary;
  llvm::cantFail(writeFile(temporary.path, bytes));
  return codeOf(SafetensorsFile::open(temporary.path).takeError());
}
static unsigned codeOfHeader(llvm::StringRef header, size_t dataBytes) {
  return codeOfFile(file(header, dataBytes));
}

TEST_CASE("safetensors read back as they were written") {
  TemporaryFile temporary;
  std::vector<SafetensorsTensor> tensors = {
      {"a \"quoted\" \n", ElementType::u8, {3}},
      {"w", ElementType::f32, {2, 1}},
      {"none", ElementType::bf16, {0, 4}},
      {"scalar", ElementType::i64, {}},
      {"pattern", ElementType::f8e4m3, {2}}};
  std::vector<std::vector<uint8_t>> bytes = {
      {1, 2, 3}, {0, 0, 128, 63, 0, 0, 0, 64}, {}, {7, 0, 0, 0, 0, 0, 0, 0},
      {8, 9}};
  auto written = writeSafetensors(
      temporary.path, tensors,
      [&](size_t i) -> llvm::Expected<std::vector<uint8_t>> {
        return bytes[i];
      });
  REQUIRE(bool(written));
  REQUIRE(!written->finish());
  auto read = SafetensorsFile::open(temporary.path);
  if (!read)
    FAIL(llvm::toString(read.takeError()));
  REQUIRE(read->entries().size() == tensors.size());
  for (size_t i = 0; i < tensors.size(); ++i) {
    const SafetensorsFile::Entry *entry = read->find(tensors[i].name);
    REQUIRE(entry);
    REQUIRE(safetensorsType(entry->type) == safetensorsType(tensors[i].type));
    REQUIRE(entry->shape == tensors[i].shape);
    REQUIRE(entry->offset % (bitWidth(entry->type) / 8) == 0);
    REQUIRE(llvm::cantFail(read->read(*entry)) == bytes[i]);
  }
  REQUIRE(!read->find("b"));
}

TEST_CASE("a save that is not finished leaves the old file") {
  TemporaryFile temporary;
  llvm::cantFail(writeFile(temporary.path, llvm::StringRef("old")));
  auto size = [&] {
    uint64_t bytes = 0;
    REQUIRE(!llvm::sys::fs::file_size(temporary.path, bytes));
    return bytes;
  };
  auto give = [](size_t) -> llvm::Expected<std::vector<uint8_t>> {
    return std::vector<uint8_t>(4);
  };
  {
    auto written = writeSafetensors(
        temporary.path, {{"w", ElementType::f32, {1}}}, give);
    REQUIRE(bool(written));
    REQUIRE(size() == 3);
  } // interrupted here
  REQUIRE(size() == 3);
  auto failed = writeSafetensors(
      temporary.path, {{"w", ElementType::f32, {1}}},
      [](size_t) -> llvm::Expected<std::vector<uint8_t>> {
        return makeError(ErrorCode::E1404, "gone");
      });
  REQUIRE(codeOf(failed.takeError()) == 1404);
  REQUIRE(size() == 3);
}

static constexpr char one[] =
    R"({"w":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}})";

TEST_CASE("damaged safetensors are refused") {
  REQUIRE(codeOfHeader(one, 8) == 0);
  REQUIRE(codeOfHeader(one, 7) == 801); // GLIA-E0801
  REQUIRE(codeOfHeader(one, 9) == 801);
  REQUIRE(codeOfHeader("", 0) == 801);
  REQUIRE(codeOfHeader("[]", 0) == 801);
  REQUIRE(codeOfHeader("{} x", 0) == 801);
  REQUIRE(codeOfHeader("{", 0) == 801);
  REQUIRE(codeOfHeader("}", 0) == 801);
  REQUIRE(codeOfHeader("{}", 0) == 0);
  REQUIRE(codeOfHeader(R"({"__metadata__":{"format":"pt"}})", 0) == 0);
  auto entry = [](llvm::StringRef text, size_t bytes = 8) {
    return codeOfHeader((R"({"w":{)" + text + "}}").str(), bytes);
  };
  REQUIRE(entry(R"("dtype":"F32","shape":[2])") == 801);
  REQUIRE(entry(R"("dtype":"F32","data_offsets":[0,8])") == 801);
  REQUIRE(entry(R"("shape":[2],"data_offsets":[0,8])") == 801);
  REQUIRE(entry(R"("dtype":7,"shape":[2],"data_offsets":[0,8])") == 801);
  REQUIRE(entry(R"("dtype":"F64","shape":[1],"data_offsets":[0,8])") ==
          2001); // GLIA-E2001
  REQUIRE(entry(R"("dtype":"F32","shape":[-2],"data_offsets":[0,8])") == 801);
  REQUIRE(entry(R"("dtype":"F32","shape":[2.5],"data_offsets":[0,8])") == 801);
  REQUIRE(entry(R"("dtype":"F32","shape":["2"],"data_offsets":[0,8])") == 801);
  REQUIRE(entry(R"("dtype":"F32","shape":[3],"data_offsets":[0,8])") == 801);
  REQUIRE(entry(R"("dtype":"F32","shape":[2],"data_offsets":[8,0])") == 801);
  REQUIRE(entry(R"("dtype":"F32","shape":[2],"data_offsets":[0,8,9])") == 801);
  REQUIRE(entry(R"("dtype":"F32","shape":[2],"data_offsets":[8,16])") == 801);
  REQUIRE(entry(R"("dtype":"F32","shape":[2],"data_offsets":[1,9])", 9) == 801);
  REQUIRE(entry(R"("dtype":"F32","shape":[4294967296,4294967296],)"
                R"("data_offsets":[0,0])") == 801);
  REQUIRE(entry(R"("dtype":"F32","shape":[1e30],"data_offsets":[0,8])") == 801);
  REQUIRE(entry(R"("dtype":"F32","shape":[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,2],)"
                R"("data_offsets":[0,8])") == 801);
}

TEST_CASE("tensors of a file neither overlap nor leave holes nor share names") {
  auto two = [](llvm::StringRef a, llvm::StringRef b, llvm::StringRef name) {
    return codeOfHeader((R"({"a":{"dtype":"U8","shape":[4],"data_offsets":)" +
                         a + R"(},")" + name +
                         R"(":{"dtype":"U8","shape":[4],"data_offsets":)" + b +
                         "}}")
                            .str(),
                        8);
  };
  REQUIRE(two("[0,4]", "[4,8]", "b") == 0);
  REQUIRE(two("[4,8]", "[0,4]", "b") == 0);
  REQUIRE(two("[0,4]", "[3,7]", "b") == 801);
  REQUIRE(two("[0,4]", "[0,4]", "b") == 801);
  REQUIRE(two("[0,4]", "[4,8]", "a") == 801);
  REQUIRE(two("[0,4]", "[0,4]", "a") == 801);
  REQUIRE(codeOfHeader(R"({"a":{"dtype":"U8","shape":[0],"data_offsets":[0,0]})"
                       R"(,"a":{"dtype":"U8","shape":[0],"data_offsets":[0,0]}})",
                       0) == 801);
}

TEST_CASE("hostile headers end at once") {
  std::vector<uint8_t> bytes = file(one, 8);
  llvm::support::endian::write64le(bytes.data(), UINT64_MAX);
  REQUIRE(codeOfFile(bytes) == 801);
  llvm::support::endian::write64le(bytes.data(), bytes.size() - 7);
  REQUIRE(codeOfFile(bytes) == 801);
  REQUIRE(codeOfHeader(std::string(100000, '['), 0) == 801);
  std::string deep = R"({"a":)";
  for (unsigned i = 0; i < 100000; ++i)
    deep += R"({"a":)";
  REQUIRE(codeOfHeader(deep, 0) == 801);
  REQUIRE(codeOfHeader(std::string((32 << 20) + 8, ' '), 0) ==
          4800); // GLIA-E4800
}

TEST_CASE("every truncation and every changed byte of a file is survived") {
  std::vector<uint8_t> bytes = file(one, 8);
  for (size_t size = 0; size < bytes.size(); ++size)
    REQUIRE(codeOfFile(llvm::ArrayRef(bytes).take_front(size)) == 801);
  for (size_t i = 0; i + 8 < bytes.size(); ++i)
    for (uint8_t mask : {0x01, 0x80, 0xFF}) {
      std::vector<uint8_t> damaged = bytes;
      damaged[i] ^= mask;
      (void)codeOfFile(damaged);
    }
}
