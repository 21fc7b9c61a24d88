//===- EngineTest.cpp - Vector, Scalar and GpSimd instructions ------------===//
//
// Each instruction against a model written here, element by element. Inputs
// come from HBM, results go back there; rows are strided where it matters.
//
//===----------------------------------------------------------------------===//
#include "TestProgram.h"
#include <cmath>

using namespace glia;
using namespace glia::test;

static constexpr unsigned P = 32, N = 37;
static constexpr uint64_t inA = 0, inB = 0x10000, inC = 0x20000, out = 0x40000;

static std::vector<float> randomFloats(size_t n, unsigned seed) {
  std::mt19937 generator(seed);
  std::normal_distribution<float> normal;
  std::vector<float> values(n);
  for (float &x : values)
    x = generator() % 16 == 0 ? std::bit_cast<float>(uint32_t(generator()))
                              : normal(generator);
  return values;
}
static std::vector<int32_t> randomInts(size_t n, unsigned seed) {
  std::mt19937 generator(seed);
  std::vector<int32_t> values(n);
  for (int32_t &x : values)
    x = generator() % 3 ? int32_t(generator() % 100) - 50
                        : int32_t(generator());
  return values;
}
static uint32_t bits(float x) {
  return std::isnan(x) ? 0x7FC00000 : std::bit_cast<uint32_t>(x);
}
template <typename T>
static bool sameBits(const std::vector<T> &a, const std::vector<T> &b) {
  return a.size() == b.size() &&
         std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0;
}

namespace {
/// Loads [P, N] tiles, lets an engine work, stores one.
struct Harness {
  TestProgram program;
  Engine engine;
  unsigned loads = 0;
  explicit Harness(Engine engine) : engine(engine) {}
  /// A tile whose elements are two apart, so that rows are gathered.
  static OnChipOperand strided(uint32_t offset,
                               ElementType type = ElementType::f32,
                               unsigned n = N) {
    OnChipOperand operand = tile(P, n, offset, type);
    operand.stride[0] = 2;
    return operand;
  }
  template <typename T>
  OnChipOperand load(const std::vector<T> &values, OnChipOperand to,
                     uint64_t at, std::string name) {
    program.input(std::move(name), at, values.size() * sizeof(T));
    HbmOperand from =
        hbm(P, static_cast<uint32_t>(to.elementsPerPartition()), at, to.type);
    program.add(
        DmaLoad{Engine::sync, 0, 0, uint8_t(1 << unsigned(engine)), to, from});
    ++loads;
    return to;
  }
  void ready() { waitFor(program, engine, uint8_t(engine), 16 * loads); }
  void store(const OnChipOperand &from, uint64_t bytes) {
    program.add(SemaphoreAdd{engine, 32, 1})
        .add(SemaphoreWait{Engine::sync, 32, 1})
        .add(SemaphoreSubtract{Engine::sync, 32, 1});
    program.output("out", out, bytes);
    program.add(
        DmaStore{Engine::sync, 0, 0, 0,
                 hbm(P, static_cast<uint32_t>(from.elementsPerPartition()), out,
                     from.type),
                 from});
  }
  template <typename R>
  std::vector<R>
  run(llvm::ArrayRef<std::pair<const char *, llvm::ArrayRef<uint8_t>>> inputs,
      numerics::SimdLevel level = numerics::bestSimdLevel(),
      bool check = true) {
    MachineOptions options;
    options.check = check;
    options.simd = level;
    auto machine = program.make(options);
    for (auto &[name, bytes] : inputs)
      REQUIRE(!machine->setInput(name, bytes));
    llvm::Error error = machine->run();
    if (error)
      FAIL(message(std::move(error)));
    return outputOf<R>(*machine, "out");
  }
};
} // namespace

static std::vector<numerics::SimdLevel> levels() {
  std::vector<numerics::SimdLevel> result;
  for (auto level : {numerics::SimdLevel::scalar, numerics::SimdLevel::avx2,
                     numerics::SimdLevel::avx512})
    if (numerics::isSupported(level))
      result.push_back(level);
  return result;
}

