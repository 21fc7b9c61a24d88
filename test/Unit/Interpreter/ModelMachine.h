//===- ModelMachine.h - A plain model of the on-chip memories -------------===//
//
// Runs random valid instructions on a core and on a model that is written
// element by element, without the core's rows, patterns and kernels, and
// compares every byte. The memories hold random bits, so NaN, infinities and
// subnormals come by themselves; the random operands bring strides of both
// signs, odd sizes, every type, PSUM and both ways to round.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_TEST_UNIT_INTERPRETER_MODELMACHINE_H
#define GLIA_TEST_UNIT_INTERPRETER_MODELMACHINE_H

#include "Modelled.h"
#include "TestProgram.h"
#include "glia/Support/StochasticRounding.h"
#include "lib/Interpreter/Core.h"
#include "lib/Interpreter/Execute.h"
#include <cmath>

namespace glia::test {

inline float canonical(float x) {
  return std::isnan(x) ? std::bit_cast<float>(numerics::canonicalNan) : x;
}

/// One ALU step on fp32, as docs/Machine.md words it.
float modelStep(AluOp op, float a, float b);
/// One ALU step on bits of an integer type, exact and cut to its width; the
/// value of the result, with its sign.
__int128 modelInteger(AluOp op, ElementType type, uint64_t left,
                      uint64_t right);
/// An element of an integer type, with its sign; of bool any bits but 0 are 1.
inline __int128 valueOf(ElementType type, uint64_t bits) {
  return type == ElementType::boolean
             ? bits != 0
             : modelInteger(AluOp::bypass, type, bits, 0);
}
/// The reduction tree, written plainly.
float modelReduce(ReduceOp op, const std::vector<float> &row);

class ModelMachine {
public:
  std::vector<uint8_t> sbuf, psum;
  uint64_t sbufRow = 0, psumRow = 0; // bytes of a partition
  float accumulators[2][128];
  std::array<uint32_t, 64> registers{};
  std::array<uint64_t, 16> addresses{};
  uint32_t seed = 0, step = 0;

  uint8_t *at(const OnChipOperand &o, unsigned partition, uint64_t element) {
    int64_t offset = 0;
    uint64_t rest = element;
    for (unsigned i = o.rank; i-- > 0;) {
      offset += int64_t(rest % o.count[i]) * o.stride[i];
      rest /= o.count[i];
    }
    bool isPsum = o.space == Space::psum;
    return (isPsum ? psum : sbuf).data() +
           (o.startPartition + partition) * (isPsum ? psumRow : sbufRow) +
           o.byteOffset + offset * int64_t(bitWidth(o.type) / 8);
  }
  float get(const OnChipOperand &o, unsigned partition, uint64_t element) {
    return numerics::toFloat(o.type, at(o, partition, element));
  }
  uint64_t getBits(const OnChipOperand &o, unsigned partition,
                   uint64_t element) {
    uint64_t bits = 0;
    std::memcpy(&bits, at(o, partition, element), bitWidth(o.type) / 8);
    return bits;
  }
  float get(const ScalarOperand &scalar, unsigned partition) {
    if (!scalar.isPointer)
      return std::bit_cast<float>(scalar.bits);
    return numerics::toFloat(scalar.type,
                             sbuf.data() +
                                 (scalar.startPartition + partition) * sbufRow +
                                 scalar.bits);
  }
  std::vector<float> row(const OnChipOperand &o, unsigned partition) {
    std::vector<float> values(o.elementsPerPartition());
    for (uint64_t i = 0; i < values.size(); ++i)
      values[i] = get(o, partition, i);
    return values;
  }
  float &accumulator(const auto &x, unsigned partition) {
    return accumulators[x.engine == Engine::vector ? 0 : 1]
                       [x.destination.startPartition + partition];
  }
  /// What the command makes of the accumulator.
  void accumulate(const auto &x, unsigned partition, ReduceOp op,
                  const std::vector<float> &row) {
    AccumulatorCommand command = x.accumulator;
    float &value = accumulator(x, partition);
    if (command == AccumulatorCommand::reset ||
        command == AccumulatorCommand::reset_reduce)
      value = op == ReduceOp::multiply                         ? 1.0f
              : op == ReduceOp::max                            ? -INFINITY
              : op == ReduceOp::min || op == ReduceOp::abs_min ? INFINITY
                                                               : 0.0f;
    if (command != AccumulatorCommand::reduce &&
        command != AccumulatorCommand::reset_reduce)
      return;
    float reduced = modelReduce(op, row);
    switch (op) {
    case ReduceOp::add:
      value = canonical(value + reduced);
      break;
    case ReduceOp::multiply:
      value = canonical(value * reduced);
      break;
    case ReduceOp::max:
      value = modelStep(AluOp::max, value, reduced);
      break;
    case ReduceOp::min:
      value = modelStep(AluOp::min, value, reduced);
      break;
    case ReduceOp::abs_max:
      value = modelStep(AluOp::max, std::fabs(value), std::fabs(reduced));
      break;
    default:
      value = modelStep(AluOp::min, std::fabs(value), std::fabs(reduced));
    }
  }

