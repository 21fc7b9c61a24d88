//===- TileProgramTest.cpp - Tile IR on the machine -----------------------===//
//
// Hand-written programs of the tile dialect go through the whole back end and
// run under --check: right values, no race, no uninitialised byte, the same
// bits in program order with barriers and scheduled; and object -> isa ->
// object is the identity.
//
//===----------------------------------------------------------------------===//
#include "dialects/ISA/ISADialect.h"
#include "dialects/Tile/Passes.h"
#include "glia/Conversion/TileToISA.h"
#include "glia/Interpreter/Machine.h"
#include "glia/Target/Target.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include <catch2/catch.hpp>
#include <cstring>

using namespace mlir;
using namespace glia;

namespace {

using Floats = std::vector<float>;

template <typename T> T value(llvm::Expected<T> expected) {
  if (!expected)
    FAIL(llvm::toString(expected.takeError()));
  return std::move(*expected);
}
void check(llvm::Error error) {
  if (error)
    FAIL(llvm::toString(std::move(error)));
}

ArrayRef<uint8_t> bytesOf(const Floats &floats) {
  return {reinterpret_cast<const uint8_t *>(floats.data()), floats.size() * sizeof(float)};
}

class Backend {
public:
  explicit Backend(StringRef body, bool straight = false) : context(MLIRContext::Threading::DISABLED) {
    context.loadDialect<func::FuncDialect, tile::TileDialect, isa::ir::ISADialect>();
    std::string text = "func.func @main() {\n" + body.str() + "\nreturn\n}";
    module = parseSourceString<ModuleOp>(text, ParserConfig(&context));
    REQUIRE(module);
    PassManager passes(&context);
    auto verify = [&](const char *phase) {
      tile::VerifyPhasePassOptions options;
      options.phase = phase;
      passes.addNestedPass<func::FuncOp>(tile::createVerifyPhasePass(options));
    };
    verify("tiled");
    tile::SchedulePassOptions schedule;
    schedule.straight = straight;
    passes.addNestedPass<func::FuncOp>(tile::createSchedulePass(schedule));
    verify("scheduled");
    passes.addNestedPass<func::FuncOp>(tile::createAllocatePass());
    verify("allocated");
    passes.addNestedPass<func::FuncOp>(tile::createSynchronisePass());
    verify("synchronised");
    passes.addPass(createTileToISAPass());
    REQUIRE(succeeded(passes.run(*module)));
  }

  std::vector<uint8_t> object() { return value(emitObjectToMemory(*module, constants)); }

