//===- GpSimdTest.cpp - GpSimd's instructions against scalar models -------===//
//
// Random operands of every layout, overlaps included; every byte of SBUF is
// compared, so that nothing else may change.
//
//===----------------------------------------------------------------------===//
#include "SbufModel.h"
#include "glia/Support/Philox.h"
#include <algorithm>
#include <cmath>

using namespace glia;
using namespace glia::test;

static constexpr unsigned casesEach = 60;

/// Row-major place of an element: of its partition, then of each pair.
static uint64_t affine(const OnChipOperand &o, unsigned p, uint64_t i,
                       int64_t offset, std::array<int64_t, 5> step) {
  uint64_t value = uint64_t(offset) + p * uint64_t(step[0]);
  for (unsigned pair = o.rank; pair-- > 0;) {
    value += i % o.count[pair] * uint64_t(step[pair + 1]);
    i /= o.count[pair];
  }
  return value;
}
template <typename T>
static void randomSteps(SbufRandom &random, T &x, int64_t scale) {
  x.offset = int64_t(random.below(uint64_t(2 * scale))) - scale;
  for (int64_t *step : {&x.step0, &x.step1, &x.step2, &x.step3, &x.step4})
    *step = int64_t(random.below(7)) - 3;
}
template <typename T>
static uint64_t affineOf(const T &x, unsigned p, uint64_t i) {
  return affine(x.destination, p, i, x.offset,
                {x.step0, x.step1, x.step2, x.step3, x.step4});
}
template <typename Function>
static void forEachElement(const OnChipOperand &o, Function function) {
  for (unsigned p = 0; p < o.partitions; ++p)
    for (uint64_t i = 0; i < o.elementsPerPartition(); ++i)
      function(p, i);
}

TEST_CASE("model: iota") {
  SbufRandom random(1);
  SbufBatch batch;
  for (unsigned n = 0; n < casesEach; ++n) {
    SbufImage before = random.image(), after = before;
    Iota x;
    ElementType type =
        random.pick({ElementType::i8, ElementType::u16, ElementType::i32,
                     ElementType::i64, ElementType::f32});
    x.destination =
        random.operand(type, random.partitions(), 1 + random.below(60));
    randomSteps(random, x, type == ElementType::f32 ? 1 << 20 : INT64_MAX / 2);
    forEachElement(x.destination, [&](unsigned p, uint64_t i) {
      uint64_t value = affineOf(x, p, i);
      if (type == ElementType::f32)
        value = std::bit_cast<uint32_t>(float(int64_t(value)));
      after.set(x.destination, p, i, value);
    });
    batch.add(before, x, after);
  }
  batch.run();
}

TEST_CASE("model: affine_select") {
  SbufRandom random(2);
  SbufBatch batch;
  for (unsigned n = 0; n < casesEach; ++n) {
    SbufImage before = random.image(), after = before;
    AffineSelect x;
    unsigned partitions = random.partitions();
    uint64_t count = 1 + random.below(60);
    ElementType type = random.pick({ElementType::u8, ElementType::i16,
                                    ElementType::i64, ElementType::bf16});
    ElementType from =
        type == ElementType::bf16 || random.below(2) ? type : ElementType::i32;
    x.destination = random.operand(type, partitions, count);
    x.source = random.operand(from, partitions, count);
    x.compare = AluOp(unsigned(AluOp::equal) + random.below(6));
    randomSteps(random, x, 8);
    x.fill = random.bits() >> (64 - bitWidth(type));
    forEachElement(x.destination, [&](unsigned p, uint64_t i) {
      int64_t v = int64_t(affineOf(x, p, i));
      bool passes = x.compare == AluOp::equal        ? v == 0
                    : x.compare == AluOp::not_equal  ? v != 0
                    : x.compare == AluOp::less       ? v < 0
                    : x.compare == AluOp::less_equal ? v <= 0
                    : x.compare == AluOp::greater    ? v > 0
                                                     : v >= 0;
      uint64_t taken = type == from ? before.bits(x.source, p, i)
                                    : uint64_t(before.integer(x.source, p, i));
      after.set(x.destination, p, i, passes ? taken : x.fill);
    });
    batch.add(before, x, after);
  }
  batch.run();
}

