//===- MatmulTest.cpp - The Tensor engine ---------------------------------===//
//
// load_stationary, multiply_moving with accumulation, and transpose, against
// the fma chain written out.
//
//===----------------------------------------------------------------------===//
#include "TestProgram.h"
#include <cmath>

using namespace glia;
using namespace glia::test;

/// C = A^T B in chunks of K, PSUM copied out by Vector.
static std::vector<float> runMatmul(unsigned m, unsigned n, unsigned k,
                                    unsigned chunks,
                                    const std::vector<float> &a,
                                    const std::vector<float> &b,
                                    MachineOptions options) {
  uint64_t atA = 0, atB = 0x40000, atC = 0x80000;
  TestProgram program;
  program.input("a", atA, a.size() * 4)
      .input("b", atB, b.size() * 4)
      .output("c", atC, m * n * 4);
  for (unsigned c = 0; c < chunks; ++c) {
    program.add(DmaLoad{Engine::sync, 0, 0, 1, tile(k, m, c * 512),
                        hbm(k, m, atA + uint64_t(c) * k * m * 4)});
    program.add(DmaLoad{Engine::sync, 1, 0, 1, tile(k, n, 8192 + c * n * 4),
                        hbm(k, n, atB + uint64_t(c) * k * n * 4)});
  }
  waitFor(program, Engine::tensor, 0, 32 * chunks);
  for (unsigned c = 0; c < chunks; ++c) {
    program.add(LoadStationary{Engine::tensor, tile(k, m, c * 512)});
    MultiplyMoving x;
    x.destination = tile(m, n, 0, ElementType::f32, Space::psum),
    x.moving = tile(k, n, 8192 + c * n * 4), x.accumulate = c > 0;
    program.add(x);
  }
  program.add(SemaphoreAdd{Engine::tensor, 8, 1});
  waitFor(program, Engine::vector, 8, 1);
  Copy copy;
  copy.destination = tile(m, n, 0),
  copy.source = tile(m, n, 0, ElementType::f32, Space::psum);
  program.add(Engine::vector, copy);
  program.add(SemaphoreAdd{Engine::vector, 9, 1});
  waitFor(program, Engine::sync, 9, 1);
  program.add(DmaStore{Engine::sync, 2, 0, 0, hbm(m, n, atC), tile(m, n, 0)});
  auto machine = program.make(options);
  REQUIRE(!machine->setInput("a", bytesOf(a)));
  REQUIRE(!machine->setInput("b", bytesOf(b)));
  llvm::Error error = machine->run();
  if (error)
    FAIL(message(std::move(error)));
  CHECK(machine->counters().macs == uint64_t(m) * n * k * chunks);
  return outputOf<float>(*machine, "c");
}

TEST_CASE("multiply_moving: the chain, at every level and thread count") {
  std::mt19937 generator(1);
  std::normal_distribution<float> normal;
  for (auto [m, n, k, chunks] : {std::array{128u, 96u, 64u, 2u},
                                 {128u, 196u, 24u, 1u}, // a band a thread
                                 {5u, 7u, 3u, 3u},
                                 {32u, 1u, 128u, 1u}}) {
    std::vector<float> a(chunks * k * m), b(chunks * k * n), want(m * n);
    for (float &x : a)
      x = normal(generator);
    for (float &x : b)
      x = normal(generator);
    for (unsigned i = 0; i < m; ++i)
      for (unsigned j = 0; j < n; ++j)
        for (unsigned c = 0; c < chunks; ++c) {
          float p = 0;
          for (unsigned r = 0; r < k; ++r)
            p = std::fma(a[(c * k + r) * m + i], b[(c * k + r) * n + j], p);
          want[i * n + j] = c == 0 ? p : want[i * n + j] + p;
        }
    for (auto level : {numerics::SimdLevel::scalar, numerics::SimdLevel::avx2,
                       numerics::SimdLevel::avx512})
      for (unsigned threads : {1, 2, 3}) {
        if (!numerics::isSupported(level))
          continue;
        MachineOptions options;
        options.simd = level, options.threads = threads, options.check = true;
        std::vector<float> got = runMatmul(m, n, k, chunks, a, b, options);
        CHECK(std::memcmp(got.data(), want.data(), got.size() * 4) == 0);
      }
  }
}

