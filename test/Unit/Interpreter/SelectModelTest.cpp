//===- SelectModelTest.cpp - Selection, search, movement of lanes ---------===//
//
// The instructions of VectorSelectInstructions.td against models, element by
// element.
//
//===----------------------------------------------------------------------===//
#include "ModelMachine.h"
#include <algorithm>
#include <limits>

using namespace glia;
using namespace glia::test;

TEST_CASE("range_select: keeps indices between two bounds") {
  ModelTest test("trn2", 21);
  auto nearBounds = [&](RangeSelect &x) { // bounds inside the row
    x.start = uint32_t(test.generator() % 1000);
    for (ScalarOperand *bound : {&x.bound0, &x.bound1})
      if (!bound->isPointer)
        *bound = immediate(float(x.start + test.generator() % 200));
  };
  test.run<RangeSelect>(
      80, nearBounds, [](ModelMachine &m, const RangeSelect &x) {
        for (unsigned p = 0; p < x.source.partitions; ++p) {
          std::vector<float> row = m.row(x.source, p);
          for (uint64_t i = 0; i < row.size(); ++i) {
            float index = float(x.start + i);
            bool inside =
                modelStep(x.comparison0, index, m.get(x.bound0, p)) == 1 &&
                modelStep(x.comparison1, index, m.get(x.bound1, p)) == 1;
            row[i] = inside ? canonical(row[i])
                            : std::numeric_limits<float>::lowest();
            m.put(x, p, i, row[i]);
          }
          m.accumulate(x, p, ReduceOp::max, row);
        }
      });
}

TEST_CASE("range_select: the fill becomes -infinity in narrow floats") {
  ModelTest test("trn2", 22);
  RangeSelect x;
  x.source = tile(1, 3, 0), x.destination = tile(1, 3, 64, ElementType::bf16);
  x.bound0 = immediate(1.0f), x.bound1 = immediate(2.0f);
  x.comparison0 = AluOp::greater_equal, x.comparison1 = AluOp::less;
  for (unsigned i = 0; i < 3; ++i)
    test.poke(x.source, 0, i, std::bit_cast<uint32_t>(1.5f));
  REQUIRE(!interpreter::dispatch(*test.core, Instruction(x)));
  uint16_t result[3];
  std::memcpy(result, test.core->sbuf.row(0) + 64, 6);
  CHECK(result[0] == 0xFF80);
  CHECK(result[1] == 0x3FC0);
  CHECK(result[2] == 0xFF80);
}

TEST_CASE("select_reduce: a tensor or a scalar, with a running maximum") {
  ModelTest test("trn2", 23);
  auto someFlags = [&](SelectReduce &x) {
    for (unsigned p = 0; p < x.predicate.partitions; ++p)
      for (uint64_t i = 0; i < x.predicate.elementsPerPartition(); ++i)
        if (test.generator() % 2)
          test.poke(x.predicate, p, i, 0);
  };
  test.run<SelectReduce>(80, someFlags,
                         [](ModelMachine &m, const SelectReduce &x) {
                           for (unsigned p = 0; p < x.source.partitions; ++p) {
                             std::vector<float> row = m.row(x.source, p);
                             for (uint64_t i = 0; i < row.size(); ++i) {
                               bool isSet = m.getBits(x.predicate, p, i) != 0;
                               if (isSet == x.reverse)
                                 row[i] = m.get(x.otherwise, p);
                               row[i] = canonical(row[i]);
                               m.put(x, p, i, row[i]);
                             }
                             m.accumulate(x, p, ReduceOp::max, row);
                           }
                         });
}

TEST_CASE("shuffle32: permutes quadrants, leaves what it is told to leave") {
  ModelTest test("trn1", 24);
  test.run<Shuffle32>(150, [](ModelMachine &m, const Shuffle32 &x) {
    for (unsigned p = 0; p < x.destination.partitions; ++p) {
      unsigned from = x.lanes.source[p % 32];
      for (uint64_t i = 0; from != 255 && i < x.source.elementsPerPartition();
           ++i)
        m.putBits(x.destination, p, i,
                  m.getBits(x.source, p - p % 32 + from, i));
    }
  });
}

TEST_CASE("transpose32: tiles where they stand") {
  ModelTest test("trn1", 25);
  test.run<Transpose32>(60, [](ModelMachine &m, const Transpose32 &x) {
    for (unsigned p = 0; p < x.destination.partitions; ++p)
      for (uint64_t i = 0; i < x.destination.elementsPerPartition(); ++i)
        m.putBits(x.destination, p, i,
                  m.getBits(x.source, p - p % 32 + unsigned(i % 32),
                            i - i % 32 + p % 32));
  });
}

/// Is a above b in the order of max8?
static bool isAbove(float a, float b) {
  if (std::isnan(a) || std::isnan(b))
    return std::isnan(a) && !std::isnan(b);
  return a > b || (a == 0 && b == 0 && !std::signbit(a) && std::signbit(b));
}

TEST_CASE("max8: the eight largest, repeated as they occur") {
  ModelTest test("trn1", 26);
  test.run<Max8>(100, [](ModelMachine &m, const Max8 &x) {
    for (unsigned p = 0; p < x.source.partitions; ++p) {
      std::vector<float> row = m.row(x.source, p);
      std::sort(row.begin(), row.end(), isAbove);
      for (unsigned j = 0; j < 8; ++j)
        m.put(x, p, j, row[j]);
    }
  });
}

