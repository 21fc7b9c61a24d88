//===- TensorModelTest.cpp - Double rows, tiles, microscaling -------------===//
//
// The Tensor engine against the chain of the contract, written out: for k
// ascending p = fma(stationary[k][m], moving[k][n], p).
//
//===----------------------------------------------------------------------===//
#include "ModelMachine.h"

using namespace glia;
using namespace glia::test;

/// Rows of a matrix of fp32, one per k.
using Rows = std::vector<std::vector<float>>;

/// The matrix that a load or a moving operand holds: with double rows the two
/// of partition p are 2p and 2p + 1.
static Rows matrixOf(ModelMachine &m, const OnChipOperand &o, bool doubleRow) {
  Rows rows;
  for (unsigned p = 0; p < o.partitions; ++p) {
    std::vector<float> all = m.row(o, p);
    auto middle = all.begin() + ptrdiff_t(doubleRow ? all.size() / 2 : 0);
    if (doubleRow)
      rows.emplace_back(all.begin(), middle);
    rows.emplace_back(middle, all.end());
  }
  return rows;
}

/// The matrix of scaled elements: row 4 p + j, column c is element 4 c + j.
static Rows scaledMatrixOf(ModelMachine &m, const OnChipOperand &o,
                           const OnChipOperand &scale) {
  Rows rows(4 * o.partitions, std::vector<float>(o.elementsPerPartition() / 4));
  for (unsigned p = 0; p < o.partitions; ++p)
    for (uint64_t i = 0; i < o.elementsPerPartition(); ++i) {
      unsigned row = scale.partitions == 4 ? p / 8 : p / 32 * 32 + p % 32 / 8;
      uint64_t stored = m.getBits(scale, row, i / 4);
      double factor = stored == 255 ? NAN : std::ldexp(1.0, int(stored) - 127);
      rows[4 * p + i % 4][i / 4] = float(double(m.get(o, p, i)) * factor);
    }
  return rows;
}

template <typename T>
static void product(ModelMachine &m, const T &x, const Rows &stationary,
                    const Rows &moving) {
  for (unsigned i = 0; i < x.destination.partitions; ++i)
    for (uint64_t j = 0; j < x.destination.elementsPerPartition(); ++j) {
      float p = 0;
      for (size_t k = 0; k < moving.size(); ++k)
        p = std::fma(stationary[k][i], moving[k][j], p);
      m.put(x, i, j, x.accumulate ? m.get(x.destination, i, j) + p : p);
    }
}

/// A dense load of what the product needs.
static LoadStationary loadFor(const MultiplyMoving &x) {
  LoadStationary load;
  load.doubleRow = x.doubleRow;
  load.rowPosition = x.rowPosition, load.rowSize = x.rowSize;
  load.columnPosition = x.columnPosition, load.columnSize = x.columnSize;
  load.stationary =
      tile(x.moving.partitions, x.destination.partitions, 4096,
           elementType(x.stationaryType), Space::sbuf, x.moving.startPartition);
  if (x.doubleRow) {
    load.stationary.rank = 2;
    load.stationary.count = {2, x.destination.partitions, 1, 1};
    load.stationary.stride = {x.destination.partitions, 1, 1, 1};
  }
  return load;
}

TEST_CASE("multiply_moving: tiles, double rows and every type") {
  for (auto level : {numerics::SimdLevel::scalar, numerics::SimdLevel::avx2,
                     numerics::SimdLevel::avx512}) {
    if (!numerics::isSupported(level))
      continue;
    ModelTest test("trn2", 41, level);
    LoadStationary load;
    auto prepare = [&](MultiplyMoving &x) {
      x.moving.partitions = uint8_t(1 + x.moving.partitions % 24); // for speed
      load = loadFor(x);
      REQUIRE(!validate(Instruction(load), test.target));
      REQUIRE(!interpreter::dispatch(*test.core, Instruction(load)));
    };
    test.run<MultiplyMoving>(
        60, prepare, [&](ModelMachine &m, const MultiplyMoving &x) {
          product(m, x, matrixOf(m, load.stationary, x.doubleRow),
                  matrixOf(m, x.moving, x.doubleRow));
        });
  }
}

