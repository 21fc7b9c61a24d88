//===- ObjectTest.cpp - Damaged and hostile object files ------------------===//
//
// Every truncation and every flipped byte of a small object: a coded error
// with the checksum, and without it any answer but a crash.
//
//===----------------------------------------------------------------------===//

#include "glia/Object/Object.h"
#include "glia/Support/Error.h"
#include "lib/Object/Format.h"
#include "llvm/Support/Endian.h"
#include <catch2/catch.hpp>

using namespace glia;

static constexpr char source[] = R"(
.producer "glia test"
.input "x" f32 [1, 64]
.output "y" f32 [1, 64]
.constant "w"
  .f32 1 2 3 4 5
.node "0" "Relu" "first"
.vector
  .at 0
  loop_begin count=2, end=2
  memset sbuf.f32[0+1, 0](64:1), value=0
  loop_end begin=0
  call target=5
  halt
  return
.sync
  dma_load sbuf.f32[0+1, 0](64:1), hbm.f32[0](64:4), queue=1
  dma_store hbm.f32[4096](64:4), sbuf.f32[0+1, 0](64:1), queue=1
  halt
)";

static AssembledObject assembled() {
  return cantFail(assemble(source, "test.s"));
}
static std::vector<uint8_t> file() {
  AssembledObject object = assembled();
  return cantFail(writeObject(object.image, object.weights));
}

/// The code of an error, 0 for none; fails for one without a code.
static unsigned codeOf(llvm::Error error) {
  unsigned code = 0;
  llvm::handleAllErrors(
      std::move(error),
      [&](const GliaError &coded) { code = unsigned(coded.code); },
      [&](const llvm::ErrorInfoBase &other) {
        FAIL("no code: " << other.message());
      });
  return code;
}
static unsigned load(std::vector<uint8_t> bytes, LoadOptions options = {}) {
  options.verifyAll = true;
  llvm::Expected<std::unique_ptr<Object>> object =
      Object::fromMemory(std::move(bytes), options);
  if (!object)
    return codeOf(object.takeError());
  std::string text; // whatever loads can be shown
  llvm::raw_string_ostream os(text);
  llvm::consumeError(disassemble(**object, os));
  return 0;
}
/// Makes the hash right again, as a fuzzer does.
static std::vector<uint8_t> rehashed(std::vector<uint8_t> bytes) {
  uint64_t headEnd =
      (bytes.size() - 20) / 4096 * 4096; // the weights have 20 bytes
  size_t hashAt = 64 + object::noteHeaderBytes + object::hashOffset;
  auto hash =
      object::hashHead(llvm::ArrayRef(bytes).take_front(headEnd), hashAt);
  llvm::copy(hash, bytes.begin() + int64_t(hashAt));
  return bytes;
}

TEST_CASE("an object reads back as it was written") {
  AssembledObject object = assembled();
  llvm::Expected<std::unique_ptr<Object>> read = Object::fromMemory(file());
  REQUIRE(bool(read));
  object.image.constants[0].fileOffset =
      (*read)->image().constants[0].fileOffset;
  REQUIRE(((*read)->image() == object.image));
  std::vector<uint8_t> bytes(20);
  REQUIRE(codeOf((*read)->readWeights(0, 0, bytes)) == 0);
  REQUIRE(bytes == object.weights[0]);
  REQUIRE(codeOf((*read)->readWeights(0, 1, bytes)) == 1214); // GLIA-E1214
  REQUIRE((*read)->image().findNode(0, 1, 2)->name == "first");
  REQUIRE((*read)->image().findNode(0, 4, 0) == nullptr);
}

TEST_CASE("writing is deterministic") { REQUIRE(file() == file()); }

TEST_CASE("weights are written in any cut") {
  AssembledObject object = assembled();
  object.weights[0].assign(3 << 20, 7);
  object.image.constants[0].bytes = 3 << 20;
  object.image.hbmBytes = 16 << 20;
  std::vector<uint8_t> whole =
      cantFail(writeObject(object.image, object.weights));
  REQUIRE(load(whole) == 0);
  whole[whole.size() - 1] ^= 1;
  REQUIRE(load(whole) == 207); // GLIA-E0207
  object.weights[0].pop_back();
  REQUIRE(codeOf(writeObject(object.image, object.weights).takeError()) ==
          9800);
}

TEST_CASE("every truncation is a coded error") {
  std::vector<uint8_t> bytes = file();
  for (size_t size = 0; size < bytes.size(); ++size) {
    INFO(size);
    std::vector<uint8_t> cut(bytes.begin(), bytes.begin() + int64_t(size));
    REQUIRE(load(cut) != 0);
    LoadOptions options;
    options.verifyChecksum = false;
    REQUIRE(load(cut, options) != 0);
  }
  bytes.push_back(0);
  REQUIRE(load(bytes) == 205); // GLIA-E0205
}

TEST_CASE("every flipped byte is a coded error") {
  std::vector<uint8_t> bytes = file();
  for (size_t i = 0; i < bytes.size(); ++i) {
    INFO(i);
    for (uint8_t mask : {0x01, 0x80, 0xFF}) {
      std::vector<uint8_t> damaged = bytes;
      damaged[i] ^= mask;
      REQUIRE(load(damaged) != 0);
    }
  }
}

