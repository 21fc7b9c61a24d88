//===- SbufModel.h - A scalar model of instructions on SBUF ---------------===//
//
// Images of [128, width] bytes, random operands in them, and a program that
// runs one instruction on each image. The models of the tests read elements
// from the image before and write them to the image after, one at a time, by
// an address that is worked out here and not by the machine's walks.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_TEST_UNIT_INTERPRETER_SBUFMODEL_H
#define GLIA_TEST_UNIT_INTERPRETER_SBUFMODEL_H

#include "Modelled.h"
#include "TestProgram.h"
#include <functional>

namespace glia::test {

struct SbufImage {
  static constexpr unsigned width = 512;
  std::vector<uint8_t> bytes = std::vector<uint8_t>(128 * width);

  static size_t address(const OnChipOperand &o, unsigned p, uint64_t i) {
    int64_t element = 0;
    for (unsigned pair = o.rank; pair-- > 0;) {
      element += int64_t(i % o.count[pair]) * o.stride[pair];
      i /= o.count[pair];
    }
    return size_t((o.startPartition + p) * int64_t(width) + o.byteOffset +
                  element * (bitWidth(o.type) / 8));
  }
  uint64_t bits(const OnChipOperand &o, unsigned p, uint64_t i) const {
    uint64_t value = 0;
    std::memcpy(&value, &bytes[address(o, p, i)], bitWidth(o.type) / 8);
    return value;
  }
  void set(const OnChipOperand &o, unsigned p, uint64_t i, uint64_t value) {
    std::memcpy(&bytes[address(o, p, i)], &value, bitWidth(o.type) / 8);
  }
  /// Of an integer type, with its sign.
  int64_t integer(const OnChipOperand &o, unsigned p, uint64_t i) const {
    uint64_t value = bits(o, p, i);
    unsigned unused = 64 - bitWidth(o.type);
    bool isSigned = o.type == ElementType::i8 || o.type == ElementType::i16 ||
                    o.type == ElementType::i32 || o.type == ElementType::i64;
    return isSigned ? int64_t(value << unused) >> unused : int64_t(value);
  }
  /// Of f32 or bf16.
  float real(const OnChipOperand &o, unsigned p, uint64_t i) const {
    uint32_t value = uint32_t(bits(o, p, i));
    return std::bit_cast<float>(o.type == ElementType::bf16 ? value << 16
                                                            : value);
  }
};

class SbufRandom {
public:
  explicit SbufRandom(unsigned seed) : generator(seed) {}
  uint64_t below(uint64_t n) { return generator() % n; }
  uint64_t bits() { return generator(); }
  ElementType pick(std::initializer_list<ElementType> types) {
    return types.begin()[below(types.size())];
  }
  unsigned partitions() { return unsigned(1 + below(below(2) ? 128 : 8)); }

  SbufImage image() {
    SbufImage result;
    for (uint8_t &byte : result.bytes) // zeros and ties are common
      byte = generator() % 4 ? uint8_t(generator()) : 0;
    return result;
  }
  /// At most 64 elements of 8 bytes: gaps only where there is room.
  OnChipOperand operand(ElementType type, unsigned partitions, uint64_t n) {
    OnChipOperand o;
    o.type = type;
    o.partitions = uint8_t(partitions);
    unsigned step = partitions <= 32 ? 32 : partitions <= 64 ? 64 : 128;
    o.startPartition = uint8_t(step * below(128 / step));
    unsigned size = bitWidth(type) / 8;
    o.rank = uint8_t(1 + below(4));
    uint64_t rest = n;
    for (unsigned i = 0; i < o.rank; ++i) {
      uint64_t factor = rest;
      if (i + 1 < o.rank)
        do
          factor = 1 + below(rest);
        while (rest % factor);
      o.count[i] = uint16_t(factor);
      rest /= factor;
    }
    int64_t reach = 1, lowest = 0;
    for (unsigned i = o.rank; i-- > 0;) {
      int64_t room = int64_t(SbufImage::width / size) / int64_t(n);
      int64_t stride = reach * (room >= 8 && below(2) ? 2 : 1);
      int64_t span = stride * (o.count[i] - 1);
      reach += span;
      if (below(3) == 0) {
        lowest -= span;
        stride = -stride;
      }
      o.stride[i] = int16_t(stride);
    }
    REQUIRE(reach <= int64_t(SbufImage::width / size));
    uint64_t first = below(SbufImage::width / size - uint64_t(reach) + 1);
    o.byteOffset = uint32_t((int64_t(first) - lowest) * size);
    return o;
  }

private:
  std::mt19937_64 generator;
};

/// Runs each instruction on its image, and compares what SBUF then holds with
/// what the model made of it.
class SbufBatch {
public:
  template <typename T>
  void add(const SbufImage &before, T instruction, const SbufImage &after) {
    instruction.engine = Engine::gpsimd;
    modelled(T::opcode);
    std::string text;
    llvm::raw_string_ostream os(text);
    isa::print(instruction, os);
    cases.push_back({before, after, Instruction(instruction), text});
  }
  void run() {
    TestProgram program;
    uint64_t bytes = 128 * SbufImage::width, n = cases.size();
    program.image.hbmBytes = 2 * n * bytes;
    program.input("in", 0, n * bytes).output("out", n * bytes, n * bytes);
    OnChipOperand all = tile(128, SbufImage::width, 0, ElementType::u8);
    std::vector<uint8_t> input;
    for (uint64_t i = 0; i < n; ++i) {
      input.insert(input.end(), cases[i].before.bytes.begin(),
                   cases[i].before.bytes.end());
      program.add(
          DmaLoad{Engine::gpsimd, 0, 0, 8, all,
                  hbm(128, SbufImage::width, i * bytes, ElementType::u8)});
      waitFor(program, Engine::gpsimd, 3);
      std::visit([&](const auto &x) { program.add(x); }, cases[i].instruction);
      program.add(DmaStore{
          Engine::gpsimd, 0, 0, 8,
          hbm(128, SbufImage::width, (n + i) * bytes, ElementType::u8), all});
      waitFor(program, Engine::gpsimd, 3);
    }
    auto machine = program.make();
    REQUIRE(!machine->setInput("in", input));
    if (llvm::Error error = machine->run())
      FAIL(message(std::move(error)));
    std::vector<uint8_t> got = outputOf<uint8_t>(*machine, "out");
    for (uint64_t i = 0; i < n; ++i) {
      INFO(cases[i].text);
      const std::vector<uint8_t> &want = cases[i].after.bytes;
      uint64_t at = 0;
      while (at < bytes && got[i * bytes + at] == want[at])
        ++at;
      INFO("partition " << at / SbufImage::width << " byte "
                        << at % SbufImage::width);
      REQUIRE(at == bytes);
    }
  }

private:
  struct Case {
    SbufImage before, after;
    Instruction instruction;
    std::string text;
  };
  std::vector<Case> cases;
};

} // namespace glia::test

#endif