/// One ALU step, as docs/Machine.md words it.
static float model(AluOp op, float a, float b) {
  switch (op) {
  case AluOp::bypass:
    return a;
  case AluOp::add:
    return a + b;
  case AluOp::subtract:
    return a - b;
  case AluOp::multiply:
    return a * b;
  case AluOp::divide:
    return a / b;
  case AluOp::max:
    return std::isnan(a) || std::isnan(b) ? NAN
           : a == b                       ? (std::signbit(a) ? b : a)
                                          : std::max(a, b);
  case AluOp::min:
    return std::isnan(a) || std::isnan(b) ? NAN
           : a == b                       ? (std::signbit(a) ? a : b)
                                          : std::min(a, b);
  case AluOp::abs:
    return std::fabs(a);
  case AluOp::equal:
    return a == b;
  case AluOp::not_equal:
    return a != b;
  case AluOp::less:
    return a < b;
  case AluOp::less_equal:
    return a <= b;
  case AluOp::greater:
    return a > b;
  case AluOp::greater_equal:
    return a >= b;
  case AluOp::logical_and:
    return a != 0 && b != 0;
  case AluOp::logical_or:
    return a != 0 || b != 0;
  case AluOp::logical_xor:
    return (a != 0) != (b != 0);
  case AluOp::logical_not:
    return a == 0;
  default:
    FAIL("no fp32 operator");
    return 0;
  }
}

TEST_CASE("tensor_tensor: every fp32 operator at every level") {
  std::vector<float> a = randomFloats(P * N, 1), b = randomFloats(P * N, 2);
  b[3] = a[3];
  for (AluOp op : allAluOpCases) {
    if (isBitwise(op))
      continue;
    std::vector<uint32_t> want(P * N);
    for (size_t i = 0; i < a.size(); ++i)
      want[i] = bits(model(op, a[i], b[i]));
    for (auto level : levels()) {
      Harness h(Engine::vector);
      OnChipOperand left = h.load(a, tile(P, N, 0), inA, "a"),
                    right = h.load(b, Harness::strided(512), inB, "b");
      h.ready();
      OnChipOperand result = tile(P, N, 2048);
      TensorTensor x;
      x.destination = result, x.left = left, x.right = right, x.op = op;
      h.program.add(Engine::vector, x);
      h.store(result, P * N * 4);
      INFO(isa::name(op).str());
      CHECK(sameBits(
          h.run<uint32_t>({{"a", bytesOf(a)}, {"b", bytesOf(b)}}, level),
          want));
    }
  }
}

TEST_CASE("tensor_tensor: in place, and shifted against itself") {
  std::vector<float> a = randomFloats(P * N, 3);
  Harness h(Engine::vector);
  OnChipOperand left = h.load(a, tile(P, N, 0), inA, "a");
  h.ready();
  // destination[i] = a[i] + a[i], written one element later.
  TensorTensor x;
  x.destination = tile(P, N, 4), x.left = left, x.right = left,
  x.op = AluOp::add;
  h.program.add(Engine::vector, x);
  h.store(x.destination, P * N * 4);
  std::vector<uint32_t> want(P * N);
  for (size_t i = 0; i < a.size(); ++i)
    want[i] = bits(a[i] + a[i]);
  CHECK(sameBits(h.run<uint32_t>({{"a", bytesOf(a)}}), want));
}

TEST_CASE("tensor_tensor: partitions shifted against each other read before "
          "they write") {
  std::vector<float> a = randomFloats(64 * 8, 4);
  TestProgram program;
  program.input("a", inA, a.size() * 4).output("out", out, a.size() * 4);
  program.add(DmaLoad{Engine::sync, 0, 0, 2, tile(64, 8, 0), hbm(64, 8, inA)});
  waitFor(program, Engine::vector, 1);
  Copy copy;
  copy.destination = tile(64, 8, 0, ElementType::f32, Space::sbuf, 64);
  copy.source = tile(64, 8, 0);
  program.add(Engine::vector, copy);
  TensorTensor x;
  x.op = AluOp::add,
  x.destination = tile(32, 8, 0, ElementType::f32, Space::sbuf, 32),
  x.left = tile(32, 8, 0), x.right = tile(32, 8, 0);
  program.add(Engine::vector, x);
  program.add(SemaphoreAdd{Engine::vector, 9, 1})
      .add(SemaphoreWait{Engine::sync, 9, 1})
      .add(SemaphoreSubtract{Engine::sync, 9, 1});
  program.add(DmaStore{Engine::sync, 0, 0, 0, hbm(64, 8, out), tile(64, 8, 0)});
  auto machine = program.make();
  REQUIRE(!machine->setInput("a", bytesOf(a)));
  REQUIRE(!machine->run());
  auto got = outputOf<float>(*machine, "out");
  for (size_t i = 0; i < 32 * 8; ++i)
    REQUIRE(bits(got[32 * 8 + i]) == bits(a[i] + a[i]));
}