TEST_CASE("no flipped byte crashes behind the checksum") {
  std::vector<uint8_t> bytes = file();
  LoadOptions options;
  options.verifyChecksum = false;
  for (size_t i = 0; i < bytes.size(); ++i)
    for (uint8_t mask :
         {0x01, 0x02, 0x04, 0x08, 0x10, 0x20, 0x40, 0x80, 0xFF}) {
      std::vector<uint8_t> damaged = bytes;
      damaged[i] ^= mask;
      (void)load(damaged, options);
    }
}

/// Overwrites a little-endian number and makes the hash right.
template <typename T>
static std::vector<uint8_t> with(size_t at, T value) {
  std::vector<uint8_t> bytes = file();
  llvm::support::endian::write<T, llvm::endianness::little>(bytes.data() + at,
                                                            value);
  return rehashed(bytes);
}

TEST_CASE("the header and the note say what is wrong") {
  size_t note = 64 + object::noteHeaderBytes;
  REQUIRE(load(with<uint8_t>(0, 0x7E)) == 200); // GLIA-E0200: magic
  REQUIRE(load(with<uint8_t>(5, 2)) == 201);    // GLIA-E0201: big-endian
  REQUIRE(load(with<uint16_t>(18, 62)) == 200); // machine
  REQUIRE(load(with<uint64_t>(40, ~uint64_t(0))) ==
          202); // GLIA-E0202: section headers outside
  REQUIRE(load(with<uint16_t>(60, 0xFFFF)) == 202); // more than the file has
  REQUIRE(load(with<uint32_t>(note, 1)) == 7200); // GLIA-E7200: major
  REQUIRE(load(with<uint32_t>(note + 4, 99)) == 7200); // minor
  REQUIRE(load(with<uint64_t>(note + 16, 0x100)) ==
          7201);                                        // GLIA-E7201: feature
  REQUIRE(load(with<uint64_t>(note + 24, 0x100)) == 0); // optional feature
  REQUIRE(load(with<uint64_t>(note + 32, 5)) == 205);   // size
  REQUIRE(load(with<uint64_t>(note + 40, uint64_t(1) << 40)) ==
          4201); // GLIA-E4201: device memory
  REQUIRE(load(with<uint64_t>(note + 40, 16)) == 1211); // bindings outside
  REQUIRE(load(with<uint8_t>(note + 84, 'q')) == 7202); // GLIA-E7202: target
  REQUIRE(load(with<uint32_t>(64 + 8, 9)) ==
          204); // GLIA-E0204: type of the note
  std::vector<uint8_t> bytes = file();
  bytes[note + 88] ^= 1;
  REQUIRE(load(bytes) == 206); // GLIA-E0206
}

/// Position of a section's header in the file, by its number.
static size_t headerOf(llvm::ArrayRef<uint8_t> bytes, unsigned index) {
  return llvm::support::endian::read64le(bytes.data() + 40) + index * 64;
}

TEST_CASE("the section table is checked") {
  std::vector<uint8_t> bytes = file();
  size_t first = headerOf(bytes, 1);
  uint16_t count = llvm::support::endian::read16le(bytes.data() + 60);
  REQUIRE(load(with<uint64_t>(first + 24, ~uint64_t(0) - 8)) ==
          202); // offset + size overflows
  REQUIRE(load(with<uint64_t>(first + 24, 0)) == 202);    // over the header
  REQUIRE(load(with<uint64_t>(first + 32, 0)) == 202);    // empty
  REQUIRE(load(with<uint64_t>(first + 32, 4096)) == 202); // overlaps
  REQUIRE(load(with<uint64_t>(first + 48, 3)) == 202);    // alignment
  REQUIRE(load(with<uint64_t>(first + 8, 0x800)) ==
          1210); // GLIA-E1210: compressed
  REQUIRE(load(with<uint32_t>(first, 0xFFFFFF)) ==
          203); // GLIA-E0203: name outside
  uint32_t second =
      llvm::support::endian::read32le(bytes.data() + headerOf(bytes, 2));
  REQUIRE(load(with<uint32_t>(first, second)) == 202); // twice
  REQUIRE(load(with<uint32_t>(first, second + 1)) ==
          204); // the note is missing
  size_t strings = llvm::support::endian::read64le(
      bytes.data() + headerOf(bytes, count - 2) + 24);
  size_t stringsSize = llvm::support::endian::read64le(
      bytes.data() + headerOf(bytes, count - 2) + 32);
  REQUIRE(load(with<uint8_t>(strings + stringsSize - 1, 'x')) ==
          203); // no final zero
}

