//===- ElementwiseModelTest.cpp - Elementwise instructions ----------------===//
//
// Every operator that is exact, on every type and engine that has it, against
// steps written plainly: fp32, or integers of the type's width. `rsqrt` and
// `power` of floats are PowerTest's, functions of activate ActivationTest's;
// here stands what is around them.
//
//===----------------------------------------------------------------------===//
#include "ModelMachine.h"

using namespace glia;
using namespace glia::test;

/// GpSimd's integers of 32 and 64 bits.
static bool isExact(Engine engine, ElementType type) {
  return engine == Engine::gpsimd && isInteger(type) && bitWidth(type) >= 32;
}
static bool isInexact(AluOp op) {
  return op == AluOp::rsqrt || op == AluOp::power;
}
/// The scalar of a step on integers of a type.
static uint64_t scalarBits(ModelMachine &m, const ScalarOperand &scalar,
                           unsigned partition) {
  if (!scalar.isPointer)
    return uint64_t(int64_t(int32_t(scalar.bits)));
  OnChipOperand o =
      tile(1, 1, scalar.bits, scalar.type, Space::sbuf, scalar.startPartition);
  return uint64_t(valueOf(scalar.type, m.getBits(o, partition, 0)));
}

/// Runs on all targets and SIMD levels.
template <typename T, typename Prepare, typename Compute>
static void runAll(unsigned seed, unsigned count, Prepare prepare,
                   Compute compute) {
  for (const char *target : {"trn1", "trn2", "trn3"})
    for (auto level : {numerics::SimdLevel::scalar, numerics::SimdLevel::avx2,
                       numerics::SimdLevel::avx512})
      if (numerics::isSupported(level)) {
        ModelTest test(target, seed++, level);
        test.run<T>(count, prepare, compute);
      }
}
template <typename T, typename Compute>
static void runAll(unsigned seed, unsigned count, Compute compute) {
  runAll<T>(seed, count, [](T &) {}, compute);
}

TEST_CASE("tensor_tensor: every exact operator, type and engine") {
  auto prepare = [](TensorTensor &x) {
    if (!isExact(x.engine, x.left.type) && isInexact(x.op))
      x.op = AluOp::subtract;
  };
  runAll<TensorTensor>(
      101, 80, prepare, [](ModelMachine &m, const TensorTensor &x) {
        for (unsigned p = 0; p < x.destination.partitions; ++p)
          for (uint64_t i = 0; i < x.destination.elementsPerPartition(); ++i) {
            auto integers = [&] {
              return modelInteger(x.op, x.left.type, m.getBits(x.left, p, i),
                                  m.getBits(x.right, p, i));
            };
            if (isBitwise(x.op))
              m.putPattern(x.destination, p, i, uint64_t(integers()));
            else if (isExact(x.engine, x.left.type))
              m.putInteger(x, p, i, integers());
            else
              m.put(x, p, i,
                    modelStep(x.op, m.get(x.left, p, i), m.get(x.right, p, i)));
          }
      });
}

TEST_CASE("tensor_scalar: every exact operator, type and engine") {
  auto prepare = [](TensorScalar &x) {
    if (isExact(x.engine, x.source.type))
      return;
    if (isInexact(x.op0))
      x.op0 = AluOp::divide;
    if (isInexact(x.op1))
      x.op1 = AluOp::multiply;
  };
  runAll<TensorScalar>(
      111, 80, prepare, [](ModelMachine &m, const TensorScalar &x) {
        bool onPatterns = isBitwise(x.op0),
             onIntegers = onPatterns || isExact(x.engine, x.source.type);
        ElementType type = x.source.type;
        auto integer = [&](AluOp op, bool reverse, __int128 value,
                           uint64_t scalar) {
          auto bits = uint64_t(value);
          return reverse ? modelInteger(op, type, scalar, bits)
                         : modelInteger(op, type, bits, scalar);
        };
        for (unsigned p = 0; p < x.destination.partitions; ++p)
          for (uint64_t i = 0; i < x.destination.elementsPerPartition(); ++i) {
            if (onIntegers) {
              __int128 value = integer(x.op0, x.reverse0,
                                       __int128(m.getBits(x.source, p, i)),
                                       scalarBits(m, x.scalar0, p));
              if (x.op1 != AluOp::bypass)
                value = integer(x.op1, x.reverse1, value,
                                scalarBits(m, x.scalar1, p));
              if (onPatterns)
                m.putPattern(x.destination, p, i, uint64_t(value));
              else
                m.putInteger(x, p, i, value);
              continue;
            }
            float value = m.get(x.source, p, i), a = m.get(x.scalar0, p),
                  b = m.get(x.scalar1, p);
            value = x.reverse0 ? modelStep(x.op0, a, value)
                               : modelStep(x.op0, value, a);
            if (x.op1 != AluOp::bypass)
              value = x.reverse1 ? modelStep(x.op1, b, value)
                                 : modelStep(x.op1, value, b);
            m.put(x, p, i, value);
          }
      });
}

/// Bits of one type; integers exactly on GpSimd; all else through fp32.
static void copyModel(ModelMachine &m, const Copy &x) {
  ElementType from = x.source.type, to = x.destination.type;
  bool isExactCast =
      x.engine == Engine::gpsimd && isInteger(from) && isInteger(to);
  for (unsigned p = 0; p < x.destination.partitions; ++p)
    for (uint64_t i = 0; i < x.destination.elementsPerPartition(); ++i) {
      uint64_t bits = m.getBits(x.source, p, i);
      if (from == to)
        m.putBits(x.destination, p, i, bits);
      else if (isExactCast)
        m.putInteger(x, p, i, valueOf(from, bits));
      else
        m.put(x, p, i, m.get(x.source, p, i));
    }
}