  /// Runs with inputs x, ... and returns output y.
  Floats run(ArrayRef<std::pair<StringRef, Floats>> inputs) {
    std::shared_ptr<const Object> loaded = value(Object::fromMemory(object()));
    MachineOptions options;
    options.check = true;
    std::unique_ptr<Machine> machine = value(Machine::create(loaded, options));
    for (auto &[name, floats] : inputs)
      check(machine->setInput(name, bytesOf(floats)));
    check(machine->run());
    nanoseconds = machine->counters().timeNs;
    ArrayRef<uint8_t> bytes = value(machine->output("y"));
    Floats result(bytes.size() / sizeof(float));
    std::memcpy(result.data(), bytes.data(), bytes.size());
    return result;
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
  ConstantStore constants;
  double nanoseconds = 0;
};

Floats ramp(size_t count, float scale) {
  Floats floats(count);
  for (size_t i = 0; i < count; ++i)
    floats[i] = scale * float(int(i * 7 % 23) - 11);
  return floats;
}

/// y = relu(x w) for x 64 x 64, w 64 x 32 (w is a constant), through a scratch buffer.
constexpr StringRef matmulProgram = R"(
  %x = tile.buffer input "x" : !tile.buffer<64x64xf32>
  %w = tile.buffer constant "w" id 0 : !tile.buffer<64x32xf32>
  %s = tile.buffer scratch "" : !tile.buffer<64x32xf32>
  %y = tile.buffer output "y" : !tile.buffer<64x32xf32>
  %a = tile.load %x [0, 64*256, 64*4] -> [0:64, 0, 64*1] on sync : (!tile.buffer<64x64xf32>) -> !tile.tile<64x64xf32, sbuf>
  %p = tile.transpose %a [0:64, 0, 64*1] -> [0:64, 0, 64*1] on tensor : (!tile.tile<64x64xf32, sbuf>) -> !tile.tile<64x64xf32, psum>
  %t = tile.copy %p [0:64, 0, 64*1] -> [0:64, 0, 64*1] on vector : (!tile.tile<64x64xf32, psum>) -> !tile.tile<64x64xf32, sbuf>
  %b = tile.load %w [0, 64*128, 32*4] -> [0:64, 0, 32*1] on sync : (!tile.buffer<64x32xf32>) -> !tile.tile<64x32xf32, sbuf>
  %c0 = tile.matmul %t [0:32, 0, 64*1], %b [0:32, 0, 32*1] -> [0:64, 0, 32*1] on tensor
    : (!tile.tile<64x64xf32, sbuf>, !tile.tile<64x32xf32, sbuf>) -> !tile.tile<64x32xf32, psum>
  %c1 = tile.matmul %t [32:32, 0, 64*1], %b [32:32, 0, 32*1] -> into %c0 [0:64, 0, 32*1] accumulate on tensor
    : (!tile.tile<64x64xf32, sbuf>, !tile.tile<64x32xf32, sbuf>, !tile.tile<64x32xf32, psum>) -> !tile.tile<64x32xf32, psum>
  %d = tile.activate relu %c1 [0:64, 0, 32*1] scale imm 0x3F800000 bias imm 0x80000000 -> [0:64, 0, 32*1] on scalar
    : (!tile.tile<64x32xf32, psum>) -> !tile.tile<64x32xf32, sbuf>
  tile.store %d [0:64, 0, 32*1] -> %s [0, 64*128, 32*4] on sync : (!tile.tile<64x32xf32, sbuf>, !tile.buffer<64x32xf32>) -> ()
  tile.copy_buffer %s [0, 2048*4] -> %y [0, 2048*4] on sync : (!tile.buffer<64x32xf32>, !tile.buffer<64x32xf32>) -> ()
)";

Floats matmulReference(const Floats &x, const Floats &w) {
  Floats y(64 * 32);
  for (unsigned m = 0; m < 64; ++m)
    for (unsigned n = 0; n < 32; ++n) {
      float total = 0;
      for (unsigned chunk = 0; chunk < 2; ++chunk) {
        float p = 0;
        for (unsigned k = chunk * 32; k < chunk * 32 + 32; ++k)
          p = std::fma(x[m * 64 + k], w[k * 32 + n], p);
        total = chunk ? total + p : p;
      }
      y[m * 32 + n] = std::max(total, 0.0f);
    }
  return y;
}

/// y = x + 1, in `blocks` column blocks that each go through three engines and new tiles.
std::string pipelineProgram(unsigned blocks) {
  std::string text;
  llvm::raw_string_ostream os(text);
  std::string buffer = "!tile.buffer<128x" + std::to_string(blocks * 16) + "xf32>", row = std::to_string(blocks * 64);
  const char *tile = "!tile.tile<128x16xf32, sbuf>", *all = "[0:128, 0, 16*1]";
  os << "%x = tile.buffer input \"x\" : " << buffer << "\n%y = tile.buffer output \"y\" : " << buffer << "\n";
  for (unsigned i = 0; i < blocks; ++i) {
    std::string part = "[" + std::to_string(i * 64) + ", 128*" + row + ", 16*4]";
    os << "%a" << i << " = tile.load %x " << part << " -> " << all << " on sync : (" << buffer << ") -> " << tile << "\n"
       << "%b" << i << " = tile.copy %a" << i << " " << all << " -> " << all << " on gpsimd : (" << tile << ") -> " << tile << "\n"
       << "%c" << i << " = tile.tensor_scalar %b" << i << " " << all << " add imm 0x3F800000, bypass imm 0x0 -> into %b" << i << " " << all
       << " on vector : (" << tile << ", " << tile << ") -> " << tile << "\n"
       << "tile.store %c" << i << " " << all << " -> %y " << part << " on sync : (" << tile << ", " << buffer << ") -> ()\n";
  }
  return text;
}

} // namespace

TEST_CASE("a matmul through every space and engine is right, scheduled and in order") {
  Floats x = ramp(64 * 64, 0.37f), w = ramp(64 * 32, 0.11f);
  for (bool straight : {false, true}) {
    Backend backend(matmulProgram, straight);
    backend.constants.addMemory("w", ElementType::f32, {64, 32}, bytesOf(w).vec());
    CHECK(backend.run({{"x", x}}) == matmulReference(x, w));
  }
}

TEST_CASE("a long pipeline reuses addresses without a race and overlaps its engines") {
  constexpr unsigned blocks = 200;
  Floats x = ramp(128 * 16 * blocks, 0.5f), expected = x;
  for (float &element : expected)
    element += 1;
  Backend scheduled(pipelineProgram(blocks)), straight(pipelineProgram(blocks), /*straight=*/true);
  CHECK(scheduled.run({{"x", x}}) == expected);
  CHECK(straight.run({{"x", x}}) == expected);
  CHECK(scheduled.nanoseconds * 2 < straight.nanoseconds);
}

TEST_CASE("object to isa to object is the identity") {
  Floats w = ramp(64 * 32, 0.11f);
  Backend backend(matmulProgram);
  backend.constants.addMemory("w", ElementType::f32, {64, 32}, bytesOf(w).vec());
  std::vector<uint8_t> bytes = backend.object();
  std::unique_ptr<Object> object = value(Object::fromMemory(bytes));
  OwningOpRef<ModuleOp> imported = value(importObject(backend.context, *object));
  ConstantStore constants;
  check(readConstants(*object, constants));
  CHECK(value(emitObjectToMemory(*imported, constants)) == bytes);
}

TEST_CASE("constants that are not the IR's are refused") {
  Backend backend(matmulProgram);
  auto missing = emitObjectToMemory(*backend.module, backend.constants);
  REQUIRE_FALSE(bool(missing));
  CHECK(llvm::toString(missing.takeError()).find("GLIA-E1601") != std::string::npos);
  backend.constants.addMemory("w", ElementType::f32, {2}, std::vector<uint8_t>(8));
  auto wrong = emitObjectToMemory(*backend.module, backend.constants);
  REQUIRE_FALSE(bool(wrong));
  CHECK(llvm::toString(wrong.takeError()).find("GLIA-E1601") != std::string::npos);
}
