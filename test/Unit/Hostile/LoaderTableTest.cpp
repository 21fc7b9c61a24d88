//===- LoaderTableTest.cpp - Hostile object files, row by row -------------===//
//
// The rows B1 to B32 of docs/HostileFiles.md that are
// about the bytes of a file or about the host; those about programs are
// assembly in test/Object/hostile. Codes tell the class: E0 malformed, E1
// invalid, E3 trap, E4 exhausted, E5 io, E7 incompatible.
//
//===----------------------------------------------------------------------===//

#include "HostileFile.h"
#include "glia/ISA/Instructions.h"
#include "glia/Interpreter/Machine.h"
#include "glia/Support/Limits.h"
#include "lib/Object/Format.h"
#include "llvm/Support/Endian.h"
#include <catch2/catch.hpp>
#include <cfenv>
#include <cstdio>
#include <thread>
#include <unistd.h>
#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

using namespace glia;
using namespace glia::test;
namespace endian = llvm::support::endian;

static constexpr char source[] = R"(
.producer "glia test"
.input "x" f32 [1, 64]
.output "y" f32 [1, 64]
.constant "w"
  .f32 1 2 3 4 5
.node "0" "Relu" "first"
.vector
  .at 0
  semaphore_wait semaphore=s1, value=16
  semaphore_subtract semaphore=s1, value=16
  tensor_scalar sbuf.f32[0+1, 0](64:1), sbuf.f32[0+1, 0](64:1), #1.5, #0, op0=multiply
  semaphore_add semaphore=s8, value=1
  halt
.sync
  dma_load sbuf.f32[0+1, 0](64:1), hbm.f32[0](64:4), queue=1, signalMask=2
  semaphore_wait semaphore=s8, value=1
  semaphore_subtract semaphore=s8, value=1
  dma_store hbm.f32[4096](64:4), sbuf.f32[0+1, 0](64:1), queue=1
  halt
)";

static AssembledObject assembled() {
  return llvm::cantFail(assemble(source, "test.s"));
}
static std::vector<uint8_t> file() {
  AssembledObject object = assembled();
  return llvm::cantFail(writeObject(object.image, object.weights));
}
static unsigned load(std::vector<uint8_t> bytes, LoadOptions options = {}) {
  return codeOf(Object::fromMemory(std::move(bytes), options).takeError());
}

/// The file with a little-endian number overwritten and its checksums right.
template <typename T>
static std::vector<uint8_t> with(size_t at, T value) {
  std::vector<uint8_t> bytes = file();
  REQUIRE(at + sizeof(T) <= bytes.size());
  endian::write<T, llvm::endianness::little>(bytes.data() + at, value);
  fixChecksums(bytes);
  return bytes;
}
static constexpr size_t note = 64 + object::noteHeaderBytes;
/// Position of a section's header, by its number.
static size_t headerOf(unsigned index) {
  return endian::read64le(file().data() + 40) + index * 64;
}
/// Position and size of a section, by its name.
static std::pair<size_t, size_t> sectionNamed(llvm::StringRef name) {
  auto object = llvm::cantFail(Object::fromMemory(file()));
  for (const Object::Section &section : object->sections())
    if (section.name == name)
      return {section.offset, section.size};
  FAIL("no section " << name.str());
  return {};
}

TEST_CASE("B1: empty, shorter than a header, garbage behind: malformed") {
  REQUIRE(load({}) == 200); // GLIA-E0200
  std::vector<uint8_t> bytes = file();
  REQUIRE(load({bytes.begin(), bytes.begin() + 63}) == 200);
  bytes.push_back(0);
  REQUIRE(load(bytes) == 205); // GLIA-E0205
}

TEST_CASE("B2: a flipped byte does not fit the hash: malformed") {
  std::vector<uint8_t> bytes = file();
  bytes[sectionNamed(".text.0.vector").first + 5] ^= 0x10;
  REQUIRE(load(bytes) == 206); // GLIA-E0206
}

TEST_CASE("B3: with its checksum fixed it still meets the validator") {
  size_t text = sectionNamed(".text.0.vector").first;
  REQUIRE(load(with<uint8_t>(text + 3, 0x80)) == 1205); // GLIA-E1205
}

TEST_CASE("B4: other magic, other byte order: malformed") {
  REQUIRE(load(with<uint8_t>(0, 0x7E)) == 200);
  REQUIRE(load(with<uint8_t>(5, 2)) == 201); // GLIA-E0201: big-endian file
}

TEST_CASE("B5: another version: incompatible, both named") {
  for (size_t at : {note, note + 4, note + 8, note + 12})
    REQUIRE(load(with<uint32_t>(at, 9)) == 7200); // GLIA-E7200
  std::string text =
      llvm::toString(Object::fromMemory(with<uint32_t>(note, 9)).takeError());
  std::string here =
      std::to_string(formatMajor) + "." + std::to_string(formatMinor);
  REQUIRE(text.find("format 9.") != std::string::npos);
  REQUIRE(text.find("reads " + here) != std::string::npos);
  REQUIRE(text.find("glia-cc") != std::string::npos);
}