TEST_CASE("multiply_moving: every pair of types, single and double rows") {
  ModelTest test("trn3", 47);
  unsigned pairs = 0;
  static constexpr ElementType types[] = {
      ElementType::f32,   ElementType::tf32,   ElementType::bf16,
      ElementType::f16,   ElementType::f8e4m3, ElementType::f8e4m3fn,
      ElementType::f8e5m2};
  for (bool doubleRow : {false, true})
    for (MatmulType stationary : allCases(MatmulType()))
      for (ElementType moving : types) {
        MultiplyMoving x0;
        x0.doubleRow = doubleRow, x0.stationaryType = stationary;
        x0.moving = tile(9, 12, 0, moving);
        if (doubleRow) {
          x0.moving.rank = 2, x0.moving.count = {2, 6, 1, 1};
          x0.moving.stride = {6, 1, 1, 1};
        }
        x0.destination =
            tile(5, doubleRow ? 6 : 12, 0, ElementType::f32, Space::psum);
        if (llvm::Error error = validate(Instruction(x0), test.target)) {
          llvm::consumeError(std::move(error));
          continue;
        }
        ++pairs;
        LoadStationary load = loadFor(x0);
        REQUIRE(!interpreter::dispatch(*test.core, Instruction(load)));
        test.run<MultiplyMoving>(
            1, [&](MultiplyMoving &x) { x = x0; },
            [&](ModelMachine &m, const MultiplyMoving &x) {
              ::product(m, x, matrixOf(m, load.stationary, x.doubleRow),
                        matrixOf(m, x.moving, x.doubleRow));
            });
      }
  CHECK(pairs == 4 + 23 + 7); // wide, narrow, double rows of fp8
}

TEST_CASE("multiply_moving: bf16 in PSUM on trn3") {
  ModelTest test("trn3", 42);
  LoadStationary load;
  auto prepare = [&](MultiplyMoving &x) {
    x.moving.partitions = uint8_t(1 + x.moving.partitions % 24);
    x.destination.type = ElementType::bf16;
    load = loadFor(x);
    REQUIRE(!interpreter::dispatch(*test.core, Instruction(load)));
  };
  test.run<MultiplyMoving>(
      40, prepare, [&](ModelMachine &m, const MultiplyMoving &x) {
        product(m, x, matrixOf(m, load.stationary, x.doubleRow),
                matrixOf(m, x.moving, x.doubleRow));
      });
  modelled(LoadStationary::opcode);
}

TEST_CASE("multiply_moving_mx: exact scales before the chain") {
  ModelTest test("trn3", 43);
  LoadStationaryMx load;
  auto prepare = [&](MultiplyMovingMx &x) {
    load.stationary = tile(
        x.moving.partitions, 4 * ((x.destination.partitions + 1) & ~1), 8192,
        test.generator() % 2 ? ElementType::f8e4m3fn : ElementType::f8e5m2);
    x.destination.partitions = uint8_t((x.destination.partitions + 1) & ~1);
    x.destination.startPartition = 0;
    load.scale =
        tile(x.moving.partitions, load.stationary.elementsPerPartition() / 4,
             16384, ElementType::u8);
    // Scales around 1, and a few that overflow, underflow or are NaN.
    for (const OnChipOperand *scale : {&load.scale, &x.scale})
      for (unsigned p = 0; p < scale->partitions; ++p)
        for (uint64_t i = 0; i < scale->elementsPerPartition(); ++i)
          if (test.generator() % 16)
            test.poke(*scale, p, i, 120 + test.generator() % 16);
    REQUIRE(!validate(Instruction(load), test.target));
    REQUIRE(!interpreter::dispatch(*test.core, Instruction(load)));
  };
  test.run<MultiplyMovingMx>(
      12, prepare, [&](ModelMachine &m, const MultiplyMovingMx &x) {
        product(m, x, scaledMatrixOf(m, load.stationary, load.scale),
                scaledMatrixOf(m, x.moving, x.scale));
      });
  modelled(LoadStationaryMx::opcode);
}