  /// Results are collected first and written together: every instruction reads
  /// before it writes.
  struct Write {
    uint8_t *to;
    uint64_t bits;
    unsigned bytes;
  };
  std::vector<Write> writes;
  void putBits(const OnChipOperand &o, unsigned partition, uint64_t element,
               uint64_t bits) {
    writes.push_back({at(o, partition, element), bits, bitWidth(o.type) / 8});
  }
  /// Rounds as the instruction says.
  void put(const auto &x, unsigned partition, uint64_t element, float value) {
    const OnChipOperand &o = x.destination;
    value = canonical(value);
    uint64_t bits = 0;
    if (x.rounding == Rounding::nearest ||
        !numerics::hasStochasticRounding(o.type)) {
      numerics::convert(ElementType::f32, &value, o.type, &bits, 1, x.saturate);
    } else {
      const StochasticRounding &word = x.stochastic;
      auto registerOf = [&](uint8_t r) { return r == 63 ? 0 : registers[r]; };
      uint64_t index =
          word.indexOffset +
          (word.indexRegister == 31 ? 0 : addresses[word.indexRegister]) +
          partition * uint64_t(word.indexStride[0]);
      uint64_t rest = element;
      for (unsigned i = o.rank; i-- > 0; rest /= o.count[i])
        index += rest % o.count[i] * uint64_t(word.indexStride[i + 1]);
      numerics::StochasticKey key{
          seed, word.stream + registerOf(word.streamRegister), step,
          word.ordinal + registerOf(word.ordinalRegister)};
      bits = numerics::roundStochastically(
          value, o.type, numerics::randomWord(key, index), x.saturate);
    }
    putBits(o, partition, element, bits);
  }
  /// Of an integer type; what bool holds is 0 or 1.
  void putPattern(const OnChipOperand &o, unsigned partition, uint64_t element,
                  uint64_t bits) {
    putBits(o, partition, element,
            o.type == ElementType::boolean ? bits != 0 : bits);
  }
  /// An integer: cut to an integer type, else rounded as fp32.
  void putInteger(const auto &x, unsigned partition, uint64_t element,
                  __int128 value) {
    const OnChipOperand &o = x.destination;
    if (!isInteger(o.type)) // one rounding from 64 bits to fp32, then the store
      return put(x, partition, element,
                 value < 0 ? float(int64_t(value)) : float(uint64_t(value)));
    putPattern(o, partition, element,
               o.type == ElementType::boolean ? value != 0 : uint64_t(value));
  }
  void commit() {
    for (const Write &write : writes)
      std::memcpy(write.to, &write.bits, write.bytes);
    writes.clear();
  }
};

/// A core and its model, with the same random bits.
class ModelTest {
public:
  ModelTest(llvm::StringRef targetName, unsigned seed,
            numerics::SimdLevel level = numerics::bestSimdLevel())
      : target(*findTarget(targetName)), generator(seed) {
    image.hbmBytes = 4096;
    options.simd = level;
    options.roundingSeed = 77;
    auto made = interpreter::Core::create(image, nullptr, target, options, {});
    REQUIRE(bool(made));
    core = std::move(*made);
    core->step = 3;
    core->stream = &core->streams[1];
    model.seed = 77, model.step = 3;
    model.sbufRow = core->sbuf.bytesPerPartition();
    model.psumRow = core->psum.bytesPerPartition();
    model.sbuf.resize(128 * model.sbufRow);
    model.psum.resize(128 * model.psumRow);
    fill(core->sbuf, model.sbuf, model.sbufRow);
    fill(core->psum, model.psum, model.psumRow);
    for (auto [own, other] :
         {std::pair{&core->accumulators[0], &model.accumulators[0]},
          {&core->accumulators[1], &model.accumulators[1]}})
      for (unsigned lane = 0; lane < 128; ++lane)
        (*own)[lane] = (*other)[lane] = float(int(generator() % 2000) - 1000);
    for (unsigned r = 0; r < 63; ++r)
      core->stream->registers[r] = model.registers[r] = uint32_t(generator());
    for (unsigned a = 0; a < 16; ++a)
      core->stream->addresses[a] = model.addresses[a] = generator();
  }