TEST_CASE("tables keep their rules") {
  auto code = [](auto change) {
    AssembledObject object = assembled();
    change(object.image);
    return codeOf(writeObject(object.image, object.weights).takeError());
  };
  REQUIRE(code([](ObjectImage &) {}) == 0);
  REQUIRE(code([](ObjectImage &i) { i.target = "trn9"; }) == 7202);
  REQUIRE(code([](ObjectImage &i) { i.programs.clear(); }) ==
          1211); // GLIA-E1211
  REQUIRE(code([](ObjectImage &i) { i.coreToProgram = {1}; }) == 1211);
  REQUIRE(code([](ObjectImage &i) { i.entries.clear(); }) == 1211);
  REQUIRE(code([](ObjectImage &i) { i.entries.push_back(i.entries[0]); }) ==
          1211);
  REQUIRE(code([](ObjectImage &i) {
            i.bindings[1].name = "x";
            i.bindings[1].kind = BindingKind::input;
          }) == 1211);
  REQUIRE(code([](ObjectImage &i) { i.bindings[0].bytes = 4; }) == 1211);
  REQUIRE(code([](ObjectImage &i) {
            i.bindings[0].shape = {INT64_MAX, INT64_MAX};
          }) == 1211);
  REQUIRE(code([](ObjectImage &i) { i.bindings[0].shape = {-1}; }) == 1211);
  REQUIRE(code([](ObjectImage &i) { i.bindings[0].hbmOffset = 64; }) == 1211);
  REQUIRE(code([](ObjectImage &i) {
            i.bindings[0].hbmOffset = ~uint64_t(0) - 4095;
          }) == 1211);
  REQUIRE(code([](ObjectImage &i) { i.bindings[1].hbmOffset = 0; }) == 1211);
  REQUIRE(code([](ObjectImage &i) { i.bindings[0].name = "\xff"; }) == 1211);
  REQUIRE(code([](ObjectImage &i) { i.bindings[0].name.assign(70000, 'x'); }) ==
          1211);
  REQUIRE(code([](ObjectImage &i) { i.constants[0].hbmOffset = 0; }) == 1211);
  REQUIRE(code([](ObjectImage &i) { i.hbmBytes = uint64_t(1) << 50; }) == 1211);
  REQUIRE(code([](ObjectImage &i) { i.debug[0].node = 5; }) == 1211);
  REQUIRE(code([](ObjectImage &i) {
            i.programs.resize(600, Program(i.programs[0]));
          }) == 4200);
}

TEST_CASE("a damaged debug map is left out") {
  AssembledObject object = assembled();
  std::vector<uint8_t> bytes = file();
  unsigned count = llvm::support::endian::read16le(bytes.data() + 60);
  for (unsigned i = 1; i < count; ++i) {
    size_t at =
        llvm::support::endian::read64le(bytes.data() + headerOf(bytes, i) + 24);
    size_t size =
        llvm::support::endian::read64le(bytes.data() + headerOf(bytes, i) + 32);
    if (size == 20 && at < 4096) // .debug_map: a count and one record
      llvm::support::endian::write32le(bytes.data() + at + 16, 77);
  }
  llvm::Expected<std::unique_ptr<Object>> read =
      Object::fromMemory(rehashed(bytes));
  REQUIRE(bool(read));
  REQUIRE((*read)->isDebugMapDamaged());
  REQUIRE((*read)->image().nodes.empty());
}

TEST_CASE("assembly never crashes") {
  // Every prefix, and every character replaced.
  std::string text = source;
  for (size_t i = 0; i < text.size(); ++i) {
    llvm::consumeError(
        assemble(llvm::StringRef(text).take_front(i), "t").takeError());
    for (char c : {'\0', '(', '9', '"', '\n', '\xff'}) {
      std::string damaged = text;
      damaged[i] = c;
      llvm::Expected<AssembledObject> object = assemble(damaged, "t");
      if (!object)
        REQUIRE(codeOf(object.takeError()) != 0);
    }
  }
}

TEST_CASE("text that does not decode is refused") {
  auto code = [](auto change) {
    AssembledObject object = assembled();
    change(object.image.programs[0].text[1]);
    return codeOf(validateProgram(object.image));
  };
  REQUIRE(code([](std::vector<uint8_t> &text) { text.pop_back(); }) ==
          1202); // GLIA-E1202
  REQUIRE(code([](std::vector<uint8_t> &text) {
            text[0] = 0xFF;
            text[1] = 0xFF;
          }) == 1203); // GLIA-E1203
  REQUIRE(code([](std::vector<uint8_t> &text) {
            text[2] = (text[2] & ~7) | 7;
          }) == 1204); // GLIA-E1204: engine
  REQUIRE(code([](std::vector<uint8_t> &text) { text[3] = 0x80; }) ==
          1205); // GLIA-E1205
  REQUIRE(code([](std::vector<uint8_t> &text) {
            text[2] = (text[2] & ~7) | 2;
          }) == 1208); // another stream's
}

TEST_CASE("tables that end early or late are refused") {
  std::vector<uint8_t> bytes = file();
  size_t at = llvm::support::endian::read64le(
      bytes.data() + headerOf(bytes, 4) + 24);        // .cores
  REQUIRE(load(with<uint32_t>(at + 4, 1000)) == 208); // GLIA-E0208
  REQUIRE(load(with<uint32_t>(at + 4, 0)) == 208);
  REQUIRE(load(with<uint32_t>(at, 100000)) == 4200);
}
