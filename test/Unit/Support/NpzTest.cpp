//===- NpzTest.cpp - Array files ------------------------------------------===//
//
// What is written is read back, and what is broken is refused with a code.
//
//===----------------------------------------------------------------------===//
#include "glia/Support/Npz.h"
#include "glia/Support/Error.h"
#include "glia/Support/OutputFile.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include <catch2/catch.hpp>

using namespace glia;

namespace {
struct TemporaryFile {
  llvm::SmallString<64> path;
  TemporaryFile() { llvm::sys::fs::createTemporaryFile("glia", "npz", path); }
  ~TemporaryFile() { llvm::sys::fs::remove(path); }
};
} // namespace

static ErrorCode codeOf(llvm::Error error) {
  ErrorCode code = ErrorCode::E9800;
  llvm::handleAllErrors(std::move(error),
                        [&](const GliaError &one) { code = one.code; });
  return code;
}

static ErrorCode npyCode(llvm::ArrayRef<uint8_t> bytes) {
  return codeOf(parseNpy(bytes, "test").takeError());
}

static std::vector<uint8_t> npy(llvm::StringRef header, size_t dataBytes) {
  std::vector<uint8_t> bytes = {
      0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0, static_cast<uint8_t>(header.size()),
      0};
  bytes.insert(bytes.end(), header.begin(), header.end());
  bytes.resize(bytes.size() + dataBytes);
  return bytes;
}

static NamedTensors samples() {
  return {{"x", {ElementType::f32, {2, 1}, {0, 0, 128, 63, 0, 0, 0, 64}}},
          {"scalar", {ElementType::i64, {}, std::vector<uint8_t>(8, 7)}},
          {"mask", {ElementType::boolean, {3}, {0, 1, 1}}},
          {"none", {ElementType::i32, {0, 4}, {}}}};
}

TEST_CASE("an archive reads back as it was written, and is the same bytes each "
          "time") {
  TemporaryFile first, second;
  REQUIRE(!writeNpz(first.path, samples()));
  REQUIRE(!writeNpz(second.path, samples()));
  CHECK((*llvm::MemoryBuffer::getFile(first.path))->getBuffer() ==
        (*llvm::MemoryBuffer::getFile(second.path))->getBuffer());
  llvm::Expected<NamedTensors> read = readNpz(first.path);
  REQUIRE(!!read);
  CHECK(*read == samples());
}

TEST_CASE("an archive cut anywhere is an error or, never, a crash") {
  TemporaryFile file;
  REQUIRE(!writeNpz(file.path, samples()));
  std::string whole =
      (*llvm::MemoryBuffer::getFile(file.path))->getBuffer().str();
  for (size_t size = 0; size < whole.size(); ++size) {
    TemporaryFile cut;
    REQUIRE(!writeFile(cut.path, llvm::StringRef(whole).take_front(size)));
    CHECK(codeOf(readNpz(cut.path).takeError()) == ErrorCode::E0800);
  }
}

TEST_CASE("a flipped byte of an archive never reads out of bounds") {
  TemporaryFile file;
  REQUIRE(!writeNpz(file.path, samples()));
  std::string whole =
      (*llvm::MemoryBuffer::getFile(file.path))->getBuffer().str();
  for (size_t i = 0; i < whole.size(); ++i) {
    std::string flipped = whole;
    flipped[i] ^= 0xFF;
    TemporaryFile changed;
    REQUIRE(!writeFile(changed.path, llvm::StringRef(flipped)));
    llvm::consumeError(readNpz(changed.path).takeError());
  }
}

TEST_CASE("an archive whose entries share one member is refused") {
  TemporaryFile file, bomb;
  NamedTensors one = {
      {"x", {ElementType::u8, {65536}, std::vector<uint8_t>(65536)}}};
  REQUIRE(!writeNpz(file.path, one));
  std::string whole =
      (*llvm::MemoryBuffer::getFile(file.path))->getBuffer().str();
  size_t end = whole.size() - 22,
         directory = whole.rfind(std::string("PK\x01\x02", 4), end);
  std::string entry = whole.substr(directory, end - directory),
              record = whole.substr(end);
  std::string many = whole.substr(0, directory);
  for (unsigned i = 0; i < 200; ++i)
    many += entry;
  record[10] = static_cast<char>(200); // entries
  REQUIRE(!writeFile(bomb.path, llvm::StringRef(many + record)));
  CHECK(codeOf(readNpz(bomb.path).takeError()) == ErrorCode::E0800);
}

