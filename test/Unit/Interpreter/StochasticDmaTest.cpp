//===- StochasticDmaTest.cpp - Transfers that round stochastically --------===//
//
// A tensor of [32, 60] cut in three ways, in every format that rounds: by rows
// on chip, by columns in HBM, and in two halves that start where registers say.
//
//===----------------------------------------------------------------------===//
#include "Harness.h"
#include "glia/Support/StochasticRounding.h"

using namespace glia;
using namespace glia::test;

static constexpr unsigned columns = 60;
static const ElementType types[] = {ElementType::tf32,     ElementType::bf16,
                                    ElementType::f16,      ElementType::f8e4m3,
                                    ElementType::f8e4m3fn, ElementType::f8e5m2};

static std::vector<float> values() { return randomFloats(P * columns, 21); }

static StochasticRounding word(std::array<int64_t, 5> strides) {
  StochasticRounding rounding;
  rounding.stream = 7, rounding.ordinal = 2;
  rounding.indexStride = strides;
  return rounding;
}
template <typename T>
static T stochastic(T x, const StochasticRounding &rounding) {
  x.rounding = Rounding::stochastic, x.stochastic = rounding;
  return x;
}
static std::vector<uint8_t> model(ElementType type) {
  std::vector<float> in = values();
  std::vector<uint64_t> index(in.size());
  for (size_t i = 0; i < index.size(); ++i)
    index[i] = i;
  std::vector<uint8_t> bytes(in.size() * bitWidth(type) / 8);
  numerics::convertStochastic(in.data(), type, bytes.data(), index.data(),
                              in.size(), {9, 7, 0, 2});
  return bytes;
}

static TestProgram byRows(ElementType type) {
  TestProgram program;
  OnChipOperand to = tile(P, columns, 0, type);
  program.add(
      stochastic(DmaLoad{Engine::sync, 0, 0, 0, to, hbm(P, columns, inA)},
                 word({columns, 1, 0, 0, 0})));
  program.add(DmaStore{Engine::sync, 0, 0, 0, hbm(P, columns, out, type), to});
  return program;
}

static TestProgram byColumns(ElementType type) {
  TestProgram program;
  int64_t size = bitWidth(type) / 8;
  HbmOperand from, to;
  from.rank = to.rank = 2;
  from.count = to.count = {columns, P, 1, 1, 1};
  from.offset = inA, from.stride = {4, columns * 4, 0, 0, 0};
  to.offset = out, to.stride = {size, int64_t(columns) * size, 0, 0, 0};
  to.type = type;
  program.add(stochastic(DmaCopy{Engine::sync, 0, 0, 0, to, from},
                         word({1, columns, 0, 0, 0})));
  return program;
}

static TestProgram byHalves(ElementType type) {
  TestProgram program;
  OnChipOperand all = tile(P, columns, 0);
  unsigned size = bitWidth(type) / 8;
  program.add(DmaLoad{Engine::sync, 0, 0, 0, all, hbm(P, columns, inA)});
  program.add(RegisterMove{Engine::sync, 3, 5})
      .add(RegisterMove{Engine::sync, 4, 0xFFFFFFFF});
  for (unsigned half : {1u, 0u}) {
    OnChipOperand from = all;
    from.count[0] = columns / 2;
    from.byteOffset = half * columns / 2 * 4;
    HbmOperand to = hbm(P, columns / 2, out + half * columns / 2 * size, type);
    to.stride[0] = int64_t(columns) * size;
    StochasticRounding rounding = word({columns, 1, 0, 0, 0});
    rounding.stream = 2, rounding.streamRegister = 3;
    rounding.ordinal = 3, rounding.ordinalRegister = 4;
    rounding.indexRegister = 2;
    program.add(AddressMove{Engine::sync, 2, half * columns / 2});
    program.add(
        stochastic(DmaStore{Engine::sync, 0, 0, 0, to, from}, rounding));
  }
  return program;
}

TEST_CASE("stochastic rounding of DMA: three tilings, every format") {
  for (ElementType type : types)
    for (auto make : {byRows, byColumns, byHalves}) {
      TestProgram program = make(type);
      program.image.target = "trn3"; // has all formats
      std::vector<uint8_t> want = model(type);
      program.input("a", inA, P * columns * 4).output("out", out, want.size());
      MachineOptions options;
      options.check = true;
      options.roundingSeed = 9;
      auto machine = program.make(options);
      std::vector<float> input = values();
      REQUIRE(!machine->setInput("a", bytesOf(input)));
      if (llvm::Error error = machine->run())
        FAIL(message(std::move(error)));
      INFO(name(type).str());
      CHECK(outputOf<uint8_t>(*machine, "out") == want);
    }
}

TEST_CASE("stochastic sums of DMA: 4096 increments of 2^-9 onto bf16 1.0") {
  // To nearest even nothing moves; stochastically the mean of the elements,
  // each with bits of its own, is that of the exact sums.
  for (bool isStochastic : {false, true}) {
    TestProgram program;
    program.constant<float>(0, {0x1p-9f}).output("out", 4096, 128 * 16 * 4);
    OnChipOperand sum = tile(128, 16, 0, ElementType::bf16);
    Memset one;
    one.destination = sum, one.value = 0x3F80;
    program.add(Engine::vector, one)
        .add(SemaphoreAdd{Engine::vector, 32, 1})
        .add(SemaphoreWait{Engine::sync, 32, 1})
        .add(SemaphoreSubtract{Engine::sync, 32, 1});
    HbmOperand increment = hbm(128, 16, 0);
    increment.stride = {};
    DmaLoad add{Engine::sync, 0, 0, 0, sum, increment, true};
    if (isStochastic) {
      StochasticRounding rounding = word({16, 1, 0, 0, 0});
      rounding.ordinalRegister = 5;
      add = stochastic(add, rounding);
    }
    // loop_begin, the transfer of 2 or 3 words, register_add, loop_end.
    uint32_t begin = program.pc(Engine::sync);
    uint32_t words = isStochastic ? 3 : 2;
    program.add(LoopBegin{Engine::sync, 4096, noRegister6, begin + 2 + words});
    program.add(add)
        .add(RegisterAdd{Engine::sync, 5, 5, noRegister6, 1})
        .add(LoopEnd{Engine::sync, begin});
    program.add(DmaStore{Engine::sync, 0, 0, 0, hbm(128, 16, 4096), sum});
    auto machine = program.make();
    if (llvm::Error error = machine->run())
      FAIL(message(std::move(error)));
    double mean = 0;
    for (float value : outputOf<float>(*machine, "out"))
      mean += value / (128.0 * 16);
    if (isStochastic)
      CHECK(std::fabs(mean - 9) <= 9 * 0.015);
    else
      CHECK(mean == 1);
  }
}