TEST_CASE("a tile rewritten between two products: the second sees it") {
  // The moving tile is rewritten by an engine and by DMA. The stationary one is
  // what load_stationary read, whatever is written into its tile afterwards.
  // A strided window of the moving tile is gathered once for products between
  // which nothing is written.
  constexpr unsigned k = 24, m = 32, n = 80;
  bool isStrided = GENERATE(false, true);
  uint64_t atA = 0, atB = 0x10000, atC = 0x20000;
  OnChipOperand a = tile(k, m, 0), b = tile(k, n, 4096);
  TestProgram program;
  program.input("a", atA, 2 * k * m * 4)
      .input("b", atB, 2 * k * n * 4)
      .output("c", atC, 5 * m * n * 4);
  Memset fill;
  fill.engine = Engine::vector, fill.value = 0x40000000; // 2.0
  uint8_t last = 0;
  // What runs now waits for what ran before.
  auto after = [&](Engine before, Engine now) {
    ++last;
    program.add(SemaphoreAdd{before, last, 1});
    waitFor(program, now, last, 1);
  };
  auto load = [&](OnChipOperand to, uint64_t at, Engine consumer) {
    program.add(DmaLoad{Engine::sync, 0, 200, uint8_t(1 << unsigned(consumer)),
                        to, hbm(to.partitions, to.count[0], at)});
    waitFor(program, consumer, uint8_t(200 + unsigned(consumer)));
  };
  auto multiply = [&](unsigned bank) {
    MultiplyMoving x;
    x.destination = tile(m, n, bank * 2048, ElementType::f32, Space::psum);
    x.moving = b;
    if (isStrided) { // column j of the product is column j / 10 + j % 10 * 8
      x.moving.rank = 2;
      x.moving.count[0] = 8, x.moving.stride[0] = 1;
      x.moving.count[1] = 10, x.moving.stride[1] = 8;
    }
    program.add(x);
  };
  load(a, atA, Engine::tensor);
  load(b, atB, Engine::tensor);
  program.add(LoadStationary{Engine::tensor, a});
  multiply(0);
  multiply(0);
  after(Engine::tensor, Engine::vector);
  fill.destination = b;
  program.add(fill);
  after(Engine::vector, Engine::tensor);
  multiply(1);
  after(Engine::tensor, Engine::sync);
  load(b, atB + k * n * 4, Engine::tensor);
  multiply(2);
  after(Engine::tensor, Engine::sync);
  load(a, atA + k * m * 4, Engine::tensor);
  multiply(3);
  program.add(LoadStationary{Engine::tensor, a});
  multiply(4);
  after(Engine::tensor, Engine::vector);
  for (unsigned bank = 0; bank < 5; ++bank) {
    Copy copy;
    copy.destination = tile(m, n, 8192 + bank * n * 4);
    copy.source = tile(m, n, bank * 2048, ElementType::f32, Space::psum);
    program.add(Engine::vector, copy);
  }
  after(Engine::vector, Engine::sync);
  for (unsigned bank = 0; bank < 5; ++bank)
    program.add(DmaStore{Engine::sync, 0, 0, 0,
                         hbm(m, n, atC + uint64_t(bank) * m * n * 4),
                         tile(m, n, 8192 + bank * n * 4)});
  std::vector<float> as(2 * k * m), bs(2 * k * n);
  std::mt19937 generator(3);
  std::normal_distribution<float> normal;
  for (std::vector<float> *each : {&as, &bs})
    for (float &x : *each)
      x = normal(generator);
  for (unsigned threads : {1, 2}) {
    MachineOptions options;
    options.threads = threads, options.check = true;
    auto machine = program.make(options);
    REQUIRE(!machine->setInput("a", bytesOf(as)));
    REQUIRE(!machine->setInput("b", bytesOf(bs)));
    llvm::Error error = machine->run();
    if (error)
      FAIL(message(std::move(error)));
    std::vector<float> got = outputOf<float>(*machine, "c");
    unsigned wrong = 0;
    for (unsigned bank = 0; bank < 5; ++bank)
      for (unsigned i = 0; i < m; ++i)
        for (unsigned j = 0; j < n; ++j) {
          float p = 0;
          for (unsigned r = 0; r < k; ++r)
            p = std::fma(as[(bank == 4) * k * m + r * m + i],
                         bank == 1 ? 2.0f
                                   : bs[(bank > 1) * k * n + r * n +
                                        (isStrided ? j / 10 + j % 10 * 8 : j)],
                         p);
          wrong += got[(bank * m + i) * n + j] != p;
        }
    CHECK(wrong == 0);
  }
}

TEST_CASE("transpose: exchanges partitions and elements, bit exact") {
  std::vector<uint32_t> a(128 * 40);
  std::mt19937 generator(2);
  for (uint32_t &x : a)
    x = uint32_t(generator());
  TestProgram program;
  program.input("a", 0, a.size() * 4).output("out", 0x40000, a.size() * 4);
  program.add(
      DmaLoad{Engine::sync, 0, 0, 1, tile(128, 40, 0), hbm(128, 40, 0)});
  waitFor(program, Engine::tensor, 0);
  Transpose x;
  x.destination = tile(40, 128, 2048, ElementType::f32, Space::psum),
  x.source = tile(128, 40, 0);
  program.add(x).add(SemaphoreAdd{Engine::tensor, 8, 1});
  waitFor(program, Engine::vector, 8, 1);
  Copy copy;
  copy.destination = tile(40, 128, 4096), copy.source = x.destination;
  program.add(Engine::vector, copy).add(SemaphoreAdd{Engine::vector, 9, 1});
  waitFor(program, Engine::sync, 9, 1);
  program.add(DmaStore{Engine::sync, 0, 0, 0, hbm(40, 128, 0x40000),
                       tile(40, 128, 4096)});
  auto machine = program.make();
  REQUIRE(!machine->setInput("a", bytesOf(a)));
  REQUIRE(!machine->run());
  auto got = outputOf<uint32_t>(*machine, "out");
  for (unsigned p = 0; p < 128; ++p)
    for (unsigned f = 0; f < 40; ++f)
      REQUIRE(got[f * 128 + p] == a[p * 40 + f]);
}

TEST_CASE("E3409: a product needs a stationary matrix of its shape") {
  TestProgram program;
  Memset zero;
  zero.destination = tile(16, 16, 0);
  program.add(Engine::vector, zero).add(SemaphoreAdd{Engine::vector, 8, 1});
  waitFor(program, Engine::tensor, 8, 1);
  program.add(LoadStationary{Engine::tensor, tile(16, 8, 0)});
  MultiplyMoving x;
  x.destination = tile(16, 16, 0, ElementType::f32, Space::psum),
  x.moving = tile(16, 16, 0);
  program.add(x);
  CHECK(codeOf(program.make()->run()) == 3409);
}
