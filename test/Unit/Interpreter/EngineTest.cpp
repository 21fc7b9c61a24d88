//===- EngineTest.cpp - Vector, Scalar and GpSimd instructions -----------===//
//
// Against a model written here, element by element. Inputs come from HBM,
// results go back there; rows are strided where it matters.
//
//===----------------------------------------------------------------------===//
#include "Harness.h"

using namespace glia;
using namespace glia::test;

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
      x.accumulator = AccumulatorCommand::reset_reduce;
      if (isParametric(function))
        x.slope = immediate(0.3f);
      h.program.add(Engine::scalar, x);
      h.store(x.destination, P * N * 4);
      std::vector<uint32_t> want(P * N);
      for (size_t i = 0; i < a.size(); ++i) {
        float argument = std::fma(a[i], 0.7f, s[i / N]), result;
        numerics::activate(function, &argument, &result, 1,
                           numerics::SimdLevel::scalar, 0.3f);
        want[i] = bits(result);
      }
      INFO(isa::name(function).str());
      CHECK(sameBits(
          h.run<uint32_t>({{"a", bytesOf(a)}, {"s", bytesOf(s)}}, level),
          want));
    }
}
