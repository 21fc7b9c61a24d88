//===- StochasticTest.cpp - Stores that round stochastically --------------===//
//
// A tensor of [32, 60] that lies in different tilings, and each instruction
// that rounds against the conversion of lib/Support.
//
//===----------------------------------------------------------------------===//
#include "Harness.h"
#include "glia/Support/StochasticRounding.h"

using namespace glia;
using namespace glia::test;
using numerics::StochasticKey;

static constexpr unsigned columns = 60;

static StochasticRounding word(std::array<int64_t, 5> strides,
                               uint64_t offset = 0) {
  StochasticRounding rounding;
  rounding.stream = 7;
  rounding.indexOffset = offset;
  rounding.indexStride = strides;
  rounding.ordinal = 2;
  return rounding;
}
template <typename T>
static T stochastic(T x, const StochasticRounding &rounding) {
  x.rounding = Rounding::stochastic, x.stochastic = rounding;
  return x;
}
/// What the store of a dense row-major tensor gives.
static std::vector<uint16_t> model(const std::vector<float> &values,
                                   StochasticKey key,
                                   ElementType type = ElementType::bf16) {
  std::vector<uint64_t> index(values.size());
  for (size_t i = 0; i < index.size(); ++i)
    index[i] = i;
  std::vector<uint16_t> bits(values.size());
  numerics::convertStochastic(values.data(), type, bits.data(), index.data(),
                              values.size(), key);
  return bits;
}
static std::vector<float> values() { return randomFloats(P * columns, 21); }

/// Runs `steps` times; the last output.
static std::vector<uint16_t> run(TestProgram &program,
                                 const std::vector<float> &input,
                                 uint32_t seed = 0, unsigned steps = 1,
                                 numerics::SimdLevel level = levels()[0]) {
  MachineOptions options;
  options.check = true;
  options.roundingSeed = seed;
  options.simd = level;
  auto machine = program.make(options);
  REQUIRE(!machine->setInput("a", bytesOf(input)));
  for (unsigned i = 0; i < steps; ++i)
    if (llvm::Error error = machine->run())
      FAIL(message(std::move(error)));
  return outputOf<uint16_t>(*machine, "out");
}

static Copy castOf(OnChipOperand to, OnChipOperand from) {
  Copy x;
  x.destination = to, x.source = from;
  return x;
}

/// [32, 60] as it is: rows on partitions.
static TestProgram byRows() {
  Harness h(Engine::vector);
  OnChipOperand from = h.load(values(), tile(P, columns, 0), inA, "a");
  h.ready();
  OnChipOperand to = tile(P, columns, 1024, ElementType::bf16);
  h.program.add(Engine::vector,
                stochastic(castOf(to, from), word({columns, 1, 0, 0, 0})));
  h.store(to, P * columns * 2);
  return h.program;
}

/// Columns on partitions, the rows in pairs of [4, 8], stored in two halves of
/// 30 columns each, the second one first.
static TestProgram byColumns() {
  TestProgram program;
  program.input("a", inA, P * columns * 4);
  program.output("out", out, P * columns * 2);
  HbmOperand source, target;
  source.rank = target.rank = 2;
  source.count = target.count = {columns, P, 1, 1, 1};
  source.offset = inA, source.stride = {4, columns * 4, 0, 0, 0};
  target.offset = out, target.stride = {2, columns * 2, 0, 0, 0};
  target.type = ElementType::bf16;
  OnChipOperand from = tile(columns, P, 0),
                to = tile(columns, P, 1024, ElementType::bf16);
  program.add(DmaLoad{Engine::sync, 0, 0, 2, from, source});
  waitFor(program, Engine::vector, 1);
  for (unsigned half : {1u, 0u}) {
    OnChipOperand a = from, b = to;
    for (OnChipOperand *each : {&a, &b}) {
      each->startPartition = static_cast<uint8_t>(32 * half);
      each->partitions = static_cast<uint8_t>(half ? columns - 32 : 32);
      each->rank = 2;
      each->count = {4, 8, 1, 1};
      each->stride = {8, 1, 1, 1};
    }
    program.add(Engine::vector,
                stochastic(castOf(b, a),
                           word({1, 8 * columns, columns, 0, 0}, 32 * half)));
  }
  program.add(SemaphoreAdd{Engine::vector, 32, 1})
      .add(SemaphoreWait{Engine::sync, 32, 1})
      .add(SemaphoreSubtract{Engine::sync, 32, 1});
  program.add(DmaStore{Engine::sync, 0, 0, 0, target, to});
  return program;
}