TEST_CASE("transpose: 32 and 16 bits, and bytes into 16") {
  ModelTest test("trn2", 44);
  test.run<Transpose>(80, [](ModelMachine &m, const Transpose &x) {
    for (unsigned p = 0; p < x.source.partitions; ++p)
      for (uint64_t i = 0; i < x.source.elementsPerPartition(); ++i)
        m.putBits(x.destination, unsigned(i), p, m.getBits(x.source, p, i));
  });
}

static LoadStationary load(unsigned k, unsigned m, uint8_t row, uint8_t rows,
                           uint8_t column, uint8_t columns) {
  LoadStationary x;
  x.stationary = tile(k, m, 4096, ElementType::bf16, Space::sbuf, row);
  x.rowPosition = row, x.rowSize = rows;
  x.columnPosition = column, x.columnSize = columns;
  return x;
}
static MultiplyMoving multiply(unsigned k, unsigned m, uint8_t row,
                               uint8_t rows, uint8_t column, uint8_t columns) {
  MultiplyMoving x;
  x.moving = tile(k, 8, 0, ElementType::bf16, Space::sbuf, row);
  x.stationaryType = MatmulType::bf16;
  x.destination = tile(m, 8, 0, ElementType::f32, Space::psum, column);
  x.rowPosition = row, x.rowSize = rows;
  x.columnPosition = column, x.columnSize = columns;
  return x;
}

TEST_CASE("tiles hold a matrix each, until a load overlaps them") {
  ModelTest test("trn2", 45);
  numerics::FloatEnvironment environment;
  auto code = [&](const Instruction &instruction) {
    REQUIRE(!validate(instruction, test.target));
    return codeOf(interpreter::dispatch(*test.core, instruction));
  };
  REQUIRE(code(load(32, 16, 0, 32, 0, 32)) == 0);
  REQUIRE(code(load(32, 16, 32, 32, 32, 32)) == 0);
  REQUIRE(code(load(64, 64, 64, 64, 64, 64)) == 0);
  CHECK(code(multiply(32, 16, 0, 32, 0, 32)) == 0);
  CHECK(code(multiply(32, 16, 32, 32, 32, 32)) == 0);
  CHECK(code(multiply(64, 64, 64, 64, 64, 64)) == 0);
  // A tile that nothing was loaded for, and one of another size.
  CHECK(code(multiply(32, 16, 0, 32, 32, 32)) == 3409);
  CHECK(code(multiply(32, 16, 0, 64, 0, 64)) == 3409);
  // This overlaps the first two, not the third.
  REQUIRE(code(load(64, 16, 0, 64, 0, 64)) == 0);
  CHECK(code(multiply(32, 16, 0, 32, 0, 32)) == 3409);
  CHECK(code(multiply(32, 16, 32, 32, 32, 32)) == 3409);
  CHECK(code(multiply(64, 64, 64, 64, 64, 64)) == 0);
  CHECK(code(multiply(64, 16, 0, 64, 0, 64)) == 0);
  // The whole array takes the place of all tiles, and they of it.
  REQUIRE(code(load(16, 16, 0, 128, 0, 128)) == 0);
  CHECK(code(multiply(64, 64, 64, 64, 64, 64)) == 3409);
  CHECK(code(multiply(16, 16, 0, 128, 0, 128)) == 0);
  REQUIRE(code(load(32, 16, 0, 32, 0, 32)) == 0);
  CHECK(code(multiply(16, 16, 0, 128, 0, 128)) == 3409);
}