/// Values to look for are put into the row more than once.
template <typename T>
static void plantValues(ModelTest &test, T &x) {
  for (unsigned p = 0; p < x.source.partitions; ++p)
    for (unsigned j = 0; j < 8; ++j) {
      uint64_t n = x.source.elementsPerPartition();
      float value = test.model.get(x.source, p, test.generator() % n);
      if (j > 0 && test.generator() % 3 == 0)
        value = test.model.get(x.values, p, test.generator() % j);
      uint64_t bits = 0;
      numerics::convert(ElementType::f32, &value, x.values.type, &bits, 1);
      test.poke(x.values, p, j, bits);
    }
}

/// The place of the eight values in a row, occurrence by occurrence.
static std::vector<std::optional<size_t>>
occurrences(const std::vector<float> &row, const std::vector<float> &values) {
  std::vector<bool> isTaken(row.size());
  std::vector<std::optional<size_t>> found;
  for (float value : values) {
    std::optional<size_t> at;
    for (size_t i = 0; i < row.size() && !at; ++i)
      if (row[i] == value && !isTaken[i])
        at = i;
    if (at)
      isTaken[*at] = true;
    found.push_back(at);
  }
  return found;
}

TEST_CASE("find8: occurrences one after the other, all ones for none") {
  ModelTest test("trn1", 27);
  test.run<Find8>(
      100, [&](Find8 &x) { plantValues(test, x); },
      [](ModelMachine &m, const Find8 &x) {
        for (unsigned p = 0; p < x.source.partitions; ++p) {
          auto found = occurrences(m.row(x.source, p), m.row(x.values, p));
          for (unsigned j = 0; j < 8; ++j)
            m.putBits(x.destination, p, j, found[j] ? *found[j] : ~uint64_t(0));
        }
      });
}

TEST_CASE("replace8: only what is found changes") {
  ModelTest test("trn1", 28);
  test.run<Replace8>(
      100, [&](Replace8 &x) { plantValues(test, x); },
      [](ModelMachine &m, const Replace8 &x) {
        for (unsigned p = 0; p < x.source.partitions; ++p) {
          float replacement = m.get(x.replacement, p);
          uint64_t bits = 0;
          numerics::convert(ElementType::f32, &replacement, x.source.type,
                            &bits, 1);
          for (uint64_t i = 0; i < x.source.elementsPerPartition(); ++i)
            m.putBits(x.destination, p, i, m.getBits(x.source, p, i));
          for (auto at : occurrences(m.row(x.source, p), m.row(x.values, p)))
            if (at)
              m.putBits(x.destination, p, *at, bits);
        }
      });
}

TEST_CASE("exp_sub_sum: a rounded difference, then exp") {
  ModelTest test("trn3", 29);
  test.run<ExpSubSum>(60, [](ModelMachine &m, const ExpSubSum &x) {
    for (unsigned p = 0; p < x.source.partitions; ++p) {
      std::vector<float> row = m.row(x.source, p);
      for (uint64_t i = 0; i < row.size(); ++i) {
        float difference = row[i] - m.get(x.subtrahend, p);
        numerics::activate(ActivationFunction::exp, &difference, &row[i], 1,
                           numerics::SimdLevel::scalar);
        m.put(x, p, i, row[i]);
      }
      m.accumulate(x, p, ReduceOp::add, row);
    }
  });
}

/// 2^exponent times fp8, tried for every scale: the model of one group.
static int groupExponent(const std::vector<float> &group, int highest) {
  float largest = 0;
  for (float v : group)
    largest = std::max(largest, std::fabs(v));
  if (largest == 0)
    return -127;
  int exponent = -127; // the largest s with largest / 2^s >= 2^(highest - 1)
  while (exponent < 127 && std::ldexp(double(largest), -(exponent + 1)) >=
                               std::ldexp(1.0, highest - 1))
    ++exponent;
  return exponent;
}

TEST_CASE("quantize_mx: one scale for 8 partitions and 4 elements") {
  ModelTest test("trn3", 30);
  auto finite = [&](QuantizeMx &x) { // most groups without NaN and infinity
    for (unsigned p = 0; p < x.source.partitions; ++p)
      for (uint64_t i = 0; i < x.source.elementsPerPartition(); ++i)
        if (!std::isfinite(test.model.get(x.source, p, i)) &&
            test.generator() % 64)
          test.poke(x.source, p, i, test.generator() & 0x8003);
  };
  test.run<QuantizeMx>(50, finite, [](ModelMachine &m, const QuantizeMx &x) {
    int highest = x.destination.type == ElementType::f8e5m2 ? 15 : 8;
    struct Scale {
      unsigned row;
      uint64_t column, bits;
    };
    std::vector<Scale> scales; // written last
    for (unsigned first = 0; first < x.source.partitions; first += 8)
      for (uint64_t g = 0; g < x.source.elementsPerPartition() / 4; ++g) {
        std::vector<float> group;
        for (unsigned i = 0; i < 32; ++i)
          group.push_back(m.get(x.source, first + i / 4, 4 * g + i % 4));
        bool isFinite = std::all_of(group.begin(), group.end(),
                                    [](float v) { return std::isfinite(v); });
        int exponent = isFinite ? groupExponent(group, highest) : 128;
        unsigned row = x.scale.partitions == 4
                           ? first / 8
                           : first / 32 * 32 + first / 8 % 4;
        scales.push_back({row, g, uint64_t(exponent + 127)});
        for (unsigned i = 0; i < 32; ++i) {
          float v =
              isFinite ? float(std::ldexp(double(group[i]), -exponent)) : NAN;
          uint64_t bits = 0;
          v = canonical(v);
          numerics::convert(ElementType::f32, &v, x.destination.type, &bits, 1);
          m.putBits(x.destination, first + i / 4, 4 * g + i % 4, bits);
        }
      }
    for (const Scale &scale : scales)
      m.putBits(x.scale, scale.row, scale.column, scale.bits);
  });
}