TEST_CASE("I45: array forms that are not read have a code of their own") {
  CHECK(npyCode(npy("{'descr': '|O', 'fortran_order': False, 'shape': (1,), }",
                    8)) == ErrorCode::E1803);
  CHECK(npyCode(npy("{'descr': '>f4', 'fortran_order': False, 'shape': (1,), }",
                    4)) == ErrorCode::E1803);
  CHECK(npyCode(npy("{'descr': '<f8', 'fortran_order': False, 'shape': (1,), }",
                    8)) == ErrorCode::E1803);
  CHECK(
      npyCode(npy("{'descr': '<f4', 'fortran_order': True, 'shape': (2, 2), }",
                  16)) == ErrorCode::E1803);
}

TEST_CASE("I45: array headers that lie are malformed") {
  CHECK(npyCode({}) == ErrorCode::E0800);
  CHECK(npyCode(npy("{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }",
                    4)) == ErrorCode::E0800);
  CHECK(
      npyCode(npy("{'descr': '<f4', 'fortran_order': False, 'shape': (-2,), }",
                  8)) == ErrorCode::E0800);
  CHECK(npyCode(npy("{'descr': '<f4', 'fortran_order': False, 'shape': "
                    "(9223372036854775807, 9223372036854775807), }",
                    4)) == ErrorCode::E0800);
  CHECK(npyCode(npy("{'descr': '<f4', 'shape': (1,), }", 4)) ==
        ErrorCode::E0800);
  CHECK(
      npyCode(npy(
          "{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (1,), }",
          4)) == ErrorCode::E0800);
  std::vector<uint8_t> long4GiB =
      npy("{'descr': '<f4', 'fortran_order': False, 'shape': (1,), }", 4);
  long4GiB[6] = 2;
  long4GiB[8] = long4GiB[9] = long4GiB[10] = long4GiB[11] = 0xFF;
  CHECK(npyCode(long4GiB) == ErrorCode::E0800);
}

TEST_CASE("low-precision types are written as bit patterns") {
  Tensor tensor{ElementType::bf16, {2}, {1, 2, 3, 4}};
  llvm::Expected<Tensor> read = parseNpy(formatNpy(tensor), "test");
  REQUIRE(!!read);
  CHECK(read->type == ElementType::u16);
  CHECK(read->bytes == tensor.bytes);
}

TEST_CASE("I45: a TensorProto's raw, packed and single data are read") {
  // dims 2, data_type FLOAT, raw_data
  std::vector<uint8_t> raw = {0x08, 2,   0x10, 1, 0x4A, 8, 0,
                              0,    128, 63,   0, 0,    0, 64};
  llvm::Expected<Tensor> tensor = parseTensorProto(raw, "test");
  REQUIRE(!!tensor);
  CHECK(*tensor == Tensor{ElementType::f32, {2}, {0, 0, 128, 63, 0, 0, 0, 64}});
  // dims 2 packed, INT64, int64_data packed {1, -1}
  std::vector<uint8_t> packed = {0x0A, 1,   2,   0x10, 7,   0x3A, 11,  1,   255,
                                 255,  255, 255, 255,  255, 255,  255, 255, 1};
  tensor = parseTensorProto(packed, "test");
  REQUIRE(!!tensor);
  CHECK(tensor->bytes == std::vector<uint8_t>{1, 0, 0, 0, 0, 0, 0, 0, 255, 255,
                                              255, 255, 255, 255, 255, 255});
  for (size_t size = 0; size < packed.size(); ++size)
    CHECK(llvm::errorToBool(
        parseTensorProto(llvm::ArrayRef(packed).take_front(size), "test")
            .takeError()));
  CHECK(codeOf(parseTensorProto(std::vector<uint8_t>{0x10, 8}, "test")
                   .takeError()) == ErrorCode::E1803);
}