/// Puts indices that are in range, or can be skipped, into the image.
static void plantIndices(SbufRandom &random, SbufImage &image,
                         const OnChipOperand &index, int64_t n, bool wrap,
                         bool skip) {
  forEachElement(index, [&](unsigned p, uint64_t i) {
    int64_t value = int64_t(random.below(uint64_t(n)));
    bool isSigned =
        index.type == ElementType::i32 || index.type == ElementType::i64;
    if (wrap && isSigned && random.below(3) == 0)
      value -= n;
    else if (skip && random.below(4) == 0)
      value = n + int64_t(random.below(100));
    image.set(index, p, i, uint64_t(value));
  });
}
static ElementType indexType(SbufRandom &random) {
  return random.pick(
      {ElementType::u16, ElementType::i32, ElementType::u32, ElementType::i64});
}
/// The element that an index means; -1: skipped. Overlapping writes of indices
/// may leave others than were planted, so the caller drops such cases.
static int64_t meant(int64_t index, int64_t n, int64_t run, bool wrap) {
  int64_t value = wrap && index < 0 ? index + n : index;
  return value >= 0 && value + run <= n ? value : -1;
}

TEST_CASE("model: gather_elements") {
  SbufRandom random(3);
  SbufBatch batch;
  for (unsigned n = 0; n < casesEach; ++n) {
    SbufImage before = random.image();
    GatherElements x;
    unsigned partitions = random.partitions();
    uint64_t count = 1 + random.below(40);
    int64_t table = 1 + int64_t(random.below(40));
    ElementType type = random.pick({ElementType::u8, ElementType::bf16,
                                    ElementType::f32, ElementType::i64});
    x.destination = random.operand(type, partitions, count);
    x.source = random.operand(type, partitions, uint64_t(table));
    x.index = random.operand(indexType(random), partitions, count);
    x.wrap = random.below(2), x.skip = random.below(2);
    plantIndices(random, before, x.index, table, x.wrap, x.skip);
    SbufImage after = before;
    forEachElement(x.destination, [&](unsigned p, uint64_t i) {
      int64_t at = meant(before.integer(x.index, p, i), table, 1, x.wrap);
      REQUIRE((at >= 0 || x.skip));
      after.set(x.destination, p, i,
                at < 0 ? before.bits(x.destination, p, i)
                       : before.bits(x.source, p, uint64_t(at)));
    });
    batch.add(before, x, after);
  }
  batch.run();
}

TEST_CASE("model: local_gather") {
  SbufRandom random(4);
  SbufBatch batch;
  for (unsigned n = 0; n < casesEach; ++n) {
    SbufImage before = random.image();
    LocalGather x;
    unsigned partitions = unsigned(16 * (1 + random.below(8)));
    x.run = uint8_t(1 << random.below(3));
    uint64_t indices = 1 + random.below(10);
    int64_t table = x.run + int64_t(random.below(40));
    ElementType type =
        random.pick({ElementType::u8, ElementType::f32, ElementType::i64});
    x.destination = random.operand(type, partitions, indices * x.run);
    x.source = random.operand(type, partitions, uint64_t(table));
    x.index = random.operand(indexType(random), partitions,
                             (indices + 15) / 16 + random.below(2));
    x.skip = random.below(2);
    plantIndices(random, before, x.index, table - x.run + 1, false, x.skip);
    SbufImage after = before;
    forEachElement(x.destination, [&](unsigned p, uint64_t i) {
      uint64_t k = i / x.run;
      int64_t at =
          meant(before.integer(x.index, p / 16 * 16 + unsigned(k % 16), k / 16),
                table, x.run, false);
      REQUIRE((at >= 0 || x.skip));
      after.set(x.destination, p, i,
                at < 0 ? before.bits(x.destination, p, i)
                       : before.bits(x.source, p, uint64_t(at) + i % x.run));
    });
    batch.add(before, x, after);
  }
  batch.run();
}

TEST_CASE("model: partition_gather") {
  SbufRandom random(5);
  SbufBatch batch;
  for (unsigned n = 0; n < casesEach; ++n) {
    SbufImage before = random.image();
    PartitionGather x;
    unsigned partitions = random.partitions(), rows = random.partitions();
    uint64_t count = 1 + random.below(40);
    ElementType type =
        random.pick({ElementType::u8, ElementType::bf16, ElementType::i64});
    x.destination = random.operand(type, partitions, count);
    x.source = random.operand(type, rows, count);
    x.index = random.operand(indexType(random), partitions, 1);
    x.wrap = random.below(2), x.skip = random.below(2);
    plantIndices(random, before, x.index, rows, x.wrap, x.skip);
    SbufImage after = before;
    forEachElement(x.destination, [&](unsigned p, uint64_t i) {
      int64_t at = meant(before.integer(x.index, p, 0), rows, 1, x.wrap);
      after.set(x.destination, p, i,
                at < 0 ? before.bits(x.destination, p, i)
                       : before.bits(x.source, unsigned(at), i));
    });
    batch.add(before, x, after);
  }
  batch.run();
}