TEST_CASE("E3409: type and double rows must be what was loaded") {
  ModelTest test("trn3", 46);
  numerics::FloatEnvironment environment;
  using enum ElementType;
  auto code = [&](ElementType loaded, MatmulType named, bool doubleLoaded,
                  bool doubleNamed) {
    LoadStationary a;
    a.stationary = tile(16, 8, 4096, loaded);
    MultiplyMoving b;
    b.stationaryType = named;
    b.moving = tile(16, 8, 0, elementType(named));
    b.destination = tile(8, 8, 0, f32, Space::psum);
    auto pair = [](OnChipOperand &o) {
      o.rank = 2, o.count = {2, 8, 1, 1}, o.stride = {8, 1, 1, 1};
    };
    a.doubleRow = doubleLoaded, b.doubleRow = doubleNamed;
    if (doubleLoaded)
      pair(a.stationary);
    if (doubleNamed)
      pair(b.moving), b.moving.partitions = doubleLoaded ? 16 : 8;
    else if (doubleLoaded)
      b.moving.partitions = 32;
    REQUIRE(!validate(Instruction(a), test.target));
    REQUIRE(!validate(Instruction(b), test.target));
    REQUIRE(!interpreter::dispatch(*test.core, Instruction(a)));
    return codeOf(interpreter::dispatch(*test.core, Instruction(b)));
  };
  for (ElementType loaded : {f32, tf32, bf16, f16, f8e4m3, f8e5m2, f8e4m3fn})
    for (MatmulType named : allCases(MatmulType()))
      CHECK(code(loaded, named, false, false) ==
            (loaded == elementType(named) ? 0u : 3409u));
  CHECK(code(f8e4m3fn, MatmulType::f8e4m3fn, true, true) == 0);
  CHECK(code(f8e4m3fn, MatmulType::f8e4m3, true, true) == 3409);
  // The same K in another way.
  CHECK(code(f8e5m2, MatmulType::f8e5m2, false, true) == 3409);
  CHECK(code(f8e5m2, MatmulType::f8e5m2, true, false) == 3409);
}

TEST_CASE("matmul_pair: which types a product may name") {
  using enum ElementType;
  auto passes = [&](llvm::StringRef target, MatmulType stationary,
                    ElementType moving, bool doubleRow) {
    MultiplyMoving x;
    x.stationaryType = stationary;
    x.moving = tile(16, 8, 0, moving);
    x.doubleRow = doubleRow;
    if (doubleRow) {
      x.moving.rank = 2, x.moving.count = {2, 8, 1, 1};
      x.moving.stride = {8, 1, 1, 1};
    }
    x.destination = tile(8, 8, 0, f32, Space::psum);
    return codeOf(validate(Instruction(x), *findTarget(target))) == 0;
  };
  // Rows and columns in the order of MatmulType.
  static constexpr ElementType types[] = {f32,    tf32,     bf16,  f16,
                                          f8e4m3, f8e4m3fn, f8e5m2};
  static constexpr const char *table[] = {"11.....", "11.....", "..11111",
                                          "..11111", "..111.1", "..11.11",
                                          "..11111"};
  for (MatmulType stationary : allCases(MatmulType()))
    for (size_t i = 0; i < std::size(types); ++i) {
      bool may = table[size_t(stationary)][i] == '1',
           needsTrn3 =
               stationary == MatmulType::f8e4m3fn || types[i] == f8e4m3fn;
      INFO(name(stationary).str() << " " << glia::name(types[i]).str());
      CHECK(passes("trn3", stationary, types[i], false) == may);
      CHECK(passes("trn2", stationary, types[i], false) == (may && !needsTrn3));
      if (bitWidth(types[i]) == 8)
        CHECK(passes("trn3", stationary, types[i], true) ==
              (may && bitWidth(elementType(stationary)) == 8));
    }
}