TEST_CASE(
    "tensor_tensor: integers go through fp32 on vector, exactly on gpsimd") {
  std::vector<int32_t> a = randomInts(P * N, 5), b = randomInts(P * N, 6);
  for (Engine engine : {Engine::vector, Engine::gpsimd}) {
    std::vector<int32_t> want(P * N);
    for (size_t i = 0; i < a.size(); ++i) {
      double rounded = double(float(a[i]) + float(b[i]));
      want[i] = engine == Engine::gpsimd
                    ? int32_t(uint32_t(a[i]) + uint32_t(b[i]))
                : rounded >= 2147483647.0  ? INT32_MAX
                : rounded <= -2147483648.0 ? INT32_MIN
                                           : int32_t(float(a[i]) + float(b[i]));
    }
    Harness h(engine);
    OnChipOperand left = h.load(a, tile(P, N, 0, ElementType::i32), inA, "a"),
                  right =
                      h.load(b, tile(P, N, 512, ElementType::i32), inB, "b");
    h.ready();
    TensorTensor x;
    x.destination = tile(P, N, 1024, ElementType::i32), x.left = left,
    x.right = right, x.op = AluOp::add;
    h.program.add(engine, x);
    h.store(x.destination, P * N * 4);
    CHECK(
        sameBits(h.run<int32_t>({{"a", bytesOf(a)}, {"b", bytesOf(b)}}), want));
  }
}

TEST_CASE("tensor_tensor: bit operators work on patterns") {
  std::vector<int32_t> a = randomInts(P * N, 7), b = randomInts(P * N, 8);
  for (size_t i = 0; i < b.size(); i += 2)
    b[i] = int32_t(i % 40);
  for (AluOp op : allAluOpCases) {
    if (!isBitwise(op))
      continue;
    std::vector<int32_t> want(P * N);
    for (size_t i = 0; i < a.size(); ++i) {
      uint32_t x = uint32_t(a[i]), y = uint32_t(b[i]);
      want[i] = int32_t(op == AluOp::bitwise_and   ? x & y
                        : op == AluOp::bitwise_or  ? x | y
                        : op == AluOp::bitwise_xor ? x ^ y
                        : op == AluOp::bitwise_not ? ~x
                        : op == AluOp::shift_left  ? (y < 32 ? x << y : 0)
                        : op == AluOp::shift_right
                            ? (y < 32 ? x >> y : 0)
                            : uint32_t(a[i] >> (y < 32 ? y : 31)));
    }
    Harness h(Engine::vector);
    OnChipOperand left = h.load(a, tile(P, N, 0, ElementType::i32), inA, "a"),
                  right =
                      h.load(b, tile(P, N, 512, ElementType::i32), inB, "b");
    h.ready();
    TensorTensor x;
    x.destination = tile(P, N, 1024, ElementType::i32), x.left = left,
    x.right = right, x.op = op;
    h.program.add(Engine::vector, x);
    h.store(x.destination, P * N * 4);
    INFO(isa::name(op).str());
    CHECK(
        sameBits(h.run<int32_t>({{"a", bytesOf(a)}, {"b", bytesOf(b)}}), want));
  }
}