TEST_CASE("B6: unknown required feature: incompatible; optional: skipped") {
  REQUIRE(load(with<uint64_t>(note + 16, 0x100)) == 7201); // GLIA-E7201
  REQUIRE(load(with<uint64_t>(note + 24, 0x100)) == 0);
}

TEST_CASE("B7: a target that nobody knows: incompatible") {
  REQUIRE(load(with<uint8_t>(note + 84, 'q')) == 7202); // GLIA-E7202
}

TEST_CASE("B8: the section table: malformed") {
  size_t first = headerOf(1), text = headerOf(2);
  REQUIRE(load(with<uint16_t>(60, 0xFFFF)) == 202); // GLIA-E0202: count
  REQUIRE(load(with<uint16_t>(60, 0)) == 202);
  REQUIRE(load(with<uint64_t>(text + 24, ~uint64_t(0) - 8)) == 202);
  REQUIRE(load(with<uint64_t>(text + 24, 0)) == 202);    // over the header
  REQUIRE(load(with<uint64_t>(text + 32, 0)) == 202);    // empty
  REQUIRE(load(with<uint64_t>(text + 32, 4096)) == 202); // overlaps
  REQUIRE(load(with<uint64_t>(text + 48, 3)) == 202);    // alignment
  uint32_t second = endian::read32le(file().data() + headerOf(2));
  REQUIRE(load(with<uint32_t>(first, second)) == 202);     // twice
  REQUIRE(load(with<uint32_t>(first, second + 1)) == 204); // GLIA-E0204
}

TEST_CASE("B9: names that do not end, lie outside, are no UTF-8: malformed") {
  auto [names, size] = sectionNamed(".shstrtab");
  REQUIRE(load(with<uint8_t>(names + size - 1, 'x')) == 203); // GLIA-E0203
  REQUIRE(load(with<uint8_t>(names + size - 3, 0xFF)) == 203);
  REQUIRE(load(with<uint32_t>(headerOf(1), 0xFFFFFF)) == 203);
  size_t bindings = sectionNamed(".bindings").first;
  REQUIRE(load(with<uint8_t>(bindings + 8, 0xFF)) == 203);      // "x"
  REQUIRE(load(with<uint32_t>(bindings + 4, 1u << 30)) == 208); // 1 GiB
}

TEST_CASE("B10: a compressed section: invalid") {
  REQUIRE(load(with<uint64_t>(headerOf(1) + 8, 0x800)) == 1210); // GLIA-E1210
}

TEST_CASE("B11: a binding's type, rank and dimensions: invalid") {
  size_t at = sectionNamed(".bindings").first + 4 + 4 + 1; // behind "x"
  REQUIRE(load(with<uint8_t>(at + 1, 99)) == 1211);        // GLIA-E1211: type
  REQUIRE(load(with<uint16_t>(at + 2, 0xFFFF)) == 1211);   // rank
  REQUIRE(load(with<int64_t>(at + 20, INT64_MAX)) == 1211);
  REQUIRE(load(with<int64_t>(at + 20, -1)) == 1211);
}

TEST_CASE("B12: tensors that overlap, lie outside or askew: invalid") {
  size_t at = sectionNamed(".bindings").first + 4 + 4 + 1;
  REQUIRE(load(with<uint64_t>(at + 4, 4096)) == 1211); // where y lies
  REQUIRE(load(with<uint64_t>(at + 4, ~uint64_t(0) - 4095)) == 1211);
  REQUIRE(load(with<uint64_t>(at + 4, uint64_t(1) << 30)) == 1211);
  REQUIRE(load(with<uint64_t>(at + 4, 64)) == 1211);
}

TEST_CASE("B13: weights too short: invalid; another hash: malformed") {
  size_t constants = sectionNamed(".constants").first;
  size_t at = constants + 4 + 4 + 1;                    // behind "w"
  REQUIRE(load(with<uint64_t>(at + 16, 4096)) == 1214); // GLIA-E1214
  std::vector<uint8_t> bytes = file();
  bytes.back() ^= 1;
  LoadOptions all;
  all.verifyAll = true;
  REQUIRE(load(bytes, all) == 207); // GLIA-E0207
  // By default the hash is looked at when the weights are used.
  auto object = llvm::cantFail(Object::fromMemory(bytes));
  std::vector<uint8_t> weights(4);
  REQUIRE(codeOf(object->readWeights(0, 0, weights)) == 207);
}

TEST_CASE("B14: bindings of one name: invalid; unused ones: a warning") {
  AssembledObject object = assembled();
  object.image.bindings[1].kind = BindingKind::input;
  object.image.bindings[1].name = "x";
  REQUIRE(codeOf(validateProgram(object.image)) == 1211);
  std::vector<std::string> warnings;
  REQUIRE(codeOf(validateProgram(assembled().image, &warnings)) == 0);
  REQUIRE(warnings.empty());
  AssembledObject idle = llvm::cantFail(assemble(
      ".input \"x\" f32 [4]\n.output \"y\" f32 [4]\n.sync\n halt\n", "s"));
  REQUIRE(codeOf(validateProgram(idle.image, &warnings)) == 0);
  REQUIRE(warnings == std::vector<std::string>{"input `x` is never read",
                                               "output `y` is never written"});
}