static float addFloats(float a, float b) {
  float sum = a + b;
  return std::isnan(sum) ? std::bit_cast<float>(0x7FC00000) : sum;
}
static float largerFloat(float a, float b) {
  if (std::isnan(a) || std::isnan(b))
    return std::bit_cast<float>(0x7FC00000);
  if (a == b)
    return std::signbit(a) ? b : a;
  return a > b ? a : b;
}

TEST_CASE("model: partition_reduce of floats") {
  SbufRandom random(6);
  SbufBatch batch;
  for (unsigned n = 0; n < casesEach; ++n) {
    SbufImage before = random.image(), after = before;
    PartitionReduce x;
    unsigned partitions = random.partitions();
    uint64_t count = 1 + random.below(60);
    x.source = random.operand(
        random.pick({ElementType::f32, ElementType::bf16}), partitions, count);
    x.destination = random.operand(ElementType::f32, 1, count);
    x.op = PartitionReduceOp(random.below(4));
    for (uint64_t i = 0; i < count; ++i) {
      float value = before.real(x.source, 0, i);
      for (unsigned p = 1; p < partitions; ++p) {
        float next = before.real(x.source, p, i);
        value = x.op == PartitionReduceOp::max   ? largerFloat(value, next)
                : x.op == PartitionReduceOp::min ? -largerFloat(-value, -next)
                                                 : addFloats(value, next);
      }
      if (x.op == PartitionReduceOp::average)
        value = value / float(partitions);
      after.set(x.destination, 0, i,
                std::isnan(value) ? 0x7FC00000
                                  : std::bit_cast<uint32_t>(value));
    }
    batch.add(before, x, after);
  }
  batch.run();
}

/// The reduction of integers of one type, one after the other.
static uint64_t reduced(PartitionReduceOp op, ElementType type,
                        const std::vector<int64_t> &values) {
  bool isSigned = type == ElementType::i32 || type == ElementType::i64;
  unsigned unused = 64 - bitWidth(type);
  uint64_t sum = 0, all = ~uint64_t(0), any = 0, n = values.size();
  int64_t best = values[0];
  for (int64_t next : values) {
    sum += uint64_t(next), all &= uint64_t(next), any |= uint64_t(next);
    bool greater = isSigned ? next > best : uint64_t(next) > uint64_t(best);
    if (next != best && greater == (op == PartitionReduceOp::max))
      best = next;
  }
  sum = sum << unused >> unused; // as the type holds it
  if (op == PartitionReduceOp::average)
    return isSigned ? uint64_t((int64_t(sum << unused) >> unused) / int64_t(n))
                    : sum / n;
  return op == PartitionReduceOp::add           ? sum
         : op == PartitionReduceOp::bitwise_and ? all
         : op == PartitionReduceOp::bitwise_or  ? any
                                                : uint64_t(best);
}
static ElementType wideInteger(SbufRandom &random) {
  return random.pick(
      {ElementType::i32, ElementType::u32, ElementType::i64, ElementType::u64});
}

TEST_CASE("model: partition_reduce of integers") {
  SbufRandom random(7);
  SbufBatch batch;
  for (unsigned n = 0; n < 2 * casesEach; ++n) {
    SbufImage before = random.image(), after = before;
    PartitionReduce x;
    unsigned partitions = random.partitions();
    uint64_t count = 1 + random.below(60);
    ElementType type = wideInteger(random);
    x.source = random.operand(type, partitions, count);
    x.destination = random.operand(type, 1, count);
    x.op = PartitionReduceOp(random.below(6));
    for (uint64_t i = 0; i < count; ++i) {
      std::vector<int64_t> values;
      for (unsigned p = 0; p < partitions; ++p)
        values.push_back(before.integer(x.source, p, i));
      after.set(x.destination, 0, i, reduced(x.op, type, values));
    }
    batch.add(before, x, after);
  }
  batch.run();
}

