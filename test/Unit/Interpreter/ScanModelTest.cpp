//===- ScanModelTest.cpp - Chains, accumulators, statistics ---------------===//
//
// The instructions of VectorScanInstructions.td against models, element by
// element.
//
//===----------------------------------------------------------------------===//
#include "ModelMachine.h"

using namespace glia;
using namespace glia::test;

static float reversible(AluOp op, bool reverse, float a, float b) {
  return reverse ? modelStep(op, b, a) : modelStep(op, a, b);
}

static void onEveryLevel(auto test) {
  for (auto level : {numerics::SimdLevel::scalar, numerics::SimdLevel::avx2,
                     numerics::SimdLevel::avx512})
    if (numerics::isSupported(level))
      test(level);
}

TEST_CASE("scalar_tensor_tensor: two rounded steps") {
  onEveryLevel([](numerics::SimdLevel level) {
    ModelTest test("trn2", 1, level);
    test.run<ScalarTensorTensor>(60, [](ModelMachine &m,
                                        const ScalarTensorTensor &x) {
      for (unsigned p = 0; p < x.destination.partitions; ++p)
        for (uint64_t i = 0; i < x.destination.elementsPerPartition(); ++i)
          m.put(x, p, i,
                reversible(x.op1, x.reverse1,
                           reversible(x.op0, x.reverse0, m.get(x.source, p, i),
                                      m.get(x.scalar0, p)),
                           m.get(x.tensor, p, i)));
    });
  });
}

TEST_CASE("tensor_scalar_reduce: the accumulators take the fp32 results") {
  onEveryLevel([](numerics::SimdLevel level) {
    ModelTest test("trn2", 2, level);
    test.run<TensorScalarReduce>(80, [](ModelMachine &m,
                                        const TensorScalarReduce &x) {
      for (unsigned p = 0; p < x.destination.partitions; ++p) {
        std::vector<float> row = m.row(x.source, p);
        for (uint64_t i = 0; i < row.size(); ++i) {
          row[i] = reversible(x.op0, x.reverse0, row[i], m.get(x.scalar0, p));
          m.put(x, p, i, row[i]);
        }
        m.accumulate(x, p, x.reduceOp, row);
      }
    });
  });
}

TEST_CASE("accumulator_read and accumulator_write: one value a lane") {
  ModelTest test("trn1", 3);
  for (unsigned round = 0; round < 10; ++round) {
    test.run<AccumulatorWrite>(
        4, [](ModelMachine &m, const AccumulatorWrite &x) {
          for (unsigned p = 0; p < x.partitions; ++p)
            m.accumulators[x.engine == Engine::vector ? 0 : 1]
                          [x.startPartition + p] = canonical(m.get(x.value, p));
        });
    test.run<AccumulatorRead>(8, [](ModelMachine &m, const AccumulatorRead &x) {
      for (unsigned p = 0; p < x.destination.partitions; ++p) {
        float value = m.accumulator(x, p);
        m.put(x, p, 0, x.negate ? -value : value);
      }
    });
  }
}

TEST_CASE("tensor_scalar_cumulative: the state runs along the row and on") {
  ModelTest test("trn2", 4);
  test.run<TensorScalarCumulative>(120, [](ModelMachine &m,
                                           const TensorScalarCumulative &x) {
    for (unsigned p = 0; p < x.destination.partitions; ++p) {
      float &state = m.accumulator(x, p);
      if (x.accumulator == AccumulatorCommand::reset_reduce)
        state = x.op1 == AluOp::multiply ? 1.0f
                : x.op1 == AluOp::max    ? -INFINITY
                : x.op1 == AluOp::min    ? INFINITY
                                         : 0.0f;
      for (uint64_t i = 0; i < x.source.elementsPerPartition(); ++i) {
        state = modelStep(
            x.op1, modelStep(x.op0, m.get(x.source, p, i), m.get(x.scalar0, p)),
            state);
        m.put(x, p, i, state);
      }
    }
  });
}

TEST_CASE("scan: the state stays fp32 whatever is stored") {
  ModelTest test("trn2", 5);
  test.run<Scan>(120, [](ModelMachine &m, const Scan &x) {
    for (unsigned p = 0; p < x.destination.partitions; ++p) {
      float state = m.get(x.initial, p);
      for (uint64_t i = 0; i < x.source.elementsPerPartition(); ++i) {
        state = reversible(
            x.op1, x.reverse1,
            reversible(x.op0, x.reverse0, m.get(x.source, p, i), state),
            m.get(x.tensor, p, i));
        m.put(x, p, i, state);
      }
    }
  });
}