TEST_CASE("tensor_scalar: two steps, reversed, with one scalar per partition") {
  std::vector<float> a = randomFloats(P * N, 9), s = randomFloats(P, 10);
  for (auto level : levels()) {
    Harness h(Engine::vector);
    OnChipOperand source = h.load(a, tile(P, N, 0), inA, "a");
    h.load(s, tile(P, 1, 1024), inB, "s");
    h.ready();
    TensorScalar x;
    x.destination = tile(P, N, 0), x.source = source; // in place
    x.op0 = AluOp::subtract, x.reverse0 = true,
    x.scalar0 = {true, ElementType::f32, 0, 1024};
    x.op1 = AluOp::multiply, x.scalar1 = immediate(1.5f);
    h.program.add(Engine::vector, x);
    h.store(x.destination, P * N * 4);
    std::vector<uint32_t> want(P * N);
    for (unsigned p = 0; p < P; ++p)
      for (unsigned n = 0; n < N; ++n)
        want[p * N + n] = bits((s[p] - a[p * N + n]) * 1.5f);
    CHECK(sameBits(
        h.run<uint32_t>({{"a", bytesOf(a)}, {"s", bytesOf(s)}}, level), want));
  }
}

TEST_CASE("tensor_scalar: exact on int64 on gpsimd") {
  std::vector<int64_t> a(P * N);
  for (size_t i = 0; i < a.size(); ++i)
    a[i] = (int64_t(i) << 40) - 7;
  Harness h(Engine::gpsimd);
  OnChipOperand source = h.load(a, tile(P, N, 0, ElementType::i64), inA, "a");
  h.ready();
  TensorScalar x;
  x.destination = tile(P, N, 1024, ElementType::i64), x.source = source;
  x.op0 = AluOp::multiply, x.scalar0 = immediate(-3), x.op1 = AluOp::add,
  x.scalar1 = immediate(5);
  h.program.add(Engine::gpsimd, x);
  h.store(x.destination, P * N * 8);
  std::vector<int64_t> want;
  for (int64_t v : a)
    want.push_back(v * -3 + 5);
  CHECK(sameBits(h.run<int64_t>({{"a", bytesOf(a)}}), want));
}

TEST_CASE("reduce: the tree over the flattened trailing axes") {
  std::vector<float> a = randomFloats(P * 60, 11);
  for (float &x : a)
    if (!std::isfinite(x) || std::fabs(x) > 1e30f)
      x = 0.5f;
  Harness h(Engine::vector);
  OnChipOperand source = h.load(a, tile(P, 60, 0), inA, "a");
  h.ready();
  // [3, 4, 5], the 3 kept, walked transposed: reduced axes (5, 4).
  source.rank = 3;
  source.count = {3, 5, 4, 1};
  source.stride = {20, 1, 5, 1};
  Reduce x;
  x.destination = tile(P, 3, 1024), x.source = source, x.axes = 2,
  x.op = ReduceOp::add, x.negate = true;
  h.program.add(Engine::vector, x);
  h.store(x.destination, P * 3 * 4);
  std::vector<uint32_t> want;
  for (unsigned p = 0; p < P; ++p)
    for (unsigned k = 0; k < 3; ++k) {
      float partial[16];
      for (unsigned i = 0; i < 20; ++i) {
        float v = a[p * 60 + k * 20 + (i / 4) + (i % 4) * 5];
        partial[i % 16] = i < 16 ? v : partial[i % 16] + v;
      }
      for (unsigned half : {8, 4, 2, 1})
        for (unsigned i = 0; i < half; ++i)
          partial[i] += partial[i + half];
      want.push_back(bits(-partial[0]));
    }
  CHECK(sameBits(h.run<uint32_t>({{"a", bytesOf(a)}}), want));
}

TEST_CASE("select: takes bits under the predicate, keeps the rest") {
  std::vector<float> a = randomFloats(P * N, 12), b = randomFloats(P * N, 13);
  std::vector<uint8_t> flags(P * N);
  for (size_t i = 0; i < flags.size(); ++i)
    flags[i] = i % 3 == 0 ? uint8_t(i % 250 + 1) : 0;
  Harness h(Engine::vector);
  OnChipOperand destination = h.load(a, tile(P, N, 0), inA, "a"),
                source = h.load(b, Harness::strided(512), inB, "b");
  OnChipOperand predicate =
      h.load(flags, tile(P, N, 2048, ElementType::u8), inC, "flags");
  h.ready();
  Select x;
  x.destination = destination, x.predicate = predicate, x.source = source;
  h.program.add(Engine::vector, x);
  h.store(destination, P * N * 4);
  std::vector<float> want = a;
  for (size_t i = 0; i < want.size(); ++i)
    if (flags[i])
      want[i] = b[i];
  CHECK(sameBits(
      h.run<float>(
          {{"a", bytesOf(a)}, {"b", bytesOf(b)}, {"flags", bytesOf(flags)}}),
      want));
}

