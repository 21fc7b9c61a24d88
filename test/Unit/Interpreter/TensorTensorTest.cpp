//===- TensorTensorTest.cpp - Elementwise on two tensors -----------------===//
//
// Against a model written here, element by element. Inputs come from HBM,
// results go back there; rows are strided where it matters.
//
//===----------------------------------------------------------------------===//
#include "Harness.h"
#include "ModelMachine.h"

using namespace glia;
using namespace glia::test;

TEST_CASE("tensor_tensor: every fp32 operator at every level") {
  std::vector<float> a = randomFloats(P * N, 1), b = randomFloats(P * N, 2);
  b[3] = a[3];
  for (AluOp op : allAluOpCases) {
    if (isBitwise(op) || isOnlyGpsimd(op))
      continue;
    std::vector<uint32_t> want(P * N);
    for (size_t i = 0; i < a.size(); ++i)
      want[i] = bits(modelStep(op, a[i], b[i]));
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
