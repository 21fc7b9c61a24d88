//===- Harness.h - One engine between two transfers -----------------------===//
//
// Loads [P, N] tiles, lets an engine work on them, and stores what it made;
// values for it.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_TEST_UNIT_INTERPRETER_HARNESS_H
#define GLIA_TEST_UNIT_INTERPRETER_HARNESS_H

#include "TestProgram.h"
#include <cmath>

namespace glia::test {

inline constexpr unsigned P = 32, N = 37;
inline constexpr uint64_t inA = 0, inB = 0x10000, inC = 0x20000, out = 0x40000;

inline std::vector<float> randomFloats(size_t n, unsigned seed) {
  std::mt19937 generator(seed);
  std::normal_distribution<float> normal;
  std::vector<float> values(n);
  for (float &x : values)
    x = generator() % 16 == 0 ? std::bit_cast<float>(uint32_t(generator()))
                              : normal(generator);
  return values;
}
inline std::vector<int32_t> randomInts(size_t n, unsigned seed) {
  std::mt19937 generator(seed);
  std::vector<int32_t> values(n);
  for (int32_t &x : values)
    x = generator() % 3 ? int32_t(generator() % 100) - 50
                        : int32_t(generator());
  return values;
}
inline uint32_t bits(float x) {
  return std::isnan(x) ? 0x7FC00000 : std::bit_cast<uint32_t>(x);
}
template <typename T>
bool sameBits(const std::vector<T> &a, const std::vector<T> &b) {
  return a.size() == b.size() &&
         std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0;
}

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

inline std::vector<numerics::SimdLevel> levels() {
  std::vector<numerics::SimdLevel> result;
  for (auto level : {numerics::SimdLevel::scalar, numerics::SimdLevel::avx2,
                     numerics::SimdLevel::avx512})
    if (numerics::isSupported(level))
      result.push_back(level);
  return result;
}

} // namespace glia::test

#endif