TEST_CASE("model: reduce_integers") {
  SbufRandom random(12);
  SbufBatch batch;
  for (unsigned n = 0; n < 2 * casesEach; ++n) {
    SbufImage before = random.image(), after = before;
    ReduceIntegers x;
    unsigned partitions = random.partitions();
    ElementType type = wideInteger(random);
    x.source = random.operand(type, partitions, 1 + random.below(60));
    x.axes = uint8_t(1 + random.below(x.source.rank));
    uint64_t kept = 1;
    for (unsigned i = 0; i + x.axes < x.source.rank; ++i)
      kept *= x.source.count[i];
    x.destination = random.operand(type, partitions, kept);
    x.op = PartitionReduceOp(random.below(6));
    uint64_t each = x.source.elementsPerPartition() / kept;
    forEachElement(x.destination, [&](unsigned p, uint64_t i) {
      std::vector<int64_t> values;
      for (uint64_t j = 0; j < each; ++j)
        values.push_back(before.integer(x.source, p, i * each + j));
      after.set(x.destination, p, i, reduced(x.op, type, values));
    });
    batch.add(before, x, after);
  }
  batch.run();
}

/// Is a before b among the largest? As values, by the rules of topk.
static bool isGreater(const SbufImage &image, const OnChipOperand &o,
                      unsigned p, uint64_t a, uint64_t b) {
  if (isInteger(o.type)) {
    int64_t x = image.integer(o, p, a), y = image.integer(o, p, b);
    return o.type == ElementType::u64 ? uint64_t(x) > uint64_t(y) : x > y;
  }
  float x = image.real(o, p, a), y = image.real(o, p, b);
  if (std::isnan(x) || std::isnan(y))
    return std::isnan(x) && !std::isnan(y);
  return x > y;
}

TEST_CASE("model: topk") {
  SbufRandom random(8);
  SbufBatch batch;
  for (unsigned n = 0; n < casesEach; ++n) {
    SbufImage before = random.image(), after = before;
    TopK x;
    unsigned partitions = random.partitions();
    uint64_t count = 1 + random.below(50), k = 1 + random.below(count);
    ElementType type =
        random.pick({ElementType::f32, ElementType::bf16, ElementType::i8,
                     ElementType::i32, ElementType::i64, ElementType::u64});
    x.source = random.operand(type, partitions, count);
    x.destination = random.operand(type, partitions, k);
    x.indices = random.operand(ElementType::i32, partitions, k);
    x.smallest = random.below(2);
    // The indices are written last, should they lie on the values.
    std::vector<std::vector<uint64_t>> orders;
    for (unsigned p = 0; p < partitions; ++p) {
      std::vector<uint64_t> order(count);
      for (uint64_t i = 0; i < count; ++i)
        order[i] = i;
      std::sort(order.begin(), order.end(), [&](uint64_t a, uint64_t b) {
        bool ab = isGreater(before, x.source, p, a, b),
             ba = isGreater(before, x.source, p, b, a);
        return ab == ba ? a < b : x.smallest ? ba : ab;
      });
      orders.push_back(order);
    }
    forEachElement(x.destination, [&](unsigned p, uint64_t i) {
      after.set(x.destination, p, i, before.bits(x.source, p, orders[p][i]));
    });
    forEachElement(x.indices, [&](unsigned p, uint64_t i) {
      after.set(x.indices, p, i, orders[p][i]);
    });
    batch.add(before, x, after);
  }
  batch.run();
}

TEST_CASE("model: nonzero_count") {
  SbufRandom random(9);
  SbufBatch batch;
  for (unsigned n = 0; n < casesEach; ++n) {
    SbufImage before = random.image(), after = before;
    NonzeroCount x;
    unsigned partitions = random.partitions();
    uint64_t count = 1 + random.below(50);
    ElementType type = random.pick({ElementType::f32, ElementType::bf16,
                                    ElementType::u8, ElementType::i64});
    x.source = random.operand(type, partitions, count);
    x.destination =
        random.operand(random.pick({ElementType::i32, ElementType::i64}),
                       partitions, count + 1);
    x.offset = int32_t(random.bits()), x.padding = int32_t(random.bits());
    for (unsigned p = 0; p < partitions; ++p) {
      uint64_t found = 0;
      for (uint64_t i = 0; i < count; ++i) {
        bool zero = isInteger(type) ? before.bits(x.source, p, i) == 0
                                    : before.real(x.source, p, i) == 0;
        if (!zero)
          after.set(x.destination, p, found++,
                    uint64_t(int64_t(x.offset) + int64_t(i)));
      }
      for (uint64_t i = found; i < count; ++i)
        after.set(x.destination, p, i, uint64_t(int64_t(x.padding)));
      after.set(x.destination, p, count, found);
    }
    batch.add(before, x, after);
  }
  batch.run();
}