TEST_CASE("copy: bits for one type, casts between others") {
  std::vector<float> a = randomFloats(P * N, 14);
  a[0] = std::bit_cast<float>(
      0x7F800001u); // a signalling NaN survives a copy of bits
  for (Engine engine : {Engine::vector, Engine::scalar, Engine::gpsimd}) {
    Harness h(engine);
    OnChipOperand source = h.load(a, tile(P, N, 0), inA, "a");
    h.ready();
    Copy x;
    x.destination = Harness::strided(1024), x.source = source;
    h.program.add(engine, x);
    h.store(x.destination, P * N * 4);
    CHECK(sameBits(h.run<float>({{"a", bytesOf(a)}}), a));
  }
  Harness h(Engine::vector);
  OnChipOperand source = h.load(a, tile(P, N, 0), inA, "a");
  h.ready();
  Copy x;
  x.destination = tile(P, N, 1024, ElementType::i32), x.source = source;
  h.program.add(Engine::vector, x);
  h.store(x.destination, P * N * 4);
  std::vector<int32_t> want;
  for (float v : a)
    want.push_back(std::isnan(v)         ? 0
                   : v >= 2147483648.0f  ? INT32_MAX
                   : v <= -2147483648.0f ? INT32_MIN
                                         : int32_t(std::nearbyint(v)));
  CHECK(sameBits(h.run<int32_t>({{"a", bytesOf(a)}}), want));
}

TEST_CASE("copy: int64 to int32 wraps on gpsimd") {
  std::vector<int64_t> a(P * N);
  for (size_t i = 0; i < a.size(); ++i)
    a[i] = int64_t(i) * 0x123456789 - 99;
  Harness h(Engine::gpsimd);
  OnChipOperand source = h.load(a, tile(P, N, 0, ElementType::i64), inA, "a");
  h.ready();
  Copy x;
  x.destination = tile(P, N, 1024, ElementType::i32), x.source = source;
  h.program.add(Engine::gpsimd, x);
  h.store(x.destination, P * N * 4);
  std::vector<int32_t> want;
  for (int64_t v : a)
    want.push_back(int32_t(uint32_t(uint64_t(v))));
  CHECK(sameBits(h.run<int32_t>({{"a", bytesOf(a)}}), want));
}

TEST_CASE("memset: the type's bit pattern in every element") {
  for (Engine engine : {Engine::vector, Engine::gpsimd}) {
    Harness h(engine);
    Memset x;
    x.destination = tile(P, N, 64, ElementType::u16), x.value = 0xBEEF;
    h.program.add(engine, x);
    h.store(x.destination, P * N * 2);
    CHECK(h.run<uint16_t>({}) == std::vector<uint16_t>(P * N, 0xBEEF));
  }
}

TEST_CASE("activate: one fma, then the function") {
  std::vector<float> a = randomFloats(P * N, 15), s = randomFloats(P, 16);
  for (ActivationFunction function : allActivationFunctionCases)
    for (auto level : levels()) {
      Harness h(Engine::scalar);
      OnChipOperand source = h.load(a, tile(P, N, 0), inA, "a");
      h.load(s, tile(P, 1, 1024), inB, "s");
      h.ready();
      Activate x;
      x.destination = tile(P, N, 2048), x.source = source,
      x.function = function;
      x.scale = immediate(0.7f), x.bias = {true, ElementType::f32, 0, 1024},
      x.accumulateRow = true;
      h.program.add(Engine::scalar, x);
      h.store(x.destination, P * N * 4);
      std::vector<uint32_t> want(P * N);
      for (size_t i = 0; i < a.size(); ++i) {
        float argument = std::fma(a[i], 0.7f, s[i / N]), result;
        numerics::activate(function, &argument, &result, 1,
                           numerics::SimdLevel::scalar);
        want[i] = bits(result);
      }
      INFO(isa::name(function).str());
      CHECK(sameBits(
          h.run<uint32_t>({{"a", bytesOf(a)}, {"s", bytesOf(s)}}, level),
          want));
    }
}