TEST_CASE("B25: constants outside: invalid; a broken debug map: left out") {
  auto [map, size] = sectionNamed(".debug_map");
  REQUIRE(size == 20);
  auto object =
      llvm::cantFail(Object::fromMemory(with<uint32_t>(map + 16, 77)));
  REQUIRE(object->isDebugMapDamaged());
  REQUIRE(object->image().nodes.empty());
  size_t nodes = sectionNamed(".nodes").first;
  object =
      llvm::cantFail(Object::fromMemory(with<uint32_t>(nodes + 4, 0xFFFFFFFF)));
  REQUIRE(object->isDebugMapDamaged());
  REQUIRE(feed(with<uint32_t>(map + 16, 77)) == 0);
}

TEST_CASE("B26: an entry that contradicts itself: invalid") {
  AssembledObject object = assembled();
  object.image.entries[0].dims = {{"n", -4}};
  REQUIRE(codeOf(validateProgram(object.image)) == 1211);
  object.image.entries[0].dims = {};
  object.image.entries[0].program = 3;
  REQUIRE(codeOf(validateProgram(object.image)) == 1211);
}

static std::vector<uint8_t> outputOf(Machine &machine) {
  return llvm::cantFail(machine.output("y")).vec();
}
static std::vector<uint8_t> runIt(std::shared_ptr<const Object> object) {
  auto machine = llvm::cantFail(Machine::create(std::move(object)));
  std::vector<float> x(64, 0.1f);
  llvm::cantFail(machine->setInput(
      "x", {reinterpret_cast<const uint8_t *>(x.data()), 256}));
  llvm::cantFail(machine->run());
  return outputOf(*machine);
}

TEST_CASE("B27: threads share an object; it lives as long as its machines") {
  std::shared_ptr<const Object> object =
      llvm::cantFail(Object::fromMemory(file()));
  std::vector<uint8_t> one, two;
  std::thread first([&, copy = object] { one = runIt(copy); }),
      second([&, copy = object] { two = runIt(copy); });
  object.reset();
  first.join();
  second.join();
  REQUIRE(one.size() == 256);
  REQUIRE(one == two);
}

namespace {
/// A file in the folder for temporary ones, gone at the end.
struct TemporaryFile {
  explicit TemporaryFile(const std::vector<uint8_t> &bytes) {
    int descriptor = ::mkstemp(path);
    REQUIRE(descriptor >= 0);
    REQUIRE(::write(descriptor, bytes.data(), bytes.size()) ==
            ssize_t(bytes.size()));
    ::close(descriptor);
  }
  ~TemporaryFile() { ::unlink(path); }
  char path[32] = "/tmp/glia-hostile-XXXXXX";
};
} // namespace

TEST_CASE("B28: a sparse file of 1 TiB, and one that shrinks while open") {
  std::vector<uint8_t> bytes = file();
  TemporaryFile sparse(bytes);
  if (::truncate(sparse.path, off_t(1) << 40) == 0)
    REQUIRE(codeOf(Object::open(sparse.path).takeError()) == 205);
  TemporaryFile shrinking(bytes);
  auto object = llvm::cantFail(Object::open(shrinking.path));
  REQUIRE(::truncate(shrinking.path, 100) == 0);
  std::vector<uint8_t> weights(4);
  REQUIRE(codeOf(object->readWeights(0, 0, weights)) == 5802); // GLIA-E5802
}

TEST_CASE("B30: 1 TiB of device memory: exhausted, before it is reserved") {
  REQUIRE(load(with<uint64_t>(note + 40, uint64_t(1) << 40)) == 4201);
  AssembledObject object = assembled();
  object.image.hbmBytes = uint64_t(20) << 30;
  auto machine = Machine::createFromImage(
      object.image, [](size_t, uint64_t, llvm::MutableArrayRef<uint8_t>) {
        return llvm::Error::success();
      });
  REQUIRE(codeOf(machine.takeError()) == 4401); // GLIA-E4401
}

TEST_CASE("B32: rounding and denormal flags of the host change no bit") {
  std::shared_ptr<const Object> object =
      llvm::cantFail(Object::fromMemory(file()));
  std::vector<uint8_t> expected = runIt(object);
  std::fesetround(FE_UPWARD);
#if defined(__x86_64__)
  unsigned flags = _mm_getcsr();
  _mm_setcsr(flags | 0x8040); // flush to zero, denormals are zero
#endif
  std::vector<uint8_t> got = runIt(object);
#if defined(__x86_64__)
  bool kept = _mm_getcsr() == (flags | 0x8040);
  _mm_setcsr(flags);
  REQUIRE(kept);
#endif
  REQUIRE(std::fegetround() == FE_UPWARD);
  std::fesetround(FE_TONEAREST);
  REQUIRE(got == expected);
}