TEST_CASE("bn_stats: two passes, even and odd elements") {
  onEveryLevel([](numerics::SimdLevel level) {
    ModelTest test("trn2", 6, level);
    unsigned number = 0;
    auto narrow = [&](BnStats &x) { // one element: no odd ones
      if (++number % 8 == 0) {
        x.source.rank = 1;
        x.source.count = {1, 1, 1, 1};
        x.source.stride = {1, 1, 1, 1};
      }
    };
    test.run<BnStats>(60, narrow, [](ModelMachine &m, const BnStats &x) {
      for (unsigned p = 0; p < x.source.partitions; ++p) {
        std::vector<float> row = m.row(x.source, p);
        for (unsigned parity = 0; parity < 2; ++parity) {
          std::vector<float> half;
          for (size_t i = parity; i < row.size(); i += 2)
            half.push_back(row[i]);
          float count = float(half.size()), mean = 0, squares = 0;
          if (!half.empty()) {
            mean = modelReduce(ReduceOp::add, half) / count;
            for (float &v : half) {
              float d = v - mean;
              v = d * d;
            }
            squares = modelReduce(ReduceOp::add, half);
          }
          m.put(x, p, 3 * parity, count);
          m.put(x, p, 3 * parity + 1, mean);
          m.put(x, p, 3 * parity + 2, squares);
        }
      }
    });
  });
}

TEST_CASE("bn_aggr: Chan's update from left to right") {
  ModelTest test("trn2", 7);
  auto zeroCounts = [&](BnAggr &x) {
    for (unsigned p = 0; p < x.source.partitions; ++p)
      for (uint64_t i = 0; i < x.source.elementsPerPartition(); i += 3)
        if (test.generator() % 3 == 0 || p == 0)
          test.poke(x.source, p, i, 0);
  };
  test.run<BnAggr>(80, zeroCounts, [](ModelMachine &m, const BnAggr &x) {
    for (unsigned p = 0; p < x.source.partitions; ++p) {
      std::vector<float> row = m.row(x.source, p);
      float N = 0, M = 0, S = 0;
      for (size_t i = 0; i < row.size(); i += 3) {
        float n = row[i], mean = row[i + 1], s = row[i + 2];
        if (n == 0)
          continue;
        if (N == 0) {
          N = n, M = mean, S = s;
          continue;
        }
        float T = N + n;
        float r = n / T;
        float d = mean - M;
        float square = d * d;
        float weight = N * r;
        float sum = S + s;
        float between = square * weight;
        S = sum + between;
        float shift = d * r;
        M = M + shift;
        N = T;
      }
      m.put(x, p, 0, M);
      m.put(x, p, 1, S / N);
    }
  });
}

TEST_CASE("bn_stats and bn_aggr together: mean and variance of a row") {
  // Whole numbers with whole means: every step is exact.
  ModelTest test("trn2", 8);
  BnStats stats;
  stats.source = tile(4, 8, 0), stats.destination = tile(4, 6, 64);
  BnAggr aggregate;
  aggregate.source = stats.destination, aggregate.destination = tile(4, 2, 128);
  for (unsigned p = 0; p < 4; ++p)
    for (unsigned i = 0; i < 8; ++i) // 0 0 4 4 8 8 12 12, mean 6, variance 20
      test.poke(stats.source, p, i, std::bit_cast<uint32_t>(float(i / 2 * 4)));
  REQUIRE(!interpreter::dispatch(*test.core, Instruction(stats)));
  REQUIRE(!interpreter::dispatch(*test.core, Instruction(aggregate)));
  float result[2];
  std::memcpy(result, test.core->sbuf.row(3) + 128, 8);
  CHECK(result[0] == 6.0f);
  CHECK(result[1] == 20.0f);
}

TEST_CASE("reduce: every operator, bitwise ones on patterns") {
  onEveryLevel([](numerics::SimdLevel level) {
    ModelTest test("trn2", 9, level);
    test.run<Reduce>(200, [](ModelMachine &m, const Reduce &x) {
      uint64_t kept = x.destination.elementsPerPartition(),
               length = x.source.elementsPerPartition() / kept;
      for (unsigned p = 0; p < x.source.partitions; ++p)
        for (uint64_t k = 0; k < kept; ++k) {
          if (isBitwise(x.op)) {
            uint64_t bits = m.getBits(x.source, p, k * length);
            for (uint64_t i = 1; i < length; ++i) {
              uint64_t other = m.getBits(x.source, p, k * length + i);
              bits = x.op == ReduceOp::bitwise_and  ? bits & other
                     : x.op == ReduceOp::bitwise_or ? bits | other
                                                    : bits ^ other;
            }
            // A bool holds 0 or 1, whatever its byte was.
            if (x.destination.type == ElementType::boolean)
              bits = bits != 0;
            m.putBits(x.destination, p, k, bits);
            continue;
          }
          std::vector<float> row;
          for (uint64_t i = 0; i < length; ++i)
            row.push_back(m.get(x.source, p, k * length + i));
          float value = modelReduce(x.op, row);
          m.put(x, p, k, x.negate ? -value : value);
        }
    });
  });
}
