//===- TargetTest.cpp - isa IR and the object -----------------------------===//
//
// What locations become in the debug map, that the way back is the identity
// on objects that Glia did not write, and what is refused.
//
//===----------------------------------------------------------------------===//
#include "glia/Target/Target.h"
#include "dialects/ISA/ISADialect.h"
#include "mlir/Parser/Parser.h"
#include <catch2/catch.hpp>

using namespace mlir;
using namespace glia;

namespace {

template <typename T> T value(llvm::Expected<T> expected) {
  if (!expected)
    FAIL(llvm::toString(expected.takeError()));
  return std::move(*expected);
}
template <typename T> std::string errorOf(llvm::Expected<T> expected) {
  return expected ? std::string() : llvm::toString(expected.takeError());
}

struct Parsed {
  explicit Parsed(StringRef text) : context(MLIRContext::Threading::DISABLED) {
    context.loadDialect<isa::ir::ISADialect>();
    module = parseSourceString<ModuleOp>(text, ParserConfig(&context));
    REQUIRE(module);
  }
  MLIRContext context;
  OwningOpRef<ModuleOp> module;
};

} // namespace

TEST_CASE("locations become nodes and one debug entry a run") {
  Parsed parsed(R"(
    isa.object target "trn2" producer "test" hbm_bytes 4096 cores [0] {
      isa.binding "x" kind "input" type "f32" shape [1, 4] at 0 bytes 16
      isa.program {
        isa.stream "vector" {
          isa.semaphore_add vector "semaphore=s1, value=1" loc(unknown)
          isa.semaphore_add vector "semaphore=s1, value=1" loc(fused["4|Relu|r", "3|Conv|c"])
          isa.semaphore_subtract vector "semaphore=s1, value=2" loc("4|Relu|r")
          isa.halt vector loc("3|Conv|c")
        }
        isa.stream "sync" {
          isa.halt sync loc("3|Conv|c")
        }
      }
      isa.entry "main" program 0 pc [0, 0, 0, 0, 0]
    })");
  ObjectImage image = value(buildImage(*parsed.module));
  CHECK(image.nodes == std::vector<NodeReference>{{"4", "Relu", "r"}, {"3", "Conv", "c"}});
  CHECK(image.debug == std::vector<DebugEntry>{{1, 1, 0, 0}, {1, 3, 1, 0}, {4, 0, 1, 0}});
  CHECK(image.programs[0].text[1].size() == 4 * 64);
  CHECK(image.bindings[0].shape == llvm::SmallVector<int64_t, 6>{1, 4});
}

/// Assembly to an object, to isa IR and its text, and back: the same bytes.
static void expectRoundTrip(const char *assembly) {
  AssembledObject assembled = value(assemble(assembly, "test.s"));
  std::vector<uint8_t> bytes = value(writeObject(assembled.image, assembled.weights));
  std::unique_ptr<Object> object = value(Object::fromMemory(bytes));
  MLIRContext context(MLIRContext::Threading::DISABLED);
  OwningOpRef<ModuleOp> module = value(importObject(context, *object));
  // Through text, too.
  std::string text;
  llvm::raw_string_ostream os(text);
  module->print(os);
  module = parseSourceString<ModuleOp>(text, ParserConfig(&context));
  REQUIRE(module);
  CHECK(value(writeObject(value(buildImage(*module)), assembled.weights)) == bytes);
}

TEST_CASE("what cores hold comes back byte for byte") {
  expectRoundTrip(R"(
.cores 0 0 0
.groups (2, 0) (1)
.groups (0, 1, 2)
.input "x" f32 [4, 6] at 0 part [2, 3] on 0 (0, 0) on 1 (1, 0) on 2 (0, 1)
.state "s" bf16 [3, 2] at 8192 permute (1, 0) pad (2, 4) tile (1, 2)
.constant "s" at 8192 initial on 0 on 1
  .zero 16
.constant "w" at 12288 on 2
  .f32 2
.sync
  all_reduce_sbuf sbuf.f32[0+1, 0](4:1), sbuf.f32[0+1, 0](4:1), queue=0, group=1
  halt
)");
}

TEST_CASE("buckets come back byte for byte") {
  expectRoundTrip(R"(
.input "x" f32 [2, 4] at 0
.output "y" f32 [2] at 4096
.hbm 8192
.buckets "the \"n\"" least 2 axis 0 1 (2, 3, 4) axis 1 0 (1, 1, 2) pad 0 7
.entry "large" program=0 dim "the \"n\""=4
.entry "small" program=1 dim "the \"n\""=3
.program
.sync
  halt
.program
.sync
  halt
)");
}

TEST_CASE("an object with nodes in another order comes back byte for byte") {
  AssembledObject assembled;
  assembled.image.target = "trn2";
  assembled.image.producer = "by hand";
  assembled.image.programs.resize(1);
  for (unsigned engine : {1, 3}) {
    isa::Halt halt;
    halt.engine = static_cast<isa::Engine>(engine);
    isa::SemaphoreAdd add;
    add.engine = halt.engine;
    add.semaphore = 7;
    llvm::SmallVector<uint8_t, 128> text;
    REQUIRE_FALSE(bool(isa::encode(add, text)));
    REQUIRE_FALSE(bool(isa::encode(halt, text)));
    assembled.image.programs[0].text[engine].assign(text.begin(), text.end());
  }
  assembled.image.entries.push_back({"main", {{"batch", 4}}, 0, {}});
  assembled.image.constants.push_back({"w", 0, 3, 0});
  assembled.image.hbmBytes = 4096;
  assembled.image.nodes = {{"9", "Unused", ""}, {"2", "Add", "b"}, {"1", "Add", "a"}};
  assembled.image.debug = {{1, 0, 2, 0}, {1, 1, 2, 0}, {3, 1, 1, 0}};
  std::vector<uint8_t> bytes = value(writeObject(assembled.image, {{1, 2, 3}}));
  std::unique_ptr<Object> object = value(Object::fromMemory(bytes));
  MLIRContext context(MLIRContext::Threading::DISABLED);
  OwningOpRef<ModuleOp> module = value(importObject(context, *object));
  ConstantStore constants;
  REQUIRE_FALSE(bool(readConstants(*object, constants)));
  CHECK(value(emitObjectToMemory(*module, constants)) == bytes);
}

TEST_CASE("a module without one object is refused with E1600") {
  Parsed parsed("module {}");
  std::string error = errorOf(buildImage(*parsed.module));
  CHECK(error.find("GLIA-E1600: expects one `isa.object`") != std::string::npos);
}