TEST_CASE("model: sequence_bounds") {
  SbufRandom random(10);
  SbufBatch batch;
  for (unsigned n = 0; n < casesEach; ++n) {
    SbufImage before = random.image();
    SequenceBounds x;
    unsigned partitions = random.partitions();
    uint64_t count = 1 + random.below(30);
    x.source = random.operand(ElementType::i32, partitions, count);
    x.destination = random.operand(ElementType::i32, partitions, 2 * count);
    forEachElement(x.source, [&](unsigned p, uint64_t i) {
      before.set(x.source, p, i, random.below(3));
    });
    SbufImage after = before;
    forEachElement(x.source, [&](unsigned p, uint64_t i) {
      auto id = [&](uint64_t at) { return before.bits(x.source, p, at); };
      uint64_t start = i, end = i;
      while (start > 0 && id(start - 1) == id(i))
        --start;
      while (end < count && id(end) == id(i))
        ++end;
      after.set(x.destination, p, i, id(i) ? start : count);
      after.set(x.destination, p, count + i, id(i) ? end : ~uint64_t(0));
    });
    batch.add(before, x, after);
  }
  batch.run();
}

TEST_CASE("model: rng") {
  SbufRandom random(11);
  SbufBatch batch;
  for (unsigned n = 0; n < casesEach; ++n) {
    SbufImage before = random.image(), after = before;
    Rng x;
    ElementType type =
        random.pick({ElementType::u8, ElementType::i32, ElementType::u64,
                     ElementType::f32, ElementType::boolean});
    x.destination =
        random.operand(type, random.partitions(), 1 + random.below(50));
    x.state = random.operand(ElementType::u32, 1, 4);
    x.advance = random.below(2);
    randomSteps(random, x, INT64_MAX / 2);
    auto word = [&](unsigned i) {
      return uint32_t(before.bits(x.state, 0, i));
    };
    if (x.advance)
      after.set(x.state, 0, 2, word(2) + uint32_t(1));
    forEachElement(x.destination, [&](unsigned p, uint64_t i) {
      uint64_t index = affineOf(x, p, i);
      auto drawn =
          philox4x32({uint32_t(index), uint32_t(index >> 32), word(2), word(3)},
                     {word(0), word(1)});
      uint64_t value = uint64_t(drawn[1]) << 32 | drawn[0];
      if (type == ElementType::boolean)
        value &= 1;
      if (type == ElementType::f32)
        value = std::bit_cast<uint32_t>(float(double(drawn[0] >> 8) / 0x1p24));
      after.set(x.destination, p, i, value);
    });
    batch.add(before, x, after);
  }
  batch.run();
}

TEST_CASE("rng: uniform floats have the mean and variance of [0, 1)") {
  TestProgram program;
  program.constant<uint32_t>(0, {1, 2, 3, 4})
      .output("out", 4096, 128 * 1024 * 4);
  program.add(DmaLoad{Engine::gpsimd, 0, 0, 8, tile(1, 4, 0, ElementType::u32),
                      hbm(1, 4, 0, ElementType::u32)});
  waitFor(program, Engine::gpsimd, 3);
  Rng x;
  x.destination = tile(128, 1024, 64);
  x.state = tile(1, 4, 0, ElementType::u32);
  x.step0 = 1024, x.step1 = 1;
  program.add(Engine::gpsimd, x);
  program.add(
      DmaStore{Engine::gpsimd, 0, 0, 0, hbm(128, 1024, 4096), x.destination});
  auto machine = program.make();
  REQUIRE(!machine->run());
  double sum = 0, squares = 0;
  std::vector<float> drawn = outputOf<float>(*machine, "out");
  for (float value : drawn) {
    REQUIRE((value >= 0 && value < 1));
    sum += value, squares += double(value) * value;
  }
  double n = double(drawn.size()), mean = sum / n;
  // 4 sigma: 1 / sqrt(12 n), and sqrt(1 / 180 n).
  CHECK(std::fabs(mean - 0.5) < 4 / std::sqrt(12 * n));
  CHECK(std::fabs(squares / n - mean * mean - 1.0 / 12) <
        4 / std::sqrt(180 * n));
}