  /// Writes the same value to both memories.
  void poke(const OnChipOperand &o, unsigned partition, uint64_t element,
            uint64_t bits) {
    uint8_t *to = model.at(o, partition, element);
    bool isPsum = o.space == Space::psum;
    auto &own = isPsum ? core->psum : core->sbuf;
    ptrdiff_t offset = to - (isPsum ? model.psum : model.sbuf).data();
    ptrdiff_t rowBytes = ptrdiff_t(isPsum ? model.psumRow : model.sbufRow);
    std::memcpy(to, &bits, bitWidth(o.type) / 8);
    std::memcpy(own.row(unsigned(offset / rowBytes)) + offset % rowBytes, &bits,
                bitWidth(o.type) / 8);
  }

  /// A random valid instruction; every third one works in place where its
  /// operands allow that.
  template <typename T>
  T random(unsigned number) {
    T x = std::get<T>(isa::random(T::opcode, generator, target));
    if constexpr (requires {
                    x.source.partitions;
                    x.destination = x.source;
                  }) {
      T inPlace = x;
      inPlace.destination = x.source;
      if (number % 3 == 0) {
        llvm::Error error = validate(Instruction(inPlace), target);
        if (!error)
          return inPlace;
        llvm::consumeError(std::move(error));
      }
    }
    return x;
  }

  /// `prepare` may change the instruction and the memories; `compute` is the
  /// model.
  template <typename T, typename Prepare, typename Compute>
  void run(unsigned count, Prepare prepare, Compute compute) {
    numerics::FloatEnvironment environment;
    modelled(T::opcode);
    for (unsigned i = 0; i < count; ++i) {
      T x = random<T>(i);
      prepare(x);
      INFO(text(x));
      REQUIRE(!validate(Instruction(x), target));
      llvm::Error error = interpreter::dispatch(*core, Instruction(x));
      if (error)
        FAIL(message(std::move(error)));
      compute(model, x);
      model.commit();
      if constexpr (requires { x.destination.partitions; })
        REQUIRE(sameRows(x.destination));
      REQUIRE(std::memcmp(core->accumulators.data(), model.accumulators,
                          sizeof model.accumulators) == 0);
    }
    OnChipOperand whole;
    whole.partitions = 128;
    CHECK(sameRows(whole));
    whole.space = Space::psum;
    CHECK(sameRows(whole));
  }
  template <typename T, typename Compute>
  void run(unsigned count, Compute compute) {
    run<T>(count, [](T &) {}, compute);
  }

  static std::string text(const Instruction &instruction) {
    std::string result;
    llvm::raw_string_ostream os(result);
    print(instruction, os);
    return result;
  }

  const Target &target;
  std::mt19937_64 generator;
  MachineOptions options;
  ObjectImage image;
  std::unique_ptr<interpreter::Core> core;
  ModelMachine model;

private:
  void fill(interpreter::OnChipMemory &own, std::vector<uint8_t> &other,
            uint64_t rowBytes) {
    for (size_t i = 0; i + 8 <= other.size(); i += 8) {
      uint64_t bits = generator();
      // A quarter are small numbers of fp32, so that sums say something.
      if (bits % 4 == 0)
        for (unsigned half = 0; half < 2; ++half) {
          float small = float(int(generator() % 64) - 32) / 4;
          std::memcpy(reinterpret_cast<char *>(&bits) + 4 * half, &small, 4);
        }
      std::memcpy(other.data() + i, &bits, 8);
    }
    for (unsigned p = 0; p < 128; ++p)
      std::memcpy(own.row(p), other.data() + p * rowBytes, rowBytes);
  }
  bool sameRows(const OnChipOperand &o) {
    bool isPsum = o.space == Space::psum;
    for (unsigned p = 0; p < o.partitions; ++p) {
      unsigned row = o.startPartition + p;
      uint64_t bytes = isPsum ? model.psumRow : model.sbufRow;
      if (std::memcmp((isPsum ? core->psum : core->sbuf).row(row),
                      (isPsum ? model.psum : model.sbuf).data() + row * bytes,
                      bytes) != 0)
        return false;
    }
    return true;
  }
};

} // namespace glia::test

#endif