/// Rows on partitions, 12 columns a trip of a loop; the place in the tensor,
/// stream and ordinal partly from registers.
static TestProgram byBlocks() {
  TestProgram program;
  program.input("a", inA, P * columns * 4);
  program.output("out", out, P * columns * 2);
  OnChipOperand from = tile(P, columns, 0),
                to = tile(P, columns, 1024, ElementType::bf16);
  program.add(DmaLoad{Engine::sync, 0, 0, 2, from, hbm(P, columns, inA)});
  waitFor(program, Engine::vector, 1);
  program.add(RegisterMove{Engine::vector, 3, 5})
      .add(RegisterMove{Engine::vector, 4, 0xFFFFFFFF})
      .add(AddressMove{Engine::vector, 2, 0});
  for (unsigned block = 0; block < columns / 12; ++block) {
    OnChipOperand a = from, b = to;
    for (OnChipOperand *each : {&a, &b}) {
      each->byteOffset += block * 12 * (bitWidth(each->type) / 8);
      each->rank = 4;
      each->count = {2, 1, 3, 2};
      each->stride = {6, 1, 2, 1};
    }
    StochasticRounding rounding = word({columns, 6, 1000, 2, 1});
    rounding.stream = 2, rounding.streamRegister = 3;
    rounding.ordinal = 3, rounding.ordinalRegister = 4;
    rounding.indexRegister = 2;
    program.add(Engine::vector, stochastic(castOf(b, a), rounding));
    program.add(AddressAdd{Engine::vector, 2, 2, noRegister6, 12});
  }
  program.add(SemaphoreAdd{Engine::vector, 32, 1})
      .add(SemaphoreWait{Engine::sync, 32, 1})
      .add(SemaphoreSubtract{Engine::sync, 32, 1});
  program.add(DmaStore{Engine::sync, 0, 0, 0,
                       hbm(P, columns, out, ElementType::bf16), to});
  return program;
}

TEST_CASE("stochastic rounding: three tilings of one tensor, one result") {
  std::vector<uint16_t> want = model(values(), {9, 7, 0, 2});
  for (auto make : {byRows, byColumns, byBlocks})
    for (auto level : levels()) {
      TestProgram program = make();
      CHECK(sameBits(run(program, values(), 9, 1, level), want));
    }
}

TEST_CASE("stochastic rounding: another seed, another step, other bits") {
  auto result = [](uint32_t seed, unsigned steps) {
    TestProgram program = byRows();
    return run(program, values(), seed, steps);
  };
  std::vector<uint16_t> first = result(9, 1);
  CHECK(sameBits(result(9, 1), first));
  CHECK(!sameBits(result(10, 1), first));
  CHECK(!sameBits(result(9, 2), first));
  CHECK(sameBits(result(9, 3), model(values(), {9, 7, 2, 2})));
}

TEST_CASE("stochastic rounding: a run that traps is no step") {
  TestProgram program = byRows();
  MachineOptions options;
  options.check = true; // the input is read before it is given
  auto machine = program.make(options);
  CHECK(codeOf(machine->run()) == 3404);
  REQUIRE(!machine->setInput("a", bytesOf(values())));
  REQUIRE(!machine->run());
  CHECK(sameBits(outputOf<uint16_t>(*machine, "out"),
                 model(values(), {0, 7, 0, 2})));
}

/// One instruction from `a` to `destination`, given the function that makes it.
template <typename Make>
static void checkInstruction(Engine engine, Make make,
                             const std::vector<float> &results) {
  for (ElementType type : {ElementType::bf16, ElementType::f16})
    for (auto level : levels()) {
      Harness h(engine);
      OnChipOperand from = h.load(values(), tile(P, columns, 0), inA, "a");
      h.ready();
      unsigned n = static_cast<unsigned>(results.size() / P);
      OnChipOperand to = tile(P, n, 1024, type);
      h.program.add(engine, stochastic(make(to, from), word({n, 1, 0, 0, 0})));
      h.store(to, P * n * 2);
      CHECK(sameBits(run(h.program, values(), 4, 1, level),
                     model(results, {4, 7, 0, 2}, type)));
    }
}
static std::vector<float> mapped(float (*function)(float)) {
  std::vector<float> result = values();
  for (float &x : result)
    x = function(x);
  return result;
}