TEST_CASE("copy: random operands on three engines") {
  runAll<Copy>(121, 60, copyModel);
}

/// Calls with every pair of types of whole bytes.
template <typename F>
static void forEachPair(F callback) {
  for (unsigned from = 0; from < numElementTypes; ++from)
    for (unsigned to = 0; to < numElementTypes; ++to)
      if (bitWidth(ElementType(from)) >= 8 && bitWidth(ElementType(to)) >= 8)
        callback(ElementType(from), ElementType(to));
}

TEST_CASE("copy: every pair of types, on each engine that has them") {
  ModelTest test("trn3", 125);
  unsigned pairs = 0;
  for (Engine engine : {Engine::vector, Engine::scalar, Engine::gpsimd})
    forEachPair([&](ElementType from, ElementType to) {
      Copy copy;
      copy.engine = engine;
      copy.destination = tile(7, 33, 0, to);
      copy.source = tile(7, 33, 4096, from);
      if (llvm::Error error = validate(Instruction(copy), test.target))
        return llvm::consumeError(std::move(error));
      ++pairs;
      test.run<Copy>(1, [&](Copy &x) { x = copy; }, copyModel);
    });
  CHECK(pairs == 2 * 15 * 15 + 17 * 17); // no 64 bits on Vector and Scalar
}

TEST_CASE("dma_move: every pair of types, copied and added") {
  ModelTest test("trn3", 126);
  for (bool accumulate : {false, true})
    forEachPair([&](ElementType from, ElementType to) {
      auto prepare = [&](DmaMove &x) {
        x = DmaMove();
        x.destination = tile(5, 21, 0, to);
        x.source = tile(5, 21, 4096, from);
        x.accumulate = accumulate;
      };
      bool isExactCast = isInteger(from) && isInteger(to);
      test.run<DmaMove>(1, prepare, [&](ModelMachine &m, const DmaMove &x) {
        for (unsigned p = 0; p < 5; ++p)
          for (uint64_t i = 0; i < 21; ++i) {
            uint64_t bits = m.getBits(x.source, p, i),
                     there = m.getBits(x.destination, p, i);
            if (!accumulate && from == to)
              m.putBits(x.destination, p, i, bits);
            else if (isExactCast)
              m.putInteger(x, p, i,
                           valueOf(from, bits) +
                               (accumulate ? valueOf(to, there) : 0));
            else if (accumulate)
              m.put(x, p, i,
                    m.get(x.destination, p, i) + m.get(x.source, p, i));
            else
              m.put(x, p, i, m.get(x.source, p, i));
          }
      });
    });
}

TEST_CASE("memset: the pattern of each type") {
  runAll<Memset>(131, 25, [](ModelMachine &m, const Memset &x) {
    for (unsigned p = 0; p < x.destination.partitions; ++p)
      for (uint64_t i = 0; i < x.destination.elementsPerPartition(); ++i)
        m.putBits(x.destination, p, i, x.value);
  });
}

TEST_CASE("select: bits where the predicate is not zero, else what was there") {
  runAll<Select>(141, 30, [](ModelMachine &m, const Select &x) {
    for (unsigned p = 0; p < x.destination.partitions; ++p)
      for (uint64_t i = 0; i < x.destination.elementsPerPartition(); ++i)
        if (m.getBits(x.predicate, p, i))
          m.putBits(x.destination, p, i, m.getBits(x.source, p, i));
  });
}

TEST_CASE("reciprocal: a correctly rounded quotient") {
  runAll<Reciprocal>(151, 30, [](ModelMachine &m, const Reciprocal &x) {
    for (unsigned p = 0; p < x.destination.partitions; ++p)
      for (uint64_t i = 0; i < x.destination.elementsPerPartition(); ++i)
        m.put(x, p, i, 1.0f / m.get(x.source, p, i));
  });
}

static float apply(ActivationFunction function, float x, float slope) {
  numerics::activate(function, &x, &x, 1, numerics::SimdLevel::scalar, slope);
  return x;
}

TEST_CASE("activate: one fma before each function, and the accumulators") {
  runAll<Activate>(161, 60, [](ModelMachine &m, const Activate &x) {
    for (unsigned p = 0; p < x.destination.partitions; ++p) {
      std::vector<float> row;
      for (uint64_t i = 0; i < x.destination.elementsPerPartition(); ++i) {
        float argument = canonical(std::fma(
            m.get(x.source, p, i), m.get(x.scale, p), m.get(x.bias, p)));
        row.push_back(apply(x.function, argument, m.get(x.slope, p)));
        m.put(x, p, i, row.back());
      }
      m.accumulate(x, p, ReduceOp::add, row);
    }
  });
}

TEST_CASE("activate2: two rounded steps before each function") {
  for (auto level : {numerics::SimdLevel::scalar, numerics::bestSimdLevel()}) {
    ModelTest test("trn3", 171, level);
    test.run<Activate2>(120, [](ModelMachine &m, const Activate2 &x) {
      for (unsigned p = 0; p < x.destination.partitions; ++p) {
        float a = m.get(x.scalar0, p), b = m.get(x.scalar1, p);
        std::vector<float> row;
        for (uint64_t i = 0; i < x.destination.elementsPerPartition(); ++i) {
          float value = m.get(x.source, p, i);
          if (x.op0 != AluOp::bypass)
            value = x.reverse0 ? modelStep(x.op0, a, value)
                               : modelStep(x.op0, value, a);
          if (x.op1 != AluOp::bypass)
            value = x.reverse1 ? modelStep(x.op1, b, value)
                               : modelStep(x.op1, value, b);
          row.push_back(apply(x.function, value, m.get(x.slope, p)));
          m.put(x, p, i, row.back());
        }
        m.accumulate(x, p, x.reduceOp, row);
      }
    });
  }
}
