//===- LevelsTest.cpp - Random instructions at every SIMD level -----------===//
//
// Cores that differ only in their level, with the same random bits in memory
// (NaNs, infinities and subnormals among them), must agree on every byte after
// random valid instructions of every kind that moves data.
//
//===----------------------------------------------------------------------===//
#include "TestProgram.h"
#include "lib/Interpreter/Core.h"
#include "lib/Interpreter/Execute.h"

using namespace glia;
using namespace glia::test;
using namespace glia::interpreter;

namespace {
struct LevelCore {
  MachineOptions options; // outlives the core
  std::unique_ptr<Core> core;
};
} // namespace

static void fillRandomly(Core &core, std::mt19937_64 &generator) {
  auto fill = [&](uint8_t *memory, uint64_t bytes) {
    for (uint64_t i = 0; i + 8 <= bytes; i += 8) {
      uint64_t bits = generator();
      std::memcpy(memory + i, &bits, 8);
    }
  };
  fill(core.sbuf.row(0), core.sbuf.stride() * numPartitions);
  fill(core.psum.row(0), core.psum.stride() * numPartitions);
  fill(core.hbm.data(), core.hbm.bytes());
}

static bool sameMemory(Core &a, Core &b) {
  return std::memcmp(a.sbuf.row(0), b.sbuf.row(0),
                     a.sbuf.stride() * numPartitions) == 0 &&
         std::memcmp(a.psum.row(0), b.psum.row(0),
                     a.psum.stride() * numPartitions) == 0 &&
         std::memcmp(a.hbm.data(), b.hbm.data(), a.hbm.bytes()) == 0;
}

/// Control, and what needs other cores.
static bool isLeftOut(Opcode opcode) {
  return (opcode >= Opcode::registerMove && opcode <= Opcode::halt) ||
         opcode >= Opcode::allReduce;
}

/// A load that fits the product.
static LoadStationary stationaryFor(const MultiplyMoving &multiply) {
  LoadStationary x;
  x.stationary =
      tile(multiply.moving.partitions, multiply.destination.partitions, 4096,
           elementType(multiply.stationaryType), Space::sbuf,
           multiply.moving.startPartition);
  x.doubleRow = multiply.doubleRow;
  if (x.doubleRow) {
    x.stationary.rank = 2;
    x.stationary.count = {2, multiply.destination.partitions, 1, 1};
    x.stationary.stride = {multiply.destination.partitions, 1, 1, 1};
  }
  x.rowPosition = multiply.rowPosition, x.rowSize = multiply.rowSize;
  x.columnPosition = multiply.columnPosition;
  x.columnSize = multiply.columnSize;
  return x;
}

TEST_CASE("random instructions give the same bytes at every level") {
  const Target &target = *findTarget("trn2");
  ObjectImage image;
  image.hbmBytes = 1 << 20;
  std::vector<std::unique_ptr<LevelCore>> cores;
  for (auto level : {numerics::SimdLevel::scalar, numerics::SimdLevel::avx2,
                     numerics::SimdLevel::avx512}) {
    if (!numerics::isSupported(level))
      continue;
    auto made = std::make_unique<LevelCore>();
    made->options.simd = level;
    made->options.threads = level == numerics::SimdLevel::avx2 ? 2 : 1;
    auto core = Core::create(image, nullptr, target, made->options, {});
    REQUIRE(bool(core));
    made->core = std::move(*core);
    std::mt19937_64 generator(99);
    fillRandomly(*made->core, generator);
    cores.push_back(std::move(made));
  }
  numerics::FloatEnvironment environment;
  std::mt19937_64 generator(4);
  auto execute = [&](const Instruction &instruction) {
    unsigned first = 0;
    for (auto [i, each] : llvm::enumerate(cores)) {
      each->core->stream = &each->core->streams[4];
      unsigned code = codeOf(dispatch(*each->core, instruction));
      if (i == 0)
        first = code;
      REQUIRE(code == first);
    }
  };
  for (Opcode opcode : allOpcodes()) {
    if (!isOn(opcode, target) || isLeftOut(opcode))
      continue;
    for (unsigned i = 0; i < 12; ++i) {
      Instruction instruction = isa::random(opcode, generator, target);
      if (const auto *multiply = std::get_if<MultiplyMoving>(&instruction))
        execute(stationaryFor(*multiply));
      execute(instruction);
    }
    for (auto &each : cores) {
      each->core->semaphores.fill(0);
      INFO(mnemonic(opcode).str() << " at " << name(each->options.simd).str());
      CHECK(sameMemory(*cores[0]->core, *each->core));
    }
  }
}