TEST_CASE("stochastic rounding: copy, on each engine that has it") {
  for (Engine engine : {Engine::vector, Engine::scalar, Engine::gpsimd})
    checkInstruction(engine, castOf, values());
}

TEST_CASE("stochastic rounding: tensor_tensor") {
  auto make = [](OnChipOperand to, OnChipOperand from) {
    TensorTensor x;
    x.destination = to, x.left = x.right = from, x.op = AluOp::add;
    return x;
  };
  checkInstruction(Engine::vector, make, mapped([](float x) { return x + x; }));
}

TEST_CASE("stochastic rounding: tensor_scalar") {
  auto make = [](OnChipOperand to, OnChipOperand from) {
    TensorScalar x;
    x.destination = to, x.source = from, x.op0 = AluOp::multiply;
    x.scalar0 = immediate(0.3f);
    return x;
  };
  checkInstruction(Engine::vector, make,
                   mapped([](float x) { return x * 0.3f; }));
}

TEST_CASE("stochastic rounding: reciprocal") {
  auto make = [](OnChipOperand to, OnChipOperand from) {
    Reciprocal x;
    x.destination = to, x.source = from;
    return x;
  };
  checkInstruction(Engine::vector, make, mapped([](float x) { return 1 / x; }));
}

TEST_CASE("stochastic rounding: activate") {
  auto make = [](OnChipOperand to, OnChipOperand from) {
    Activate x;
    x.destination = to, x.source = from, x.function = ActivationFunction::tanh;
    x.scale = immediate(1.0f), x.bias = immediate(0.0f);
    return x;
  };
  checkInstruction(Engine::scalar, make, mapped([](float x) {
                     float y;
                     numerics::activate(ActivationFunction::tanh, &x, &y, 1);
                     return y;
                   }));
}

TEST_CASE("stochastic rounding: reduce") {
  auto make = [](OnChipOperand to, OnChipOperand from) {
    Reduce x;
    from.rank = 2, from.count = {20, 3, 1, 1}, from.stride = {3, 1, 1, 1};
    x.destination = to, x.source = from, x.axes = 1, x.op = ReduceOp::add;
    return x;
  };
  std::vector<float> input = values(), sums(P * 20);
  for (size_t i = 0; i < sums.size(); ++i)
    sums[i] = numerics::reduceRow(ReduceOp::add, &input[i * 3], 3);
  checkInstruction(Engine::vector, make, sums);
}

TEST_CASE("stochastic rounding: integers of gpsimd go through fp32") {
  std::vector<int32_t> a = randomInts(P * N, 3);
  Harness h(Engine::gpsimd);
  OnChipOperand from = h.load(a, tile(P, N, 0, ElementType::i32), inA, "a");
  h.ready();
  TensorTensor x;
  x.destination = tile(P, N, 1024, ElementType::bf16);
  x.left = x.right = from, x.op = AluOp::add;
  h.program.add(Engine::gpsimd, stochastic(x, word({N, 1, 0, 0, 0})));
  h.store(x.destination, P * N * 2);
  std::vector<float> sums(a.size());
  for (size_t i = 0; i < a.size(); ++i)
    sums[i] = static_cast<float>(
        static_cast<int32_t>(static_cast<uint32_t>(a[i]) * 2));
  CHECK(sameBits(h.run<uint16_t>({{"a", bytesOf(a)}}),
                 model(sums, {0, 7, 0, 2})));
}

TEST_CASE(
    "tensor_tensor on integers of gpsimd saturates where it is asked to") {
  std::vector<int32_t> a(P * N, 40000);
  for (bool saturate : {false, true}) {
    Harness h(Engine::gpsimd);
    OnChipOperand from = h.load(a, tile(P, N, 0, ElementType::i32), inA, "a");
    h.ready();
    TensorTensor x;
    x.destination = tile(P, N, 1024, ElementType::f16);
    x.left = x.right = from, x.op = AluOp::add, x.saturate = saturate;
    h.program.add(Engine::gpsimd, x);
    h.store(x.destination, P * N * 2);
    CHECK(h.run<uint16_t>({{"a", bytesOf(a)}}) ==
          std::vector<uint16_t>(P * N, saturate ? 0x7BFF : 0x7C00));
  }
}
